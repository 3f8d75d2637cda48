import { z } from 'zod';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { getJson, recordPage } from '../shared/lookup.ts';
import card from './card.ts';

/** An open residential tariff of a utility whose territory holds the point. */
export interface Tariff {
  /** Label of the database, by which it is cited. */
  readonly label: string;
  readonly utility: string;
  readonly eiaId?: string;
  readonly name: string;
  /** Day from which it holds. */
  readonly startsOn?: string;
  readonly fixedCharge?: { readonly amount: number; readonly unit: string };
  /** Lowest and highest price of a kilowatt-hour in any of its periods and tiers, adjustments included. */
  readonly energyUsdPerKwh?: { readonly lowest: number; readonly highest: number };
  /** Periods of the day or year with prices of their own. */
  readonly periodsCount?: number;
  /** Most tiers of consumption in any of them. */
  readonly tiersCount?: number;
  readonly isDefault?: boolean;
  /** Page of the tariff itself, as the utility publishes it. */
  readonly publishedAt?: string;
  /** Page of the record. */
  readonly recordUrl?: string;
}

const epoch = z.number().int();
const Item = z.looseObject({
  label: z.string().min(1),
  utility: z.string(),
  eiaid: z.union([z.number(), z.string()]).nullish(),
  name: z.string(),
  sector: z.string().nullish(),
  startdate: epoch.nullish(),
  enddate: epoch.nullish(),
  is_default: z.boolean().nullish(),
  source: z.string().nullish(),
  fixedchargefirstmeter: z.number().nullish(),
  fixedchargeunits: z.string().nullish(),
  energyratestructure: z
    .array(
      z.array(z.looseObject({ rate: z.number().nullish(), adj: z.number().nullish(), unit: z.string().nullish() })),
    )
    .nullish(),
});
const Body = z.looseObject({ items: z.array(Item) });
type Item = z.infer<typeof Item>;

/** Tariffs that are asked for; a territory has a few hundred at most, most of them ended. */
const asked = 500;

const dayOf = (seconds: number | null | undefined) =>
  seconds == null ? undefined : new Date(seconds * 1000).toISOString().slice(0, 10);

/** Ended tariffs stay in the database; one that has not begun yet is not open either. */
const isOpen = ({ startdate, enddate }: Item, now: Date) => {
  const seconds = now.getTime() / 1000;
  return (enddate == null || enddate > seconds) && (startdate == null || startdate <= seconds);
};

const rounded = (value: number) => Number(value.toFixed(5));

/**
 * Units of the limit up to which a price holds, as NREL's SAM reads the database: `kWh daily`, `kWh/kW` and the like. The
 * price itself is in USD per kilowatt-hour.
 */
const limitUnit = /^kwh(?:\/\w+)?(?: daily)?$/i;

function energyOf({ energyratestructure: structure }: Item) {
  const periods = structure ?? [];
  const prices = periods
    .flat()
    .filter(({ unit, rate }) => rate != null && (unit == null || limitUnit.test(unit)))
    .map(({ rate, adj }) => (rate ?? 0) + (adj ?? 0));
  if (prices.length === 0) return {};
  return {
    energyUsdPerKwh: { lowest: rounded(Math.min(...prices)), highest: rounded(Math.max(...prices)) },
    periodsCount: periods.length,
    tiersCount: Math.max(...periods.map((tiers) => tiers.length)),
  };
}

const webPage = (text: string | null | undefined) =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;

function toTariff(item: Item): Tariff {
  const { label, utility, eiaid, name, startdate, is_default, source, fixedchargefirstmeter, fixedchargeunits } = item;
  const unit = textOf(fixedchargeunits, 40);
  return defined({
    label,
    utility: textOf(utility, 120) ?? '',
    eiaId: eiaid == null ? undefined : String(eiaid),
    name: textOf(name, 160) ?? label,
    startsOn: dayOf(startdate),
    fixedCharge: fixedchargefirstmeter == null || !unit ? undefined : { amount: fixedchargefirstmeter, unit },
    ...energyOf(item),
    isDefault: is_default ?? undefined,
    publishedAt: webPage(source),
    ...recordPage(card, label),
  });
}

/** The newest first, those that a utility calls its default before all others. */
const byAge = (a: Tariff, b: Tariff) =>
  Number(b.isDefault ?? false) - Number(a.isDefault ?? false) ||
  (b.startsOn ?? '').localeCompare(a.startsOn ?? '', 'en') ||
  a.label.localeCompare(b.label, 'en');

/**
 * Open residential tariffs of the utilities whose territory holds a point. `partial` where the database has more tariffs
 * than were read, `empty` where none is open, `unavailable` where it did not answer or no key is configured.
 */
export async function openTariffs(
  sources: SourceAccess,
  { latitude, longitude }: GeoPoint,
  now: Date,
): Promise<Lookup<readonly Tariff[]>> {
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
    limit: String(asked),
  });
  const found = await getJson(sources, card, { url: `${card.endpoint}?${query}`, maxBytes: 24_000_000 }, Body);
  if (!hasData(found)) return found;
  const { items } = found.data;
  const open = items
    .filter((item) => (item.sector == null || item.sector === 'Residential') && isOpen(item, now))
    .map(toTariff)
    .sort(byAge);
  const whole =
    items.length < asked
      ? { ...found, data: open }
      : { ...found, data: open, state: 'partial' as const, reason: `Only ${asked} of its tariffs were read.` };
  return open.length > 0 ? whole : noneOf(whole);
}
