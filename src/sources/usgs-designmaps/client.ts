import { z } from 'zod';
import { code, number, type RowOf, table } from '../../fields/define.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';

const card = sourceCard('usgs-designmaps');

const acceleration = (column: string, description?: string) =>
  number(column, { unit: 'g', ...(description && { description }) });

export const designValues = table(card.id, {
  ss: acceleration('ss', 'Mapped spectral acceleration, short period'),
  s1: acceleration('s1', 'Mapped spectral acceleration, 1 second'),
  sms: acceleration('sms'),
  sm1: acceleration('sm1'),
  sds: acceleration('sds', 'Design spectral acceleration, short period'),
  sd1: acceleration('sd1', 'Design spectral acceleration, 1 second'),
  pgam: acceleration('pgam', 'Peak ground acceleration, site-adjusted'),
  tl: number('tl', { unit: 's', description: 'Long-period transition' }),
  seismicDesignCategory: code('sdc', { maxLength: 8 }),
});
export type SeismicDesign = RowOf<typeof designValues> & { readonly referenceDocument: string };

/** Inputs of the question that this service fixes and every answer states. */
export const designInputs = { riskCategory: 'II', siteClass: 'Default' } as const;

const Reply = z.looseObject({
  request: z.looseObject({ referenceDocument: z.string().nullish(), status: z.string().nullish() }),
  response: z.union([z.looseObject({ data: z.record(z.string(), z.unknown()) }), z.string(), z.null()]).optional(),
});

/** What the publisher's own code says where none of its grids holds the point; every other text is a failure. */
const outsideTheGrids = /^No metadata exists\./;

/**
 * Design ground motions at a point; `not_covered` where the reference maps have no value (offshore, outside the grid).
 * An error of the service inside a 200 is `unavailable`: it says nothing about the maps.
 */
export async function seismicDesignAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<SeismicDesign>> {
  const params = new URLSearchParams({
    latitude: String(point.latitude),
    longitude: String(point.longitude),
    ...designInputs,
    title: 'place',
  });
  const found = await getJson(sources, card, { url: `${card.endpoint}?${params}` }, Reply);
  if (!hasData(found)) return found;
  const { request, response } = found.data;
  if ((request.status ?? 'success') !== 'success') {
    return { state: 'unavailable', source: card.name, reason: `${card.name} reported an error of its own.` };
  }
  if (response === null || (typeof response === 'string' && outsideTheGrids.test(response))) {
    return { state: 'not_covered', source: card.name, reason: 'the reference maps have no value at this point' };
  }
  if (!response || typeof response === 'string') return wrongShape(sources, card);
  const data = designValues.read(response.data);
  if (!data || (data.ss === undefined && data.sds === undefined)) return wrongShape(sources, card);
  return { ...found, data: { ...data, referenceDocument: textOf(request.referenceDocument, 30) ?? 'ASCE7-22' } };
}
