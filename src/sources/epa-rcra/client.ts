import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { circleParams, echoRows, searchEcho } from '../drivers/echo.ts';
import { type Handler, handlers } from './fields.ts';

const card = sourceCard('epa-rcra');

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
  echoRows(sources, handlers, { params: circleParams(from, radiusMeters), limit: 1000 });

export const handlersIn = (sources: SourceAccess, area: HandlerArea): Promise<Lookup<Handlers>> =>
  echoRows(sources, handlers, { params: paramsOf(area), limit: 2000 });

/** How many handlers an area has, by the source's own count. */
export const handlerCountIn = async (sources: SourceAccess, area: HandlerArea): Promise<Lookup<number>> =>
  mapLookup(await searchEcho(sources, card, { params: paramsOf(area), limit: 1 }), ({ total }) => total);
