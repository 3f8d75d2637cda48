import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { partsOf, shapeOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { raleigh, biloxi } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const slug = 'svc-environmental-context';

/** The brief where only these sources answer. */
async function withOnly(...cardIds: readonly string[]) {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId = '' }) => !['census-geocoder', ...cardIds].includes(cardId), 'http500');
    return await askPaid(own, slug, { address: raleigh.address });
  } finally {
    await own.close();
  }
}

test('is sold with facts of three registers or maps, and free with facts of two', async () => {
  const two = await withOnly('fema-nfhl', 'usfws-nwi');
  expect([two.charged, two.body.message]).toEqual([
    false,
    'Not charged: fewer than three environmental registers or maps gave facts about this place.',
  ]);
  expect(partsOf(two.body).filter((part) => part.endsWith(': covered'))).toEqual([
    'svc_wetland_context Mapped wetlands: covered',
    'svc_flood_zone Flood zone: covered',
  ]);
  const three = await withOnly('fema-nfhl', 'usfws-nwi', 'usda-sda');
  expect([three.charged, three.body.composeStatus]).toEqual([true, 'degraded']);
});

test('is sold where five registers have nothing and the others have facts', async () => {
  const { charged, body } = await askPaid(service, slug, { address: biloxi.address });
  expect(charged).toBe(true);
  expect(partsOf(body)).toEqual([
    'svc_cleanup_sites Cleanup sites: covered',
    'svc_underground_storage_tanks Underground storage tanks: covered',
    'svc_regulated_facility_compliance Regulated facilities: covered',
    'svc_toxic_releases Toxic releases in the county: empty',
    'svc_pfas_multimedia_nearby PFAS records nearby: covered',
    'svc_radon_zone Radon zone: empty',
    'svc_air_quality_current Current air quality: empty',
    'svc_sole_source_aquifer Sole source aquifer: covered',
    'svc_groundwater_context Groundwater: empty',
    'svc_drinking_water_violations Drinking water violations: covered',
    'svc_wetland_context Mapped wetlands: covered',
    'svc_flood_zone Flood zone: covered',
    'svc_soil_context Soil: empty',
  ]);
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-environmental-context')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-environmental-context', example);
  expect(partsOf(body)).toEqual([
    'svc_cleanup_sites Cleanup sites: covered',
    'svc_underground_storage_tanks Underground storage tanks: covered',
    'svc_regulated_facility_compliance Regulated facilities: covered',
    'svc_toxic_releases Toxic releases in the county: covered',
    'svc_pfas_multimedia_nearby PFAS records nearby: covered',
    'svc_radon_zone Radon zone: covered',
    'svc_air_quality_current Current air quality: covered',
    'svc_sole_source_aquifer Sole source aquifer: empty',
    'svc_groundwater_context Groundwater: covered',
    'svc_drinking_water_violations Drinking water violations: covered',
    'svc_wetland_context Mapped wetlands: covered',
    'svc_flood_zone Flood zone: covered',
    'svc_soil_context Soil: covered',
  ]);
  expect(shapeOf(body)).toEqual({
    cleanup_sites: [
      'National priorities: by distance',
      'National priorities: deleted by distance',
      'Other Superfund: by distance',
      'Other Superfund: archived by distance',
      'Other Superfund: without coordinates: in ZIP',
      'Other Superfund: without coordinates: in county',
      'Brownfields: by distance',
      '| EPA identifier',
      '| Name',
      '| Status',
      '| Listed',
      '| Further',
      '| EPA identifier',
      '| Name',
      '| Status',
      '| Distance',
      '| Further',
      '| EPA identifier',
      '| Name',
      '| Name',
      '| Registry identifier',
      '| Address',
      '| Distance',
      '| Direction',
    ],
    underground_storage_tanks: [
      'Facilities: by distance',
      'Releases: by distance',
      'Releases: by status',
      'Tanks: of facilities',
      'Tanks: by status',
      'Tanks: capacity',
      'Tanks: without capacity',
      '| Facility identifier',
      '| Name',
      '| Address',
      '| Open tanks',
      '| Further',
      '| Release identifier',
      '| Name',
      '| Address',
      '| Status',
      '| Further',
    ],
    regulated_facility_compliance: [
      'Facilities: total',
      'Facilities: by distance',
      'Facilities: by status',
      'Facilities: without coordinates',
      '| Registry identifier',
      '| Name',
      '| Programs',
      '| Compliance status',
      '| Further',
      '| Registry identifier',
      '| Name',
      '| Programs',
      '| Compliance status',
      '| Further',
    ],
    toxic_releases: [
      'Facilities',
      'Facilities: forms',
      'Facilities: forms without quantities',
      'Pounds: on site',
      'Pounds: of that air',
      'Pounds: of that water',
      'Pounds: of that underground injection',
      'Pounds: off site',
      'Dioxin grams: on site',
      'Dioxin grams: of that air',
      'Dioxin grams: of that water',
      'Dioxin grams: of that underground injection',
      'Dioxin grams: off site',
      '| Name',
      '| City',
      '| On site',
      '| Chemicals',
      '| Chemical',
      '| On site',
      '| Facilities',
    ],
    pfas_multimedia_nearby: [
      'Drinking water: results at or above reporting level',
      'Drinking water: results below reporting level',
      'Superfund sites',
      'Spills',
      'Water samples',
      'Discharges',
      'Toxic releases',
      'May handle PFAS',
      '| PWS identifier',
      '| Name',
      '| Detections',
      '| Distance',
      '| Direction',
      '| Identifier',
      '| Name',
      '| Detail',
      '| Distance',
      '| Direction',
      '| Identifier',
      '| Name',
      '| Detail',
      '| Distance',
      '| Direction',
      '| Identifier',
      '| Name',
      '| Detail',
      '| Distance',
      '| Direction',
    ],
    radon_zone: ['Zone', 'Meaning', 'County'],
    air_quality_current: [
      '| Area',
      '| State',
      '| Distance',
      '| Direction',
      '| Index',
      '| Site identifier',
      '| Name',
      '| Distance',
      '| Direction',
      '| Further',
    ],
    groundwater_context: [
      'Well count: wells',
      'Well count: with measured depth',
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
    wetland_context: [
      'Mapped at point',
      'Wetland on parcel: extent',
      'Wetland on parcel: share',
      'Wetland on parcel: distance',
      'Point agrees',
      'Polygons within radius',
      '| Code',
      '| Type',
      '| Description',
      '| Polygons',
      '| Total',
    ],
    flood_zone: [
      'Special flood hazard area',
      'Special flood hazard area on parcel: extent',
      'Special flood hazard area on parcel: share',
      'Point agrees',
      'Community: name',
      'Community identifier',
      '| Zone',
      '| Special flood hazard area',
      '| Floodway',
      '| Share',
      '| Subtype',
      '| Zone',
      '| Subtype',
      '| Special flood hazard area',
      '| Floodway',
      '| Further',
      '| Zone',
      '| Subtype',
      '| Special flood hazard area',
      '| Panel',
      '| Effective date',
      '| Panel type',
      '| Case number',
      '| Effective date',
      '| Status',
    ],
    soil_context: [
      'Map unit: name',
      'Map unit: symbol',
      'Map unit: survey area',
      'Hydric share',
      'Flooding frequency',
      'Ponding share',
      'Bedrock depth',
      'Farmland class',
      '| Name',
      '| Kind',
      '| Percent of unit',
      '| Slope',
      '| Further',
      '| Use',
      '| Rating',
      '| Percent of unit',
      '| Components',
      '| Reasons',
      '| Component',
      '| Percent of unit',
      '| High water table centimeters',
      '| Wet months',
      '| Further',
    ],
  });
});
