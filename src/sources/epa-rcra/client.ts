import { z } from 'zod';
import { type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { circleParams, queryEcho } from '../epa-echo/query.ts';
import { handlerId } from '../shared/ids.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** What a handler notified as. `other`: a class that this service does not name (transporter, universe not stated). */
export const handlerClasses = ['tsdf', 'lqg', 'sqg', 'vsqg', 'other'] as const;
export type HandlerClass = (typeof handlerClasses)[number];

export interface Handler extends Positioned {
  readonly handlerId: string;
  readonly name: string;
  readonly city?: string;
  readonly universe?: string;
  readonly handlerClass: HandlerClass;
  /** EPA's own word; undefined where it states none. */
  readonly status?: string;
  /** Undefined where the source does not say. */
  readonly correctiveAction?: boolean;
}

export interface Handlers {
  readonly handlers: readonly Handler[];
  readonly total: number;
}

const Row = z.looseObject({ RCRAName: z.string(), SourceID: handlerId });

/** The class that comes first in the order of `handlerClasses`: a facility can be several. */
export function classOf(universe: string | undefined): HandlerClass {
  const text = (universe ?? '').toUpperCase();
  if (/TSDF/.test(text)) return 'tsdf';
  if (/\bLQG\b/.test(text)) return 'lqg';
  if (/\bSQG\b/.test(text)) return 'sqg';
  return /\b(VSQG|CESQG)\b/.test(text) ? 'vsqg' : 'other';
}

function toHandler(row: Readonly<Record<string, unknown>>): Handler | undefined {
  const parsed = Row.safeParse(row);
  if (!parsed.success) return undefined;
  const universe = textOf(row.RCRAUniverse, 60);
  return defined({
    handlerId: textOf(parsed.data.SourceID, 20) ?? 'not stated',
    name: textOf(parsed.data.RCRAName, 100) ?? 'name not stated',
    city: textOf(row.RCRACity, 60),
    universe,
    handlerClass: classOf(universe),
    // "Active (H    )": the letters in brackets are EPA's activity codes
    status: textOf(typeof row.RCRAStatus === 'string' ? row.RCRAStatus.replace(/\(.*\)/, '') : undefined, 30),
    correctiveAction: row.CleanupActionFlag === 'Y',
    at: positionOf(row.FacLat, row.FacLong),
  });
}

async function handlers(
  sources: SourceAccess,
  params: Readonly<Record<string, string>>,
  limit: number,
): Promise<Lookup<Handlers>> {
  const found = await queryEcho(sources, card, { service: 'rcra_rest_services', params, limit });
  if (!hasData(found)) return found;
  const rows = found.data.rows.map(toHandler);
  if (rows.some((row) => row === undefined)) return wrongShape(sources, card);
  return { ...found, data: { handlers: rows as Handler[], total: found.data.total } };
}

/** Handlers within a radius of a point. */
export const handlersNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  handlers(sources, circleParams(point, radiusMeters), 1000);

/** How many handlers a county has, by the source's own count. */
export async function handlerCountIn(
  sources: SourceAccess,
  where: { readonly state: string; readonly countyFips: string },
): Promise<Lookup<number>> {
  const params = { p_st: where.state, p_fips: where.countyFips };
  const found = await queryEcho(sources, card, { service: 'rcra_rest_services', params, limit: 0 });
  if (!hasData(found)) return found;
  return { state: 'found', data: found.data.total, citation: found.citation };
}

/** Handlers of a county (5-digit code) or of a ZIP. */
export const handlersIn = (
  sources: SourceAccess,
  where: { readonly state: string; readonly countyFips?: string | undefined; readonly zip?: string | undefined },
) =>
  handlers(
    sources,
    {
      p_st: where.state,
      ...(where.countyFips && { p_fips: where.countyFips }),
      ...(where.zip && { p_zip: where.zip }),
    },
    2000,
  );
