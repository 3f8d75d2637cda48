import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { partsOf, shapeOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { chicago } = samplePlaces;
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('power and water: overflows of sewers alone are no evidence of supply', async () => {
  const { charged, body } = await askPaid(service, 'svc-power-water-evidence-pack', pointOf(chicago));
  expect([charged, statusOf(body, 'sewer_overflow_nearby')]).toEqual([false, 'covered']);
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-power-water-evidence-pack')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-power-water-evidence-pack', example);
  expect(partsOf(body)).toEqual([
    'svc_public_utilities Utilities mapped at the point and works near it: covered',
    'svc_electric_utility_resolver Candidate electric utilities: covered',
    'svc_drinking_water_violations Drinking water violations: covered',
    'svc_water_systems Water systems of the county: covered',
    'svc_groundwater_context Wells and groundwater: covered',
    'svc_sole_source_aquifer Sole source aquifer: empty',
    'svc_sewer_overflow_nearby Reported sewer overflows: empty',
  ]);
  expect(shapeOf(body)).toEqual({
    public_utilities: [
      '| PWS identifier',
      '| Name',
      '| Population served',
      '| Connections',
      '| Boundary',
      '| Name',
      '| EIA identifier',
      '| Type',
      '| Identifier',
      '| Kind',
      '| Name',
      '| Distance',
      '| Direction',
      '| Kind',
      '| Count',
    ],
    electric_utility_resolver: [
      '| Name',
      '| EIA identifier',
      '| Type',
      '| State',
      '| Further',
      '| Name',
      '| EIA identifier',
    ],
    drinking_water_violations: [
      '| PWS identifier',
      '| Name',
      '| Population served',
      '| Boundary',
      '| Further',
      '| PWS identifier',
      '| Violation identifier',
      '| Category',
      '| Violation code',
      '| Further',
    ],
    water_systems: [
      'Totals',
      'Totals: community systems',
      'Totals: non transient systems',
      'Totals: transient systems',
      'Totals: with violation',
      '| PWS identifier',
      '| Name',
      '| Type',
      '| Primary source',
      '| Further',
    ],
    groundwater_context: [
      'Well counts',
      'Well counts: with measured depth',
      '| Identifier',
      '| Name',
      '| Distance',
      '| Direction',
      '| Further',
      '| Identifier',
      '| Agency',
      '| Distance',
      '| Direction',
      '| Further',
    ],
  });
});
