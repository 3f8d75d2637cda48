import { z } from 'zod';
import { computed, count, id, type RowOf, table, text } from '../../fields/define.ts';
import { present } from '../../fields/numbers.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { pwsId } from '../shared/ids.ts';
import { layerRows } from '../shared/table-rows.ts';

export const serviceAreas = table('epa-water-service-areas', {
  pwsId: id('PWSID', { pattern: pwsId, required: true }),
  name: text('PWS_Name', { maxLength: 100, otherwise: 'name not stated' }),
  populationServed: count('Population_Served_Count'),
  connections: count('Service_Connections_Count'),
  modelMethod: text('Model_Method', { maxLength: 60 }),
  boundary: computed(
    ['Model_Method', 'Verification_Status'],
    z.string().describe('How the service area was drawn, in the words of the layer'),
    ([method, verification]) => textOf(present(method), 60) ?? textOf(present(verification), 40),
  ),
});
export type ServiceArea = RowOf<typeof serviceAreas>;

/** Service areas of community water systems that hold the point. */
export const serviceAreasAt = (sources: SourceAccess, point: GeoPoint) =>
  layerRows(sources, serviceAreas, { point, limit: 50 });
