import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cleanText } from '../../kernel/text.ts';
import { getJson } from '../lookup.ts';
import card, { geocoderUrl } from './card.ts';
import { mapGeographies } from './map.ts';
import { AddressSchema, CoordinatesSchema } from './schema.ts';

/** Which edition of the geographies is asked. `2010` has the tracts of the 2018 opportunity zones. */
export type GeographyVintage = 'current' | '2020' | '2010';

const vintages: Readonly<Record<GeographyVintage, { benchmark: string; vintage: string }>> = {
  current: { benchmark: 'Public_AR_Current', vintage: 'Current_Current' },
  '2020': { benchmark: 'Public_AR_Census2020', vintage: 'Census2020_Current' },
  '2010': { benchmark: 'Public_AR_Current', vintage: 'Census2010_Current' },
};

export interface GeocoderMatch extends GeoPoint {
  readonly matchedAddress: string;
  readonly zip?: string;
  readonly stateCode?: string;
  readonly city?: string;
  readonly tigerLineId?: string;
  readonly geographies: readonly Geography[];
}

const partialReason = (layers: readonly string[]) =>
  `layers that the source could not read: ${[...new Set(layers)].slice(0, 4).join(', ')}`;

/**
 * Census geographies that contain a point. `partial` where the source could not read some layers,
 * `unavailable` where it could read none, `empty` where no layer contains the point.
 */
export async function geographiesAt(
  sources: SourceAccess,
  point: GeoPoint,
  options: { vintage?: GeographyVintage } = {},
): Promise<Lookup<readonly Geography[]>> {
  const { benchmark, vintage } = vintages[options.vintage ?? 'current'];
  const url = new URL(`${geocoderUrl}/coordinates`);
  url.search = new URLSearchParams({
    x: point.longitude.toFixed(6),
    y: point.latitude.toFixed(6),
    benchmark,
    vintage,
    layers: 'all',
    format: 'json',
  }).toString();
  const lookup = await getJson(sources, card, { url }, CoordinatesSchema);
  if (!hasData(lookup)) return lookup;
  const { geographies, failedLayers } = mapGeographies(lookup.data.result.geographies);
  const citation = { ...lookup.citation, sourceDate: vintage };
  if (geographies.length === 0) {
    return failedLayers.length > 0
      ? { state: 'unavailable', source: card.name, reason: partialReason(failedLayers) }
      : { state: 'empty', citation };
  }
  return failedLayers.length > 0
    ? { state: 'partial', data: geographies, citation, reason: partialReason(failedLayers) }
    : { state: 'found', data: geographies, citation };
}

/** Matches of one line of text, as the geocoder ranks them; `empty` where it knows no such address. */
export async function geocode(sources: SourceAccess, address: string): Promise<Lookup<readonly GeocoderMatch[]>> {
  const url = new URL(`${geocoderUrl}/onelineaddress`);
  url.search = new URLSearchParams({
    address: address.replace(/\s+/g, ' ').trim().slice(0, 240),
    ...vintages.current,
    layers: 'all',
    format: 'json',
  }).toString();
  const lookup = await getJson(sources, card, { url }, AddressSchema, {
    isEmpty: ({ result }) => result.addressMatches.length === 0,
  });
  if (!hasData(lookup)) return lookup;
  const matches = lookup.data.result.addressMatches.map((match) => ({
    matchedAddress: cleanText(match.matchedAddress, 200),
    latitude: match.coordinates.y,
    longitude: match.coordinates.x,
    ...(match.addressComponents?.zip && { zip: match.addressComponents.zip }),
    ...(match.addressComponents?.state && { stateCode: match.addressComponents.state }),
    ...(match.addressComponents?.city && { city: cleanText(match.addressComponents.city, 80) }),
    ...(match.tigerLine?.tigerLineId && { tigerLineId: match.tigerLine.tigerLineId }),
    geographies: mapGeographies(match.geographies ?? {}).geographies,
  }));
  return { ...lookup, data: matches };
}

/** The first geography whose layer name fits; layer names carry their vintage ("119th Congressional Districts"). */
export function geographyIn(geographies: readonly Geography[], layer: RegExp): Geography | undefined {
  return geographies.find((geography) => layer.test(geography.layer));
}
