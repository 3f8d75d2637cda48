import { z } from 'zod';
import { either, id, number, type RowOf, table, text } from '../../fields/define.ts';
import { compiledWhenOften } from '../../kernel/compiled.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import { tableRows } from '../shared/table-rows.ts';

const cell = z.string().nullish();
const LayerRow = z.looseObject({ GEOID: cell, NAME: cell, BASENAME: cell, status: cell });
/** Rows of each layer: geographies, or (in place of one) the status text of a layer that failed. */
export const Layers = z.record(z.string(), z.array(LayerRow));
export type Layers = z.infer<typeof Layers>;

const geographies = table('census-geocoder', {
  layer: text('layer', { maxLength: 80, required: true }),
  geoid: id('GEOID', { maxLength: 40, pattern: z.string().regex(/^[\w-]+$/), required: true }),
  name: either(['NAME', 'BASENAME'], { maxLength: 160, required: true }),
  baseName: text('BASENAME', { maxLength: 160 }),
});

/** Geographies of all layers; a row without a code is left out. */
export const geographiesOf = (layers: Layers): Geography[] =>
  Object.entries(layers).flatMap(([layer, rows]) => rows.flatMap((row) => geographies.read({ ...row, layer }) ?? []));

/** Names of the layers that hold an error text ("Layer query encountered an error …") instead of rows. */
export const failedLayers = (layers: Layers): string[] =>
  Object.entries(layers)
    .filter(([, rows]) => rows.some((row) => typeof row.status === 'string' && !row.GEOID))
    .map(([layer]) => textOf(layer, 80) ?? 'a layer');

export const matches = table('census-geocoder', {
  // the one text of a source that our sentences carry as it is: a number, a street, a city, a state and a ZIP
  matchedAddress: text('matchedAddress', {
    maxLength: 200,
    required: true,
    pattern: z
      .string()
      .regex(/^(?=\S*\d)[\p{L}\p{N} .'#/&()-]{1,80}(?:, [\p{L}\p{N} .'-]{1,40})?, [A-Z]{2}(?:, \d{5})?$/u),
  }),
  latitude: number('y', { minimum: -90, maximum: 90, required: true }),
  longitude: number('x', { minimum: -180, maximum: 180, required: true }),
  city: text('city', { maxLength: 80 }),
  stateCode: id('state', { pattern: z.string().regex(/^[A-Z]{2}$/) }),
  zip: id('zip', { pattern: z.string().regex(/^\d{5}$/) }),
  tigerLineId: id('tigerLineId', { maxLength: 20 }),
});

export interface GeocoderMatch extends RowOf<typeof matches> {
  readonly geographies: readonly Geography[];
  readonly failedLayers: readonly string[];
}

const card = sourceCard('census-geocoder');

/** The two queries of the service. */
const geocoderUrls = {
  onelineaddress: card.endpoint,
  coordinates: card.endpoint.replace(/onelineaddress$/, 'coordinates'),
};

const parts = z.record(z.string(), z.unknown());
const AddressReply = z.looseObject({
  result: z.looseObject({
    addressMatches: z.array(
      z.looseObject({
        coordinates: parts,
        tigerLine: parts.nullish(),
        addressComponents: parts.nullish(),
        geographies: Layers.nullish(),
      }),
    ),
  }),
});
const CoordinatesReply = z.looseObject({ result: z.looseObject({ geographies: Layers }) });

/** Which edition of the geographies is queried. `2010` has the tracts of the 2018 opportunity zones. */
export type GeographyVintage = 'current' | '2020' | '2010';

const benchmark = 'Public_AR_Current';
const vintages: Readonly<Record<GeographyVintage, string>> = {
  current: 'Current_Current',
  '2020': 'Census2020_Current',
  '2010': 'Census2010_Current',
};

/** Longest address that the service takes. */
export const maxAddressLength = 100;

/** Layers without which a match cannot be placed in a county. */
const neededLayers = /^(counties|states)$/i;

const questionUrl = (endpoint: string, params: Readonly<Record<string, string>>) =>
  `${endpoint}?${new URLSearchParams({ ...params, benchmark, format: 'json' })}`;

