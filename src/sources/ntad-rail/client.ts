import { code, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { firstOfEach, nearestLayerRows } from '../shared/table-rows.ts';

export const railLines = table('ntad-rail', {
  railroad: text('RROWNER1', { maxLength: 20, otherwise: 'not stated', description: 'Reporting mark' }),
  /** The publisher's code for the kind of track, verbatim. */
  network: code('NET', { maxLength: 10 }),
});

/** Rail lines within a distance, nearest first, each railroad and kind of track once. */
export const railNear = async (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  firstOfEach(
    await nearestLayerRows(sources, railLines, { point, radiusMeters, limit: 500 }),
    ({ railroad, network }) => `${railroad}|${network}`,
  );
