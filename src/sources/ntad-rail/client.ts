import { nearestPerName } from '../../geometry/lines.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import card from './card.ts';

interface RailLine {
  /** Reporting mark of the railroad that holds the line, for example NS or AMTK. */
  readonly railroad: string;
  /** The publisher's code for the kind of track, verbatim. */
  readonly network?: string;
  readonly distanceMeters: number;
}

/** Rail lines within a distance, nearest first, each railroad and kind of track once. */
export async function railNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly RailLine[]>> {
  const found = await queryLayer(sources, card, {
    point,
    radiusMeters,
    outFields: ['RROWNER1', 'NET'],
    geometry: true,
    limit: 500,
  });
  return mapLookup(found, (rows) =>
    nearestPerName(
      rows,
      (row) => `${textOf(row.attributes.RROWNER1, 20) ?? 'not stated'}|${textOf(row.attributes.NET, 10) ?? ''}`,
      point,
    ).map(({ name, distanceMeters }) => {
      const [railroad = '', network] = name.split('|');
      return { railroad, ...(network && { network }), distanceMeters };
    }),
  );
}
