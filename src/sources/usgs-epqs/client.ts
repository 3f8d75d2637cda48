import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';

const card = sourceCard('usgs-epqs');

export interface Elevation {
  readonly feet: number;
  /** Cell size of the raster that answered, as the service states it. */
  readonly resolutionMeters?: number;
  readonly surveyDate?: string;
}

const Reply = z.looseObject({
  value: z.union([z.number(), z.string(), z.null()]),
  resolution: z.union([z.number(), z.string()]).nullish(),
  attributes: z.looseObject({ AcquisitionDate: z.string().nullish() }).nullish(),
});

/** Over water and outside its rasters the service says 0 or -1000000; neither is an elevation. */
function feetOf(value: unknown): number | undefined {
  const feet = numberOf(value);
  return feet === undefined || feet === 0 || feet < -1500 ? undefined : feet;
}

/** Bare-earth elevation at a point in feet above NAVD88; `empty` where the service has no data there. */
export async function elevationAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<Elevation>> {
  const query = new URLSearchParams({
    x: point.longitude.toFixed(6),
    y: point.latitude.toFixed(6),
    units: 'Feet',
    wkid: '4326',
    includeDate: 'true',
  });
  const lookup = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Reply);
  if (!hasData(lookup)) return lookup;
  const feet = feetOf(lookup.data.value);
  if (feet === undefined) return { state: 'empty', citation: lookup.citation };
  const surveyDate = dateOf(lookup.data.attributes?.AcquisitionDate);
  const data = defined({ feet, resolutionMeters: numberOf(lookup.data.resolution), surveyDate });
  return citing({ ...lookup, data }, { sourceDate: surveyDate });
}
