import { outlineArea } from '../../geometry/outline.ts';
import { cleanText } from '../../kernel/text.ts';
import type { ParcelsWithin, SurroundingParcel } from '../../places/lanes/parcels-within.ts';
import { unitOf } from '../../places/schema/lane-table.ts';
import type { SectionCitation } from '../../reports/sections.ts';
import { spreadOf } from '../shared/comparables/select.ts';
import { type CodeCounts, codesShown, type ParcelCounts } from './schema.ts';

/** A code as its publisher writes it, with the words beside it where there are any. */
export type Coded = Omit<CodeCounts['byCode'][number], 'count'>;

/** Fewer figures have no middle worth naming. */
const leastFigures = 3;
const mostText = 80;
const squareFeet: Readonly<Record<string, number>> = { ft2: 1, acre: 43_560, acres: 43_560 };
const squareFeetPerSquareMeter = 10.763_910_416_7;
const leastYear = 1600;

const textOf = (value: unknown) => {
  const text = value === undefined ? '' : cleanText(String(value), mostText);
  return text === '' ? undefined : text;
};

/** A published code with its words, where they say something else; undefined where there is no code. */
export function codedOf(published: unknown, words?: unknown): Coded | undefined {
  const [code, meaning] = [textOf(published), textOf(words)];
  return code === undefined ? undefined : { code, ...(meaning !== undefined && meaning !== code && { meaning }) };
}

/** The use that a parcel record publishes: its class with the words of its use, or whichever of the two there is. */
export const useOf = ({ row: { fields } }: Pick<SurroundingParcel, 'row'>): Coded | undefined =>
  codedOf(fields.propertyClass, fields.landUse) ?? codedOf(fields.landUse);

export const sameCode = ({ code, meaning = '' }: Coded) => `${code}\u0000${meaning}`;
export const codeWords = ({ code, meaning }: Coded) => (meaning ? `${meaning} (${code})` : code);

/** Codes and how often each occurs, the most frequent first; those beyond the list stand together. */
export function countCodes(coded: readonly (Coded | undefined)[]): CodeCounts {
  const counts = new Map<string, { readonly coded: Coded; count: number }>();
  for (const one of coded) {
    if (!one) continue;
    const known = counts.get(sameCode(one)) ?? { coded: one, count: 0 };
    known.count += 1;
    counts.set(sameCode(one), known);
  }
  const sorted = [...counts.values()].sort(
    (a, b) => b.count - a.count || (sameCode(a.coded) < sameCode(b.coded) ? -1 : 1),
  );
  const [shown, rest] = [sorted.slice(0, codesShown), sorted.slice(codesShown)];
  return {
    byCode: shown.map(({ coded: one, count }) => ({ ...one, count })),
    ...(rest.length > 0 && {
      otherCodes: { codeCount: rest.length, count: rest.reduce((sum, { count }) => sum + count, 0) },
    }),
    notPublishedCount: coded.filter((one) => one === undefined).length,
  };
}

/** Lot areas in square feet: those that the records state, or where they state none those of the outlines. */
function lotAreas(lane: ParcelsWithin['lane'], parcels: readonly SurroundingParcel[]): ParcelCounts['lotArea'] {
  const factor = squareFeet[unitOf(lane.source, 'lotArea') ?? ''];
  const stated = parcels.flatMap(({ row: { fields } }) =>
    factor !== undefined && typeof fields.lotArea === 'number' && fields.lotArea > 0 ? [fields.lotArea * factor] : [],
  );
  const basis = stated.length >= leastFigures ? 'stated' : 'outline';
  const outlines = new Map(parcels.flatMap(({ rings }) => (rings.length > 0 ? [[JSON.stringify(rings), rings]] : [])));
  const spread = spreadOf(
    basis === 'stated' ? stated : [...outlines.values()].map((rings) => outlineArea(rings) * squareFeetPerSquareMeter),
    leastFigures,
    0,
  );
  if (!spread) return undefined;
  const { lowest, median, highest, count: statedCount } = spread;
  return { smallestSquareFeet: lowest, medianSquareFeet: median, largestSquareFeet: highest, statedCount, basis };
}

function builtYears(parcels: readonly SurroundingParcel[]): ParcelCounts['builtYear'] {
  const years = parcels.flatMap(({ row: { fields } }) =>
    typeof fields.yearBuilt === 'number' && Number.isInteger(fields.yearBuilt) && fields.yearBuilt > leastYear
      ? [fields.yearBuilt]
      : [],
  );
  const spread = spreadOf(years, leastFigures, 0);
  if (!spread) return undefined;
  const { lowest: oldestYear, median: medianYear, highest: newestYear, count: statedCount } = spread;
  return { oldestYear, medianYear, newestYear, statedCount };
}

/** Counts of the parcels of a register within a distance. Pure. */
export function parcelCounts(
  { lane, completeMeters }: Pick<ParcelsWithin, 'lane' | 'completeMeters'>,
  parcels: readonly SurroundingParcel[],
  withinMeters: number,
  citation: SectionCitation,
): ParcelCounts {
  const inside = parcels.filter(({ meters }) => meters <= withinMeters);
  const outlines = new Set(inside.flatMap(({ rings }) => (rings.length > 0 ? [JSON.stringify(rings)] : [])));
  const lotArea = lotAreas(lane, inside);
  const builtYear = builtYears(inside);
  return {
    parcelCount: inside.length,
    ...(outlines.size > 0 && { outlineCount: outlines.size }),
    isComplete: completeMeters >= withinMeters,
    byUse: countCodes(inside.map(useOf)),
    ...(lotArea && { lotArea }),
    ...(builtYear && { builtYear }),
    citation,
  };
}
