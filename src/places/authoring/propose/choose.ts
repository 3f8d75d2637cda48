import type { AboutColumn } from '../../../sources/drivers/about.ts';
import type { Content } from './content.ts';
import { type KnownNames, nameScore, type ProposedLane, squeezed } from './names.ts';

export interface Choice {
  readonly field: string;
  readonly column: string;
  readonly score: number;
}

export interface Choosing {
  readonly lane: ProposedLane;
  readonly columns: readonly AboutColumn[];
  readonly contents: ReadonlyMap<string, Content>;
  readonly known: KnownNames;
}

/** The least that the name has to say where the values agree. */
const leastName = 3.5;
const most = 0.6;

const hasWords = ({ words, filled }: Content) => filled === 0 || words >= most;
const isAmount = ({ amounts, filled, identifiers }: Content) => (filled === 0 || amounts >= 0.9) && identifiers < 2;
const isDate = ({ dates, filled }: Content, { kind }: AboutColumn) => kind === 'date' || (filled > 0 && dates >= 0.9);
const isLine = ({ streetLines }: Content) => streetLines >= 0.5;
const isNumber = ({ amounts, filled }: Content) => filled > 0 && amounts >= 0.9;

type Fits = (content: Content, column: AboutColumn) => boolean;

/** What the values of a field have to look like; a field that is not named takes any. */
const fits: Readonly<Record<string, Fits>> = {
  parcelId: ({ filled, share, identifiers, counts, distinct }) =>
    filled > 0 && share >= 0.5 && identifiers >= 0.7 && !counts && (distinct > 0.1 || filled === 1),
  siteAddress: isLine,
  address: ({ streetLines, words }) => streetLines >= 0.3 || words >= 0.5,
  houseNumber: ({ houseNumbers, filled }) => filled > 0 && houseNumbers >= 0.7,
  number: ({ houseNumbers, filled }) => filled > 0 && houseNumbers >= 0.7,
  street: ({ streetNames }) => streetNames >= most,
  streetDirection: ({ filled, houseNumbers }) => filled === 0 || houseNumbers < most,
  streetType: hasWordsOrShort,
  municipality: hasWords,
  city: hasWords,
  yearBuilt: ({ years, filled }) => filled === 0 || years >= 0.9,
  recordYear: ({ years, filled }) => filled > 0 && years >= 0.9,
  landValue: isAmount,
  buildingValue: isAmount,
  totalValue: isAmount,
  lastSalePrice: isAmount,
  estimatedCost: isAmount,
  lotArea: isNumber,
  landUse: hasWords,
  lastSaleDate: isDate,
  deedDate: isDate,
  issuedAt: isDate,
  filedAt: isDate,
  completedAt: isDate,
  recordId: ({ filled, distinct, counts }) => filled > 0 && distinct > 0.5 && !counts,
};

function hasWordsOrShort({ filled, houseNumbers }: Content): boolean {
  return filled === 0 || houseNumbers < most;
}

/** More for values that tell rows apart and are there in each: for numbers of records alone. */
const byContent = (field: string, { share, distinct }: Content) =>
  field === 'parcelId' || field === 'recordId' ? 2 * share + distinct : share;

/** The best column of a field among those that are not taken; undefined where none fits by name and by values. */
export function bestFor(field: string, { lane, columns, contents, known }: Choosing, taken: ReadonlySet<string>) {
  let best: Choice | undefined;
  for (const column of columns) {
    const content = contents.get(column.name);
    if (!content || taken.has(column.name) || !(fits[field]?.(content, column) ?? true)) continue;
    const names = [squeezed(column.name), ...(column.label ? [squeezed(column.label)] : [])];
    const name = nameScore(lane, field, names, known);
    const score = name + byContent(field, content);
    if (name >= leastName && score > (best?.score ?? 0)) best = { field, column: column.name, score };
  }
  return best;
}

/** Of a layer whose names say nothing: the column whose values are numbers of parcels and of no row twice. */
export function idByContentAlone({ columns, contents }: Choosing): Choice | undefined {
  const unique = columns.flatMap(({ name, kind }) => {
    const content = contents.get(name);
    if (!content || kind === 'date' || content.counts || content.filled < 5) return [];
    return content.codes >= 0.9 && content.distinct === 1 && content.share === 1 ? [name] : [];
  });
  const [only] = unique;
  return unique.length === 1 && only ? { field: 'parcelId', column: only, score: 0 } : undefined;
}
