import { textOf } from '../../../kernel/text.ts';
import { namesPerson } from '../../../privacy/columns.ts';
import type { Redactor } from '../../../privacy/redact.ts';
import type { AboutColumn } from '../../../sources/drivers/about.ts';
import { rowNumber } from '../../registry/check.ts';
import type { Content } from './content.ts';
import { type ProposedLane, squeezed } from './names.ts';

export interface Refused {
  readonly column: string;
  /** One sentence without a value of the column. */
  readonly why: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Why a column is not even requested: by its name, or by what its publisher calls it, it is about a person. */
export function refusedByName({ name, label }: AboutColumn): string | undefined {
  const about = namesPerson(name) ?? (label && namesPerson(label));
  return about && `its name is that of a column about a person or a mailing address: ${about}`;
}

/** Whether a column holds the number of a row of the service, or something that the server keeps for itself. */
export const isOfTheServer = ({ name, kind }: AboutColumn): boolean =>
  kind === 'row_number' ||
  rowNumber(name) ||
  /^(?:shape|globalid|se_anno|created|last_?edited|st_(?:area|length|perimeter))/i.test(name.split('.').at(-1) ?? '');

const namedShare = 0.2;
const coveredLetters = 0.6;

/** Share of the values that are little else than the name of a person, or hold a telephone number or an e-mail address. */
function personalShare(values: readonly string[], { find }: Redactor): number {
  const isPersonal = (value: string) => {
    const spans = find(value);
    const letters = value.replace(/[^\p{L}]/gu, '').length;
    const named = spans
      .filter(({ kind }) => kind === 'name')
      .reduce((sum, { from, to }) => sum + value.slice(from, to).replace(/[^\p{L}]/gu, '').length, 0);
    // one word alone is a street's name as often as a person's
    const isNamed = value.trim().includes(' ') && letters > 0 && named / letters >= coveredLetters;
    return isNamed || spans.some(({ kind }) => kind !== 'name');
  };
  return values.length === 0 ? 0 : values.filter(isPersonal).length / values.length;
}

/**
 * Why a column is refused for what is in it; street lines, whose streets are called after persons, are none, and
 * numbers of a column that is called a parcel's (`isNumber`) can look like those of telephones.
 */
export function refusedByContent(
  column: string,
  rows: readonly Row[],
  content: Content,
  redactor: Redactor,
  isNumber: boolean,
) {
  if (content.streetLines >= 0.5 || (isNumber && content.words === 0)) return undefined;
  const values = rows.flatMap((row) => textOf(row[column]) ?? []);
  return personalShare(values, redactor) >= namedShare
    ? 'its values look like names, telephone numbers or e-mail addresses of persons'
    : undefined;
}

const roles = {
  state: /^(.*?)(?:state|stateabbr|st)(?:cd|code)?\d?$/,
  zip: /^(.*?)(?:zip(?:code|cd)?|postcode|postalcode)\d?$/,
  city: /^(.*?)(?:cityname|city|town|cty|municipality)\d?$/,
  line: /^(.*?)(?:streetaddress|fulladdress|addressline|address|addr|add|adr|streetname|street|strname|strnm|stname|locate)\d?$/,
  number: /^(.*?)(?:streetnumber|streetnum|strnum|strnbr|stnum|housenumber|housenum|houseno|num|nbr)\d?$/,
} as const;
type Role = keyof typeof roles;

interface AddressColumn {
  readonly column: string;
  readonly role: Role;
  /** What is in front of the word for the part: "situs", "n", or nothing. */
  readonly stem: string;
}

/** Words in front of an address that say that it is the place itself. */
const siteStem =
  /^(?:s|situs|site|sit|prop|property|p|loc|location|phys|physical|phy|premise|par|parcel|primary|gissite|full)/;

function addressColumn({ name }: AboutColumn): AddressColumn | undefined {
  const text = squeezed(name);
  for (const [role, pattern] of Object.entries(roles) as [Role, RegExp][]) {
    const stem = pattern.exec(text)?.[1];
    // "s_street_st" is a kind of street: a state's stem is a word in front and nothing of an address
    if (stem !== undefined && !(role === 'state' && /(?:street|str|add|addr)$/.test(stem)))
      return { column: name, role, stem };
  }
  return undefined;
}

export interface Surroundings {
  readonly lane: ProposedLane;
  /** Two-letter code of the state of the layer; undefined where it is not known. */
  readonly state: string | undefined;
  stateOfZip(zip: string): string | undefined;
}

const valuesOf = (rows: readonly Row[], column: string) => rows.flatMap((row) => textOf(row[column])?.trim() || []);

function sentElsewhere(
  group: readonly AddressColumn[],
  rows: readonly Row[],
  contents: ReadonlyMap<string, Content>,
  { state, stateOfZip }: Surroundings,
): string | undefined {
  if (group.some(({ column }) => (contents.get(column)?.postBoxes ?? 0) > 0)) return 'post office boxes stand in it';
  if (state === undefined) return undefined;
  const states = group.filter(({ role }) => role === 'state').flatMap(({ column }) => valuesOf(rows, column));
  if (states.some((value) => /^[A-Z]{2}$/i.test(value) && value.toUpperCase() !== state))
    return 'it leads to other states';
  const zips = group.filter(({ role }) => role === 'zip').flatMap(({ column }) => valuesOf(rows, column));
  const isElsewhere = (zip: string) => (stateOfZip(zip.slice(0, 5).padStart(5, '0')) ?? state) !== state;
  return zips.some(isElsewhere) ? 'its ZIP codes are of other states' : undefined;
}

/**
 * Groups of address columns to which mail is sent, as against the place itself: recognized by what is in them, and where
 * that says nothing by their names. A group without a word in front that has a state of its own is taken for mail: a
 * parcel's own state is nothing that its assessor writes down.
 */
export function mailingColumns(
  columns: readonly AboutColumn[],
  rows: readonly Row[],
  contents: ReadonlyMap<string, Content>,
  around: Surroundings,
): readonly Refused[] {
  if (around.lane !== 'parcel') return [];
  const found = columns.flatMap((column) => addressColumn(column) ?? []);
  const stems = [...new Set(found.map(({ stem }) => stem))];
  const groupOf = (stem: string) => found.filter((one) => one.stem === stem);
  const hasSite = stems.some((stem) => siteStem.test(stem) && groupOf(stem).some(({ role }) => role === 'line'));
  return stems.flatMap((stem) => {
    const group = groupOf(stem);
    const isSite = siteStem.test(stem);
    const hasState = group.some(({ role }) => role === 'state') && group.length > 1;
    const elsewhere = sentElsewhere(group, rows, contents, around);
    const byName = isSite
      ? undefined
      : hasState
        ? 'it has a state of its own, as mail does'
        : hasSite && stem.length === 1
          ? 'the layer has another address that is the place'
          : undefined;
    const why = elsewhere ?? byName;
    return why === undefined
      ? []
      : group.map(({ column }) => ({ column, why: `it is part of a mailing address: ${why}` }));
  });
}
