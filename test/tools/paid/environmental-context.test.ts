import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupBy } from '../../../src/kernel/group.ts';
import type { RecordsMap, RecordsSearch } from '../../../src/products/environmental-context/schema.ts';
import type { ListedFinding } from '../../../src/reports/sections.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { partsOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { raleigh, biloxi } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const slug = 'svc-environmental-context';

/** A service of its own in which these sources fail and no copy of them is at hand. */
async function failing(...cardIds: readonly string[]) {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  own.upstreams.setFault(({ cardId = '' }) => cardIds.includes(cardId), 'http500');
  return { service: own, [Symbol.asyncDispose]: () => own.close() };
}

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
    'svc-environmental-context Hazardous waste handlers: empty',
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

interface Searched extends RecordsSearch {
  readonly standsOut: readonly ListedFinding[];
}

test('puts the registers together: type by distance, what could not be placed, databases, what stands out', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address });
  const { recordsByDistance, onSite, nearby, notPlaced, databases, standsOut } = body as unknown as Searched;
  expect(recordsByDistance.siteKnownBy).toEqual(['parcel_outline', 'street_address']);
  const matrix = recordsByDistance.rows.map(({ type, onSiteCount: own, bands, notPlacedCount: apart }) =>
    [type, own, ...bands.map(({ count }) => count), apart].join(' '),
  );
  expect(matrix).toEqual([
    'npl 0 0 0 0 1 0',
    'nplDeleted 0 0 0 1 0 0',
    'sems 0 0 0 1 0 1',
    'semsArchived 0 0 0 1 0 0',
    'rcraCorrective 0 0 0 1 0 0',
    'rcraTsdf 0 0 0 1 0 0',
    'rcraGenerators 0 0 1 0 1 0',
    'stateCleanup 0 1 0 1 0 0',
    'brownfields 0 0 1 1 0 0',
    'tankReleases 0 0 2 2 0',
    'tanks 0 0 1 1 0',
    'landUseControls 0 0 1 0',
    'spills 0 0 1 0',
    'pfasSites 0 0 0 0 1 0',
    'facilities 0 0 1 0 1 1',
  ]);
  // the free search counts the same records by itself, each type within its usual distance
  const screen = await service.call('svc_environmental_records_screen', { address: raleigh.address });
  const lists = (screen as unknown as { facts: { recordTypes: { type: string; count: number }[] } }).facts.recordTypes;
  const screened = [...groupBy(lists, ({ type }) => type)].map(([type, own]) => ({
    type,
    count: own.reduce((sum, { count }) => sum + count, 0),
  }));
  const within = recordsByDistance.rows.map(({ type, usualRadiusMeters, bands }) => ({
    type,
    found: bands.reduce((sum, { withinMeters, count }) => sum + (withinMeters <= usualRadiusMeters ? count : 0), 0),
  }));
  expect(within).toEqual(expect.arrayContaining(screened.map(({ type, count }) => ({ type, found: count }))));
  expect(onSite).toEqual([]);
  expect(notPlaced.map(({ recordId, locality }) => [recordId, locality])).toEqual([
    ['NCN000000103', 'ZIP 27601'],
    ['110000000103', expect.any(String)],
  ]);
  const meters = nearby.map(({ distanceMeters = 0 }) => distanceMeters);
  expect(meters).toEqual(meters.toSorted((a, b) => a - b));
  for (const { citation, direction, recordId } of nearby) {
    expect([recordId, direction, citation.recordId]).toEqual([
      expect.any(String),
      expect.stringMatching(/^[NSEW]{1,2}$/),
      recordId,
    ]);
  }
  expect(databases.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'NPL read',
    'SEMS read',
    'RCRAInfo read',
    'ACRES read',
    'UST Finder read',
    'PFAS Analytic Tools read',
    'ECHO read',
    'North Carolina DEQ notices of land-use restriction read',
    'North Carolina DEQ above-ground tank incidents read',
    'North Carolina DEQ inactive hazardous sites read',
    'North Carolina DEQ UST incidents read',
  ]);
  expect(standsOut.map(({ id, where }) => `${id} ${where}`)).toEqual([
    'flood_zone.special_flood_hazard_area on_parcel',
    'flood_zone.map_revision_23-04-1234P on_parcel',
    'records.state_listed_near near',
    'underground_storage_tanks.release_NC-R-2 near',
    'cleanup_sites.cleanup_NCD000000001 near',
    'pfas_multimedia_nearby.pfas_NC0392010 near',
    'wetland_context.mapped_wetland near',
    'cleanup_sites.cleanup_NCD000000002 near',
    'records.not_placed area',
    'radon_zone.radon_test area',
  ]);
});

test('one site has one number over all lists, a mark on each map, and its height against the place', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address });
  const { nearby, map, elevation } = body as unknown as Searched & RecordsMap;
  // the fuel stop is on EPA's lists of tanks and releases and on the state's list of releases: by its address
  const stop = nearby.filter(({ address }) => address === '10 SYNTHETIC AVE');
  expect(new Set(stop.map(({ placeNumber }) => placeNumber)).size).toBe(1);
  expect(stop.map(({ recordId }) => recordId)).toEqual(['NC0001', 'NC-3-1', 'NC-R-1', 'NC-R-2']);
  expect(elevation?.citation.sourceName).toMatch(/3D Elevation/);
  for (const { elevationDifferenceFeet } of nearby) expect(elevationDifferenceFeet).toEqual(expect.any(Number));
  expect(map.layers.map(({ label }) => label)).toEqual(['Roads', 'Tax lot']);
  expect(map.areas.map(({ kind }) => kind)).toEqual(['parcel']);
});

test('a register that did not answer is not read, and never a zero', async () => {
  await using own = await failing('epa-rcra', 'epa-ust-finder', 'north-carolina-register-tank-releases');
  const { charged, body } = await askPaid(own.service, slug, { address: raleigh.address });
  const { recordsByDistance, databases } = body as unknown as Searched;
  const unread = recordsByDistance.rows.filter(({ state }) => state === 'not_read').map(({ type }) => type);
  expect([charged, unread]).toEqual([true, ['rcraCorrective', 'rcraTsdf', 'rcraGenerators', 'tankReleases', 'tanks']]);
  expect(databases.filter(({ reason }) => reason).map(({ name }) => name)).toEqual([
    'RCRAInfo',
    'UST Finder',
    'North Carolina DEQ UST incidents',
  ]);
});
