import { isKnown, type ParcelOutline, parcelOutline } from '../../answers/on-parcel.ts';
import type { ToolContext } from '../../catalog/context.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { holdsPoint } from '../../geometry/outline.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { RoofEvidence } from '../../kernel/ports/providers.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { sourceCard } from '../../sources/cards.ts';
import { type SectorPrice, statePrices } from '../../sources/eia-retail-sales/client.ts';
import { type ReferenceEnergy, referenceEnergy } from '../../sources/nlr-pvwatts/client.ts';
import { openTariffs, type Tariff } from '../../sources/openei-urdb/client.ts';

const eiaCard = sourceCard('eia-retail-sales');

export type SolarContext = Pick<
  ToolContext<'none'>,
  'sources' | 'jurisdictions' | 'place' | 'providers' | 'now' | 'progress'
>;

export interface SolarTerms {
  readonly systemKw: number;
  readonly financialZip: string;
}

export interface StatePrice extends SectorPrice {
  readonly state: string;
  readonly zip: string;
}

export interface Official {
  readonly reference: Lookup<ReferenceEnergy>;
  readonly price: Lookup<StatePrice>;
  readonly tariffs: Lookup<readonly Tariff[]>;
}

/** The ZIP that an address ends in; every address that the schema takes has one. */
export const zipOf = (address: string): string => /(\d{5})(?:-\d{4})?$/.exec(address.trim())?.[1] ?? '';

async function residentialPrice({ place, sources }: SolarContext, zip: string): Promise<Lookup<StatePrice>> {
  const found = await place.resolve({ zip }, sources);
  const state = found.subject.stateCode;
  if (!state) return { state: 'unresolved', source: eiaCard.name, reason: `No state is known of ZIP ${zip}.` };
  const prices = await statePrices(sources, state, 'monthly');
  if (!hasData(prices)) return prices;
  const home = prices.data.find(({ sector }) => sector === 'residential');
  if (!home) return { state: 'empty', citation: prices.citation };
  return { ...prices, data: { ...home, state, zip } };
}

/** Reference energy, published price and open tariffs of a place. */
export async function gatherOfficial(
  ctx: SolarContext,
  subject: PointSubject,
  { systemKw, financialZip }: SolarTerms,
): Promise<Official> {
  const [reference, price, tariffs] = await Promise.all([
    referenceEnergy(ctx.sources, subject, systemKw),
    residentialPrice(ctx, financialZip),
    openTariffs(ctx.sources, subject, ctx.now),
  ]);
  return { reference, price, tariffs };
}

export const matchedWithinMeters = 20;

/** Whether a building is the one of the address, and by what that is known. */
export type RoofMatch =
  | {
      readonly matched: true;
      readonly method: 'parcel_outline' | 'distance_and_postal_code';
      readonly distanceMeters: number;
      readonly postalCodeAgrees?: boolean;
    }
  | { readonly matched: false; readonly why: string };

/**
 * Any building near the point may be answered, the neighbor's too. Where the parcel's outline is known, the center of the
 * building must lie in it; else it must be near the point of the address and carry its ZIP.
 */
export function matchRoof(subject: PointSubject, outline: ParcelOutline, roof: RoofEvidence): RoofMatch {
  const distance = Math.round(distanceMeters(subject, roof.center) * 10) / 10;
  const agrees = roof.postalCode === undefined || !subject.zip ? undefined : roof.postalCode === subject.zip;
  const known = { distanceMeters: distance, ...(agrees !== undefined && { postalCodeAgrees: agrees }) };
  if (isKnown(outline)) {
    return holdsPoint(outline.rings, roof.center)
      ? { matched: true, method: 'parcel_outline', ...known }
      : { matched: false, why: `the center of the building, ${distance} m away, lies outside the parcel's outline` };
  }
  if (distance > matchedWithinMeters)
    return {
      matched: false,
      why: `the center of the building is ${distance} m from the point of the address, and more than ${matchedWithinMeters} m is not taken for it without a parcel outline`,
    };
  if (agrees !== true)
    return {
      matched: false,
      why:
        agrees === false
          ? 'the building carries another ZIP than the address'
          : 'the ZIP of the building or of the address is not known, and no parcel outline either',
    };
  return { matched: true, method: 'distance_and_postal_code', ...known };
}

export type RoofFound =
  | {
      readonly state: 'found';
      readonly roof: RoofEvidence;
      readonly match: RoofMatch;
      readonly parcelId: string | undefined;
      readonly citation: Awaited<ReturnType<ToolContext['providers']['buy']>>['citation'];
    }
  | { readonly state: 'no_record'; readonly reason: string };

/** Buys the roof of a place and holds it against the parcel. Throws ServiceError with an `ext_*` code. */
export async function buyRoof(ctx: SolarContext, subject: PointSubject): Promise<RoofFound> {
  const { jurisdictions, sources } = ctx;
  const outline = await parcelOutline({ jurisdictions, sources, subject });
  const { latitude, longitude } = subject;
  const bought = await ctx.providers.buy('roof', { latitude, longitude });
  if (bought.state === 'no_record') return { state: 'no_record', reason: bought.reason };
  return {
    state: 'found',
    roof: bought.facts,
    match: matchRoof(subject, outline, bought.facts),
    parcelId: isKnown(outline) ? outline.parcelId : undefined,
    citation: bought.citation,
  };
}
