import { defined } from '../../kernel/defined.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import { textOf } from '../../kernel/text.ts';
import type { Layers, Match } from './schema.ts';

/** An address as the geocoder matched it. */
export interface GeocoderMatch {
  readonly matchedAddress: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly city?: string;
  readonly stateCode?: string;
  readonly zip?: string;
  readonly tigerLineId?: string;
  readonly geographies: readonly Geography[];
  /** Layers that answered with an error in place of their content. */
  readonly failedLayers: readonly string[];
}

const clean = (value: unknown, pattern: RegExp) => {
  const text = textOf(value, 40);
  return text && pattern.test(text) ? text : undefined;
};

/** Geographies of all layers; a row without a code is left out. */
export function toGeographies(layers: Layers): Geography[] {
  return Object.entries(layers).flatMap(([layer, rows]) =>
    rows.flatMap((row): Geography[] => {
      const geoid = clean(row.GEOID, /^[\w-]+$/);
      const name = textOf(row.NAME, 160) ?? textOf(row.BASENAME, 160);
      const title = textOf(layer, 80);
      if (!geoid || !name || !title) return [];
      return [defined({ layer: title, geoid, name, baseName: textOf(row.BASENAME, 160) })];
    }),
  );
}

/** Names of the layers that hold an error text ("Layer query encountered an error …") instead of rows. */
export function failedLayers(layers: Layers): string[] {
  return Object.entries(layers)
    .filter(([, rows]) => rows.some((row) => typeof row.status === 'string' && !row.GEOID))
    .map(([layer]) => textOf(layer, 80) ?? 'a layer');
}

export function toMatch(match: Match): GeocoderMatch {
  const { addressComponents: parts, coordinates, geographies } = match;
  return defined({
    matchedAddress: textOf(match.matchedAddress, 200) ?? '',
    latitude: coordinates.y,
    longitude: coordinates.x,
    city: textOf(parts?.city, 80),
    stateCode: clean(parts?.state, /^[A-Z]{2}$/),
    zip: clean(parts?.zip, /^\d{5}$/),
    tigerLineId: textOf(match.tigerLine?.tigerLineId, 20),
    geographies: toGeographies(geographies ?? {}),
    failedLayers: failedLayers(geographies ?? {}),
  });
}
