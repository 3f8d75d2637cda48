import type { Redactor } from '../../../privacy/redact.ts';
import type { About, AboutColumn } from '../../../sources/drivers/about.ts';
import { bestFor, type Choice, type Choosing, idByContentAlone } from './choose.ts';
import { type Content, contentOf } from './content.ts';
import { type KnownNames, nameScore, type ProposedLane, squeezed } from './names.ts';
import {
  isOfTheServer,
  mailingColumns,
  type Refused,
  refusedByContent,
  refusedByName,
  type Surroundings,
} from './refusals.ts';

export interface Mapped {
  readonly field: string;
  /** Several where a street line is in parts: number, direction, street, kind of street. */
  readonly columns: readonly string[];
  readonly example: string | undefined;
}

export interface FieldProposal {
  readonly mapped: readonly Mapped[];
  readonly refused: readonly Refused[];
  /** Columns that are neither mapped nor refused. */
  readonly left: readonly string[];
}

/** Columns that may be queried for a few rows: none that is about a person by its name, and none of the server's own. */
export const askableColumns = ({ columns }: About): readonly AboutColumn[] =>
  columns.filter((column) => !isOfTheServer(column) && column.kind !== 'other' && refusedByName(column) === undefined);

const parcelFields = [
  'municipality',
  'yearBuilt',
  'landValue',
  'buildingValue',
  'totalValue',
  'lastSaleDate',
  'lastSalePrice',
  'deedDate',
  'recordYear',
  'landUse',
  'propertyClass',
  'lotArea',
] as const;

const fieldsOf: Readonly<Record<Exclude<ProposedLane, 'parcel'>, readonly string[]>> = {
  permits: ['recordId', 'issuedAt', 'filedAt', 'completedAt', 'status', 'type', 'address', 'parcelId', 'estimatedCost'],
  zoning: ['code', 'label', 'parcelId'],
  address_points: ['number', 'street', 'unit', 'city', 'postcode'],
};

/** The street line of a parcel: one column that has it whole, else number and street with what is between and behind. */
function siteAddress(choosing: Choosing, taken: Set<string>): readonly string[] {
  const whole = bestFor('siteAddress', choosing, taken);
  if (whole) return [whole.column];
  const number = bestFor('houseNumber', choosing, taken);
  const street = number && bestFor('street', choosing, new Set([...taken, number.column]));
  if (!number || !street) return [];
  const others = new Set([...taken, number.column, street.column]);
  const word = sharedWord(number.column, street.column);
  const beside = (field: string) => {
    const found = bestFor(field, choosing, others);
    return found && (word === undefined || firstWord(found.column) === word) ? [found.column] : [];
  };
  return [number.column, ...beside('streetDirection'), street.column, ...beside('streetType')];
}

const firstWord = (column: string) =>
  /^[A-Za-z]+?(?=_|[A-Z][a-z]|$)/.exec(column.split('.').at(-1) ?? '')?.[0].toLowerCase();

/** The word with which the names of both columns begin ("S", "site"); undefined where they begin otherwise. */
const sharedWord = (a: string, b: string) => (firstWord(a) === firstWord(b) ? firstWord(a) : undefined);

/** An area has a unit in its name, or it says nothing. */
export function areaUnit(column: string): 'acre' | 'ft2' | undefined {
  const name = squeezed(column);
  if (/acre|totalac$|^ac$/.test(name)) return 'acre';
  return /sqft|sqfeet|areafeet|squarefeet/.test(name) ? 'ft2' : undefined;
}

function chooseParcel(choosing: Choosing): readonly (readonly [string, readonly string[]])[] {
  const taken = new Set<string>();
  const chosen: (readonly [string, readonly string[]])[] = [];
  const take = (field: string, columns: readonly string[]) => {
    if (columns.length === 0) return;
    chosen.push([field, columns]);
    for (const column of columns) taken.add(column);
  };
  const one = (choice: Choice | undefined) => (choice ? [choice.column] : []);
  take('parcelId', one(bestFor('parcelId', choosing, taken) ?? idByContentAlone(choosing)));
  take('siteAddress', siteAddress(choosing, taken));
  for (const field of parcelFields) {
    const found = one(bestFor(field, choosing, taken));
    if (field === 'lotArea' && found.some((column) => areaUnit(column) === undefined)) continue;
    take(field, found);
  }
  return chosen;
}

function chooseOthers(lane: Exclude<ProposedLane, 'parcel'>, choosing: Choosing) {
  const taken = new Set<string>();
  return fieldsOf[lane].flatMap((field) => {
    const found = bestFor(field, choosing, taken);
    if (!found) return [];
    taken.add(found.column);
    return [[field, [found.column]] as const];
  });
}

/**
 * Which column of a layer is which field, by the names that published layers use, by words and by the values of a few
 * rows. Columns about persons are refused by their names before anything is read, and by what is in those that were.
 * `rows` hold askable columns alone ({@link askableColumns}).
 */
export function proposeFields(
  about: About,
  rows: readonly Readonly<Record<string, unknown>>[],
  known: KnownNames,
  redactor: Redactor,
  around: Surroundings,
): FieldProposal {
  const named = about.columns.flatMap((column) => {
    const why = isOfTheServer(column) ? undefined : refusedByName(column);
    return why ? [{ column: column.name, why }] : [];
  });
  const queried = askableColumns(about);
  const contents = new Map<string, Content>(queried.map(({ name }) => [name, contentOf(name, rows)]));
  const { lane } = around;
  const byContent = queried.flatMap(({ name }) => {
    const content = contents.get(name);
    const isNumber = nameScore(lane, 'parcelId', [squeezed(name)], known) > 0;
    const why = content && refusedByContent(name, rows, content, redactor, isNumber);
    return why ? [{ column: name, why }] : [];
  });
  const refused = [...named, ...byContent, ...mailingColumns(queried, rows, contents, around)];
  const isRefused = new Set(refused.map(({ column }) => column));
  const choosing: Choosing = { lane, columns: queried.filter(({ name }) => !isRefused.has(name)), contents, known };
  const chosen = lane === 'parcel' ? chooseParcel(choosing) : chooseOthers(lane, choosing);
  const mapped = chosen.map(([field, columns]) => ({
    field,
    columns,
    example: columns.flatMap((column) => contents.get(column)?.example ?? []).join(' ') || undefined,
  }));
  const used = new Set(mapped.flatMap(({ columns }) => columns));
  const unique = refused.filter(({ column }, at) => refused.findIndex((one) => one.column === column) === at);
  return { mapped, refused: unique, left: choosing.columns.flatMap(({ name }) => (used.has(name) ? [] : [name])) };
}
