import { dateOf } from '../../fields/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { resolveLayer } from '../drivers/arcgis-services.ts';
import card from './card.ts';

export interface WorkUnit {
  readonly workUnit: string;
  readonly project?: string;
  readonly collectedFrom?: string;
  readonly collectedUntil?: string;
  /** Quality level of the 3DEP specification as published, for example "QL 2". */
  readonly qualityLevel?: string;
  readonly horizontalCrs?: string;
  readonly verticalCrs?: string;
}

const fields = ['workunit', 'project', 'collect_start', 'collect_end', 'ql', 'horiz_crs', 'vert_crs'] as const;

/** Lidar work units whose footprint covers a point, newest collection first. */
export async function workUnitsAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<readonly WorkUnit[]>> {
  const layer = await resolveLayer(sources, card, card.endpoint, /lidar point cloud|\bLPC\b/i);
  if (!hasData(layer)) return layer;
  const found = await queryLayer(sources, card, { layerUrl: layer.data.url, point, outFields: fields, limit: 50 });
  return mapLookup(found, (rows) =>
    rows
      .map(({ attributes }) =>
        defined({
          workUnit: textOf(attributes.workunit, 80) ?? 'not named',
          project: textOf(attributes.project, 80),
          collectedFrom: dateOf(attributes.collect_start),
          collectedUntil: dateOf(attributes.collect_end),
          qualityLevel: textOf(attributes.ql, 12),
          horizontalCrs: textOf(attributes.horiz_crs, 40),
          verticalCrs: textOf(attributes.vert_crs, 40),
        }),
      )
      .toSorted((a, b) => (b.collectedUntil ?? '').localeCompare(a.collectedUntil ?? '', 'en')),
  );
}