/** An error text inside a layer that is needed; such a reply is a failure and is not kept. */
function neededLayerFailed(body: unknown): string | undefined {
  const parsed = compiledWhenOften(AddressReply).safeParse(body);
  if (!parsed.success) return undefined;
  const failed = parsed.data.result.addressMatches.flatMap((match) => failedLayers(match.geographies ?? {}));
  return failed.some((layer) => neededLayers.test(layer)) ? 'a layer query failed' : undefined;
}

/**
 * Matches of a one-line street address, with state, county, tract and block of each. `empty` where the geocoder has
 * no match; several matches are all given, in the geocoder's order. An error text inside a needed layer is `unavailable`.
 */
export async function geocode(sources: SourceAccess, text: string): Promise<Lookup<readonly GeocoderMatch[]>> {
  const url = questionUrl(geocoderUrls.onelineaddress, {
    address: text.slice(0, maxAddressLength),
    vintage: vintages.current,
  });
  const lookup = await getJson(sources, card, { url, detectError: neededLayerFailed }, AddressReply, {
    citation: { sourceDate: `${benchmark}, ${vintages.current}` },
    isEmpty: (reply) => reply.result.addressMatches.length === 0,
  });
  if (lookup.state === 'empty') return { ...lookup, reason: 'the geocoder has no match for this address' };
  const replies = mapLookup(lookup, ({ result }) => result.addressMatches);
  const read = tableRows(sources, card, matches, replies, {
    columnsOf: (match) => ({ ...match, ...match.coordinates, ...match.addressComponents, ...match.tigerLine }),
    map: (match, { geographies }) => ({
      ...match,
      geographies: geographiesOf(geographies ?? {}),
      failedLayers: failedLayers(geographies ?? {}),
    }),
  });
  // where one of several matches cannot be read, the others are no choice
  return read.state === 'partial' ? wrongShape(sources, card) : read;
}

/**
 * All census geographies that contain a point, every layer of the vintage: match layers by pattern
 * (`/Congressional Districts$/`, `/State Legislative Districts - Upper$/`, `/^Census Tracts$/`), never by full name.
 * `partial` names layers that failed (they are queried once more first); `empty` where no layer has anything there.
 */
export async function geographiesAt(
  sources: SourceAccess,
  point: GeoPoint,
  options: { readonly vintage?: GeographyVintage } = {},
): Promise<Lookup<readonly Geography[]>> {
  const vintage = vintages[options.vintage ?? 'current'];
  const url = questionUrl(geocoderUrls.coordinates, {
    x: point.longitude.toFixed(6),
    y: point.latitude.toFixed(6),
    vintage,
    layers: 'all',
  });
  const ask = (ttlSeconds?: number) =>
    getJson(sources, card, { url, ttlSeconds }, CoordinatesReply, {
      citation: { sourceDate: `${benchmark}, ${vintage}` },
    });
  let lookup = await ask();
  if (hasData(lookup) && failedLayers(lookup.data.result.geographies).length > 0) {
    const again = await ask(0);
    if (hasData(again)) lookup = again;
  }
  if (!hasData(lookup)) return lookup;
  const layers = lookup.data.result.geographies;
  const data = geographiesOf(layers);
  const failed = failedLayers(layers);
  if (failed.length === 0) {
    return data.length === 0
      ? { state: 'empty', citation: lookup.citation, reason: 'no census geography contains this point' }
      : { state: 'found', data, citation: lookup.citation };
  }
  sources.refuse(card);
  const named = failed.slice(0, 4).join(', ') + (failed.length > 4 ? ` and ${failed.length - 4} more` : '');
  const reason = `Layers that the geocoder could not read: ${named}.`;
  if (data.length === 0) return { state: 'unavailable', source: lookup.citation.sourceName, reason };
  return { state: 'partial', data, citation: lookup.citation, reason };
}

/** The first geography whose layer name fits; layer names carry their vintage ("119th Congressional Districts"). */
export function geographyIn(geographies: readonly Geography[], layer: RegExp): Geography | undefined {
  return geographies.find((geography) => layer.test(geography.layer));
}
