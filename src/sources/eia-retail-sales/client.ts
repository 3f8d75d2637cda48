import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** Sectors that are asked, as EIA codes them. */
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

const Body = z.looseObject({
  response: z.looseObject({
    data: z.array(
      z.looseObject({
        period: z.string(),
        stateid: z.string(),
        sectorid: z.string(),
        price: z.union([z.string(), z.number()]).nullish(),
        'price-units': z.string().nullish(),
      }),
    ),
  }),
});
type Row = z.infer<typeof Body>['response']['data'][number];

/** Periods that are asked, newest first: a year and a bit, since the newest of a sector can be missing. */
const periods = { monthly: 16, annual: 3 } as const;
export type Frequency = keyof typeof periods;

/** The value in cents; undefined where it is missing or in a unit that is not known. */
function cents(row: Row | undefined): number | undefined {
  if (!row || !/^cents per kilowatt-?hour$/i.test(row['price-units'] ?? '')) return undefined;
  const value = numberOf(row.price);
  return value !== undefined && value > 0 ? value : undefined;
}

const yearBefore = (period: string) => `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`;

function newest(rows: readonly Row[], code: Code): SectorPrice[] {
  const own = rows.filter(({ sectorid }) => sectorid === code);
  const latest = own
    .filter((row) => cents(row) !== undefined)
    .toSorted((a, b) => b.period.localeCompare(a.period, 'en'))[0];
  const price = cents(latest);
  if (!latest || price === undefined) return [];
  const before = cents(own.find(({ period }) => period === yearBefore(latest.period)));
  return [
    defined({
      sector: sectors[code],
      period: latest.period,
      centsPerKilowattHour: price,
      yearBeforeCentsPerKilowattHour: before,
    }),
  ];
}

/**
 * Average retail prices of a state by sector. `empty` where EIA has no price of the state; `unavailable` where it did
 * not answer or no key is configured.
 */
export async function statePrices(
  sources: SourceAccess,
  stateCode: string,
  frequency: Frequency,
): Promise<Lookup<readonly SectorPrice[]>> {
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
  const found = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Body);
  if (!hasData(found)) return found;
  // a facet that the service does not know is ignored by it, and every state comes back
  const rows = found.data.response.data.filter(({ stateid }) => stateid === stateCode);
  const data = codes.flatMap((code) => newest(rows, code));
  const lookup = { ...found, data, citation: { ...found.citation, ...dated(data) } };
  if (data.length > 0) return lookup;
  // other states, or prices in a unit that is not known, are another shape and not a state without prices
  const none = found.data.response.data.every(
    ({ stateid, price }) => stateid === stateCode && (price === null || price === undefined || numberOf(price) === 0),
  );
  return none ? noneOf(lookup) : wrongShape(sources, card);
}

const dated = (data: readonly SectorPrice[]) => (data[0] ? { sourceDate: data[0].period } : {});
