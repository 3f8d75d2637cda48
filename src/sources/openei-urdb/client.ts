import { z } from 'zod';
import { computed, day, either, flag, id, type RowOf, table, text, url } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { hasData, mapLookup, noneOf, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { getJson, recordPage } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('openei-urdb');

const Prices = z.array(
  z.array(z.looseObject({ rate: z.number().nullish(), adj: z.number().nullish(), unit: z.string().nullish() })),
);
const rounded = (value: number) => Number(value.toFixed(5));

/**
 * Units of the limit up to which a price holds, as NREL's SAM reads the database: `kWh daily`, `kWh/kW` and the like. The
 * price itself is in USD per kilowatt-hour.
 */
const limitUnit = /^kwh(?:\/\w+)?(?: daily)?$/i;

/** Periods of the day or year with their tiers of consumption and the prices of a kilowatt-hour in all of them. */
function energyOf([cell]: readonly unknown[]) {
  const periods = Prices.safeParse(cell).data ?? [];
  const prices = periods
    .flat()
    .filter(({ unit, rate }) => rate != null && (unit == null || limitUnit.test(unit)))
    .map(({ rate, adj }) => (rate ?? 0) + (adj ?? 0));
  return prices.length > 0 ? { periods, prices } : undefined;
}
const structure = ['energyratestructure'];

const tariffs = table(card.id, {
  label: id('label', { required: true }),
  utility: text('utility', { maxLength: 120, required: true }),
  eiaId: id('eiaid'),
  name: either(['name', 'label'], { maxLength: 160, required: true }),
  startsOn: day('startdate', { format: 'epochSeconds', means: 'in force from' }),
  fixedCharge: computed(
    ['fixedchargefirstmeter', 'fixedchargeunits'],
    z.strictObject({ amount: z.number(), unit: z.string() }),
    ([charge, per]) => {
      const [amount, unit] = [numberOf(charge), textOf(per, 40)];
      return amount === undefined || unit === undefined ? undefined : { amount, unit };
    },
  ),
  energyUsdPerKwh: computed(
    structure,
    z.strictObject({ lowest: z.number(), highest: z.number() }),
    (cells) => {
      const prices = energyOf(cells)?.prices;
      return prices && { lowest: rounded(Math.min(...prices)), highest: rounded(Math.max(...prices)) };
    },
    { description: 'In any of its periods and tiers, adjustments included' },
  ),
  periodsCount: computed(structure, z.int(), (cells) => energyOf(cells)?.periods.length),
  tiersCount: computed(structure, z.int(), (cells) => {
    const energy = energyOf(cells);
    return energy && Math.max(...energy.periods.map((tiers) => tiers.length));
  }),
  isDefault: flag('is_default'),
  /** Page of the tariff itself, as the utility publishes it. */
  publishedAt: url('source'),
});
export type Tariff = RowOf<typeof tariffs> & { readonly recordUrl?: string };

const Item = z.looseObject({
  label: z.string().min(1),
  utility: z.string(),
  sector: z.string().nullish(),
  startdate: z.int().nullish(),
  enddate: z.int().nullish(),
});
const Body = z.looseObject({ items: z.array(Item) });
type Item = z.infer<typeof Item>;

/** Tariffs that are requested; a territory has a few hundred at most, most of them ended. */
const queried = 500;

/** Ended tariffs stay in the database; one that has not begun yet is not open either. */
const isOpen = ({ startdate, enddate }: Item, now: Date) => {
  const seconds = now.getTime() / 1000;
  return (enddate == null || enddate > seconds) && (startdate == null || startdate <= seconds);
};

/** The newest first, those that a utility calls its default before all others. */
const byAge = (a: Tariff, b: Tariff) =>
  Number(b.isDefault ?? false) - Number(a.isDefault ?? false) ||
  (b.startsOn ?? '').localeCompare(a.startsOn ?? '', 'en') ||
  a.label.localeCompare(b.label, 'en');

/**
 * Open residential tariffs of the utilities whose territory holds a point. `partial` where the database has more tariffs
 * than were read, `empty` where none is open, `unavailable` where it did not answer or no key is configured.
 */
export async function openTariffs(sources: SourceAccess, { latitude, longitude }: GeoPoint, now: Date) {
  const query = new URLSearchParams({
    version: 'latest',
    format: 'json',
    lat: latitude.toFixed(5),
    lon: longitude.toFixed(5),
    sector: 'Residential',
    approved: 'true',
    detail: 'full',
    orderby: 'startdate',
    direction: 'desc',
    limit: String(queried),
  });
  const found = await getJson(sources, card, { url: `${card.endpoint}?${query}`, maxBytes: 24_000_000 }, Body);
  if (!hasData(found)) return found;
  const { items } = found.data;
  const open = items.filter((item) => (item.sector == null || item.sector === 'Residential') && isOpen(item, now));
  const rows = plainRows(sources, tariffs, { ...found, data: open });
  const sorted = mapLookup(rows, (all): readonly Tariff[] =>
    all.map((tariff) => ({ ...tariff, ...recordPage(card, tariff.label) })).toSorted(byAge),
  );
  if (!hasData(sorted)) return sorted;
  const whole = items.length < queried ? sorted : partly(sorted, `Only ${queried} of its tariffs were read.`);
  return sorted.data.length > 0 ? whole : noneOf(whole);
}
