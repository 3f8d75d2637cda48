import { z } from 'zod';
import { computed, id, point, text } from '../../fields/define.ts';
import { type RowOf, table } from '../../fields/table.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { circleParams, echoRows, searchEcho } from '../drivers/echo.ts';
import { handlerId } from '../shared/ids.ts';
import card from './card.ts';

/** What a handler notified as. `other`: a class that this service does not name (transporter, universe not stated). */
export const handlerClasses = ['tsdf', 'lqg', 'sqg', 'vsqg', 'other'] as const;

/** The class that comes first in the order of `handlerClasses`: a facility can be several. */
export function classOf(universe: unknown): (typeof handlerClasses)[number] {
  const words = (textOf(universe) ?? '').toUpperCase();
  if (/TSDF|\bTSD\b/.test(words)) return 'tsdf';
  if (/\bLQG\b/.test(words)) return 'lqg';
  if (/\bSQG\b/.test(words)) return 'sqg';
  return /\b(VSQG|CESQG)\b/.test(words) ? 'vsqg' : 'other';
}

export const handlers = table(card.id, {
  handlerId: id('SourceID', { pattern: handlerId, required: true }),
  name: text('RCRAName', { maxLength: 100, otherwise: 'name not stated' }),
  city: text('RCRACity', { maxLength: 60 }),
  class: computed(['RCRAUniverse'], z.enum(handlerClasses), ([universe]) => classOf(universe), { required: true }),
  // "Active (H    )": the letters in brackets are EPA's activity codes
  status: computed(['RCRAStatus'], z.string(), ([status]) =>
    textOf(typeof status === 'string' ? status.replace(/\(.*\)/, '') : undefined, 30),
  ),
  correctiveAction: computed(['CleanupActionFlag'], z.boolean(), ([flag]) =>
    flag === undefined ? undefined : flag === 'Y',
  ),
  at: point('FacLat', 'FacLong'),
});
export type Handler = RowOf<typeof handlers>;

/** Handlers as they were read, and how many match by the source's own count. */
export interface Handlers {
  readonly rows: readonly Handler[];
  readonly total: number;
}

/** A county by its 5-digit code, or a ZIP. */
export interface HandlerArea {
  readonly state: string;
  readonly countyFips?: string | undefined;
  readonly zip?: string | undefined;
}

const paramsOf = ({ state, countyFips, zip }: HandlerArea) => ({
  p_st: state,
  ...(countyFips && { p_fips: countyFips }),
  ...(zip && { p_zip: zip }),
});

/** Handlers within a radius of a point. */
export const handlersNear = (sources: SourceAccess, from: GeoPoint, radiusMeters: number): Promise<Lookup<Handlers>> =>
  echoRows(sources, card, handlers, { params: circleParams(from, radiusMeters), limit: 1000 });

export const handlersIn = (sources: SourceAccess, area: HandlerArea): Promise<Lookup<Handlers>> =>
  echoRows(sources, card, handlers, { params: paramsOf(area), limit: 2000 });

/** How many handlers an area has, by the source's own count. */
export const handlerCountIn = async (sources: SourceAccess, area: HandlerArea): Promise<Lookup<number>> =>
  mapLookup(await searchEcho(sources, card, { params: paramsOf(area), limit: 1 }), ({ total }) => total);
