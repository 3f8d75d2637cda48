import { z } from 'zod';
import { computed, id, number, type RowOf, table, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { citing, hasData, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('eia-retail-sales');

const sectors = { RES: 'residential', COM: 'commercial', IND: 'industrial' } as const;
type Code = keyof typeof sectors;
export const sectorWords = ['residential', 'commercial', 'industrial'] as const;

/** Average price of one sector of a state in the newest period that EIA has, and in the same period a year before. */
export interface SectorPrice {
  readonly sector: (typeof sectorWords)[number];
  /** YYYY-MM or YYYY. */
  readonly period: string;
  readonly centsPerKilowattHour: number;
  readonly yearBeforeCentsPerKilowattHour?: number;
}

/** In cents; a price in a unit that is not known states nothing. */
function centsOf([price, unit]: readonly unknown[]): number | undefined {
  const value = /^cents per kilowatt-?hour$/i.test(String(unit)) ? numberOf(price) : undefined;
  return value !== undefined && value > 0 ? value : undefined;
}

const prices = table(card.id, {
  period: text('period', { required: true }),
  stateCode: id('stateid', { required: true }),
  sectorCode: id('sectorid', { required: true }),
  cents: computed(['price', 'price-units'], z.number(), centsOf),
  stated: number('price', { zero: 'missing' }),
});
type Row = RowOf<typeof prices>;

const Body = z.looseObject({ response: z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) }) });

/** Periods that are queried, newest first: a year and a bit, since the newest of a sector can be missing. */
const periods = { monthly: 16, annual: 3 } as const;
export type Frequency = keyof typeof periods;

const yearBefore = (period: string) => `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`;

function newest(rows: readonly Row[], code: Code): SectorPrice[] {
  const own = rows.filter(({ sectorCode, cents }) => sectorCode === code && cents !== undefined);
  const [latest] = own.toSorted((a, b) => b.period.localeCompare(a.period, 'en'));
  if (latest?.cents === undefined) return [];
  const before = own.find(({ period }) => period === yearBefore(latest.period))?.cents;
  const { period, cents: centsPerKilowattHour } = latest;
  return [defined({ sector: sectors[code], period, centsPerKilowattHour, yearBeforeCentsPerKilowattHour: before })];
}

/**
 * Average retail prices of a state by sector. `empty` where EIA has no price of the state; `unavailable` where it did
 * not answer or no key is configured.
 */
export async function statePrices(sources: SourceAccess, stateCode: string, frequency: Frequency) {
  const codes = Object.keys(sectors) as Code[];
  const query = new URLSearchParams([
    ['frequency', frequency],
    ['data[0]', 'price'],
    ['facets[stateid][]', stateCode],
    ...codes.map((code): [string, string] => ['facets[sectorid][]', code]),
    ['sort[0][column]', 'period'],
    ['sort[0][direction]', 'desc'],
    ['length', String(periods[frequency] * codes.length)],
  ]);
  const reply = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Body);
  const all = plainRows(
    sources,
    prices,
    mapLookup(reply, ({ response }) => response.data),
  );
  if (!hasData(all)) return all;
  // a facet that the service does not know is ignored by it, and every state comes back
  const rows = all.data.filter((row) => row.stateCode === stateCode);
  const data = codes.flatMap((code) => newest(rows, code));
  const lookup = citing({ ...all, data }, { sourceDate: data[0]?.period });
  if (data.length > 0) return lookup;
  // other states, or prices in a unit that is not known, are another shape and not a state without prices
  const none = rows.length === all.data.length && rows.every(({ stated }) => stated === undefined);
  return none ? noneOf(lookup) : wrongShape(sources, card);
}
