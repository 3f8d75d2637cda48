import { z } from 'zod';
import { either, id, number, type RowOf, table, text } from '../../fields/define.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import { textOf } from '../../kernel/text.ts';

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
