import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { failUntilTestEnds, partsOf, shapeOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { chicago, biloxi } = samplePlaces;
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const fail = failUntilTestEnds(() => service);

test('landslide: an inventory without landslides is an answer, with its sentence', async () => {
  const { charged, body } = await askPaid(service, 'svc-landslide-diligence', pointOf(chicago));
  const inventory = (body as Brief).coverage.find(({ id }) => id === 'landslide_context');
  expect([charged, inventory?.status, inventory?.says]).toEqual([
    true,
    'empty',
    expect.stringMatching(/within 5000 m of the point: 0 points, 0 mapped outlines/),
  ]);
});

test('landslide: no slope, or a part of the inventory without an answer, is free', async () => {
  const flat = await askPaid(service, 'svc-landslide-diligence', pointOf(biloxi));
  expect([flat.charged, flat.body.message]).toEqual([false, expect.stringMatching(/slope of the terrain model/)]);
  fail(({ cardId, path }) => cardId === 'usgs-landslides' && !/\/0\/query/.test(path));
  const half = await askPaid(service, 'svc-landslide-diligence', { latitude: 35.7784, longitude: -78.6431 });
  expect([half.charged, half.body.message]).toEqual([
    false,
    expect.stringMatching(/answer of the landslide inventory/),
  ]);
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-landslide-diligence')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-landslide-diligence', example);
  expect(partsOf(body)).toEqual([
    'svc_landslide_context Recorded landslides: covered',
    'svc_terrain_profile Terrain: covered',
    'svc_soil_context Soil: covered',
    'svc_wildfire_history Mapped wildfires: covered',
    'svc_seismic_design Seismic design values: covered',
    'svc_3dep_availability Lidar and elevation models: covered',
  ]);
  expect(shapeOf(body)).toEqual({
    landslide_context: [
      'Points',
      'Points: by distance',
      'Outlines at point',
      'Outlines within radius',
      'Susceptibility: code',
      'Susceptibility: legend',
      'Landslide on parcel: extent',
      'Landslide on parcel: share',
      'Point agrees',
      '| Identifier',
      '| Type',
      '| Confidence',
      '| Confidence legend',
      '| Further',
    ],
    terrain_profile: [
      'Elevation',
      'Slope',
      'Slope angle',
      'Slope: falls toward',
      'Slope: over',
      'Slope: method',
      'Relief: lowest',
      'Relief: highest',
      'Relief: difference',
      'Relief: within',
      '| Direction',
      '| Distance',
      '| Above center',
    ],
    soil_context: [
      'Map unit: name',
      'Map unit: symbol',
      'Map unit: survey area',
      'Map unit hydric',
      'Flooding frequency',
      'Map unit ponding',
      'Bedrock depth',
      'Farmland class',
      'Point agrees',
      '| Name',
      '| Kind',
      '| Share',
      '| Slope',
      '| Further',
      '| Use',
      '| Rating',
      '| Share',
      '| Components',
      '| Reasons',
      '| Component',
      '| Share',
      '| High water table',
      '| Wet months',
      '| Further',
      '| Symbol',
      '| Name',
      '| Farmland class',
      '| Hydric',
      '| Share',
    ],
    wildfire_history: [
      'Point agrees',
      '| Within',
      '| Count',
      '| Name',
      '| Year',
      '| Discovered',
      '| Acres',
      '| Further',
      '| Within',
      '| Count',
      '| Name',
      '| Year',
      '| Acres',
      '| Within',
      '| Name',
      '| Year',
      '| Share',
    ],
    seismic_design: [
      'Reference document',
      'Risk category',
      'Site class',
      'Seismic design category',
      'SS',
      'S1',
      'SMS',
      'SM1',
      'SDS',
      'SD1',
      'PGA M',
      'TL',
    ],
    '3dep_availability': [
      'One meter dem: product',
      'One meter dem: tiles',
      'One meter dem: newest published',
      'Lidar point cloud: product',
      'Lidar point cloud: tiles',
      'Lidar point cloud: newest published',
      '| Work unit',
      '| Project',
      '| Collected from',
      '| Collected until',
      '| Further',
    ],
  });
});
