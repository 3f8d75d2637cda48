import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { partsOf, shapeOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

type Selector = Parameters<TestService['upstreams']['setFault']>[0];
const faulty: Selector[] = [];
function fail(selector: Selector): void {
  faulty.push(selector);
  service.upstreams.setFault(selector, 'http500');
}
afterEach(() => {
  for (const selector of faulty.splice(0)) service.upstreams.setFault(selector, undefined);
});

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('road access: stops and airports without a road or a rail line are free', async () => {
  fail(({ cardId }) => ['tiger-roads', 'fra-crossings', 'ntad-highways', 'ntad-rail'].includes(cardId ?? ''));
  const { charged, body } = await askPaid(service, 'svc-road-access', { latitude: 35.7786, longitude: -78.6431 });
  expect([charged, statusOf(body, 'transportation_context'), statusOf(body, 'mapped_roads')]).toEqual([
    false,
    'covered',
    'unavailable',
  ]);
});

test('road access: one road layer that fails makes the section incomplete and the brief degraded', async () => {
  fail(({ cardId, path }) => cardId === 'tiger-roads' && path.includes('/6/'));
  const { charged, body } = await askPaid(service, 'svc-road-access', { latitude: 35.7787, longitude: -78.6431 });
  const brief = body as Brief;
  const roads = brief.coverage.find(({ id }) => id === 'mapped_roads');
  expect([charged, brief.composeStatus, roads?.status, roads?.complete]).toEqual([true, 'degraded', 'covered', false]);
  const section = brief.sections.find(({ id }) => id === 'mapped_roads');
  expect(section?.note).toMatch(/1 of 3 layers did not answer/);
  expect(section?.tables?.[0]?.rows.map(({ cells }) => cells[0])).toEqual(['Synthetic W Hargett St']);
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-road-access')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-road-access', example);
  expect(partsOf(body)).toEqual([
    'svc-road-access Mapped roads at the point: covered',
    'svc-road-access Road and rail crossings: covered',
    'svc_transportation_context Highways, rail lines, transit stops and airports: covered',
    'svc_parcel_lookup Tax parcel: covered',
    'svc_terrain_profile Terrain: covered',
    'svc_governing_districts Governments and districts: covered',
    'svc_capital_projects Public works projects nearby: not_wired',
  ]);
  expect(shapeOf(body)).toEqual({
    mapped_roads: ['| Name', '| Feature class', '| Class legend', '| Distance'],
    rail_crossings: ['| Identifier', '| Street', '| Railroad', '| Position', '| Further'],
    transportation_context: [
      'Transit stop count',
      '| Route',
      '| Distance',
      '| Railroad',
      '| Network',
      '| Distance',
      '| Name',
      '| Stop identifier',
      '| Mode',
      '| Distance',
      '| Name',
      '| Identifier',
      '| ICAO',
      '| City',
      '| Distance',
    ],
    parcel_lookup: [
      'Parcel identifier',
      'Account identifier',
      'Matched by',
      'Site address',
      'Property class',
      'Land use',
      'Lot area',
      'Deed area',
      'Living area',
      'Year built',
      'Units',
      'Buildings',
      'Land value',
      'Building value',
      'Total value',
      'Last sale date',
      'Deed date',
      'Planning jurisdiction',
      'Centroid: latitude',
      'Centroid: longitude',
      'Centroid precision',
    ],
    terrain_profile: [
      'Elevation',
      'Slope: percent',
      'Slope: degrees',
      'Slope: falls toward',
      'Slope: over',
      'Slope: method',
      'Relief: lowest',
      'Relief: highest',
      'Relief: difference',
      'Relief: within',
      '| Direction',
      '| Distance',
      '| Feet above center',
    ],
    governing_districts: ['| Kind', '| Name', '| GEOID', '| Vintage'],
  });
});
