import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

export interface SeismicDesign {
  readonly referenceDocument: string;
  /** Mapped and design spectral accelerations in g, period in seconds. */
  readonly ss?: number;
  readonly s1?: number;
  readonly sms?: number;
  readonly sm1?: number;
  readonly sds?: number;
  readonly sd1?: number;
  readonly pgam?: number;
  readonly tl?: number;
  readonly seismicDesignCategory?: string;
}

/** Inputs of the question that this service fixes and every answer states. */
export const designInputs = { riskCategory: 'II', siteClass: 'Default' } as const;

const number = z.union([z.number(), z.string()]).nullish();
const Reply = z.looseObject({
  request: z.looseObject({ referenceDocument: z.string().nullish(), status: z.string().nullish() }),
  response: z
    .union([
      z.looseObject({
        data: z.looseObject({
          ss: number,
          s1: number,
          sms: number,
          sm1: number,
          sds: number,
          sd1: number,
          pgam: number,
          tl: number,
          sdc: z.string().nullish(),
        }),
      }),
      z.string(),
      z.null(),
    ])
    .optional(),
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
  const { data } = response;
  const value: SeismicDesign = defined({
    referenceDocument: textOf(request.referenceDocument, 30) ?? 'ASCE7-22',
    ss: numberOf(data.ss),
    s1: numberOf(data.s1),
    sms: numberOf(data.sms),
    sm1: numberOf(data.sm1),
    sds: numberOf(data.sds),
    sd1: numberOf(data.sd1),
    pgam: numberOf(data.pgam),
    tl: numberOf(data.tl),
    seismicDesignCategory: textOf(data.sdc, 8),
  });
  if (value.ss === undefined && value.sds === undefined) return wrongShape(sources, card);
  return { ...found, data: value };
}
