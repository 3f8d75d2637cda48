import { id, text, url } from '../../fields/define.ts';
import { type RowOf, table } from '../../fields/table.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerRows } from '../shared/table-rows.ts';
import card from './card.ts';

export const aquifers = table(card.id, {
  id: id('SSA_ID', { maxLength: 40, otherwise: 'not stated' }),
  name: text('SSA_NAME', { maxLength: 120, otherwise: 'name not stated' }),
  federalRegister: text('FR_ID', { maxLength: 60, description: 'Designation in the Federal Register' }),
  epaRegion: id('EPA_Region', { maxLength: 20 }),
  documentUrl: url('EPA_Link', { host: 'epa.gov' }),
});

/** Designated aquifers whose polygon holds the point; several may overlap. */
export const aquifersAt = (sources: SourceAccess, point: GeoPoint) =>
  layerRows(sources, card, aquifers, { point, limit: 10 });

/** The same out of the mirrored copy of the layer. */
export const aquifersInCopy = (mirror: MirrorAccess, point: GeoPoint): Lookup<readonly RowOf<typeof aquifers>[]> =>
  mapLookup(mirror.containing('epa-sole-source-aquifers', point), (rows) =>
    rows.map(({ link, ...row }) => aquifers.fromMirror({ ...row, documentUrl: link ?? null })),
  );
