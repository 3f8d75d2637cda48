import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const args = { address: samplePlaces.raleigh.address };

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function compose(body: object): Promise<PlaceReport> {
  const { charged, body: report } = await askPaid(service, 'svc-place-report', body);
  expect(charged).toBe(true);
  return report as unknown as PlaceReport;
}

describe('the parts of a place report', () => {
  test('say first where the outline of the parcel lies in a zone that the matched point does not', async () => {
    const report = await compose(args);
    expect(report.summary).toMatch(/^Flood zone AE on 25% of the parcel \(and \d+ more\)\. /);
    expect(report.highlights?.[0]).toMatchObject({ label: 'Parcel inside the special flood hazard area', value: 25 });
    const questions = report.sections.find((section) => section.kind === 'questions');
    expect(questions?.questions[0]).toMatchObject({
      basis: 'conflict',
      question: expect.stringMatching(
        /part of the parcel \(25%\) in zone AE.*Where do the building and the rest of the parcel lie/,
      ),
    });
  });

  test('are the answers of these tools and these adapters, and none is missing', async () => {
    const report = await compose(args);
    const ledger = report.sections.find((section) => section.kind === 'coverage_ledger');
    const lines = ledger?.entries.map(({ tool, adapter, lane, status }) => `${tool ?? adapter ?? lane}: ${status}`);
    expect(lines).toEqual([
      'svc_parcel_lookup: covered',
      'permits: covered',
      'code_violations: empty',
      'transfers: covered',
      'raleigh-nibrs: covered',
      'raleigh-permits: covered',
      'raleigh-ask: covered',
      'code_violations: covered',
      'development_cases: covered',
      'capital_projects: not_wired',
      'transfers: empty',
      'svc_zoning: covered',
      'svc_property_tax_context: covered',
      'svc_flood_zone: covered',
      'svc_wetland_context: covered',
      'svc_flood_gauges: covered',
      'svc_groundwater_context: covered',
      'svc_sole_source_aquifer: empty',
      'svc_terrain_profile: covered',
      'svc_soil_context: covered',
      'svc_cleanup_sites: covered',
      'svc_underground_storage_tanks: covered',
      'svc_regulated_facility_compliance: covered',
      'svc_pfas_multimedia_nearby: covered',
      'svc_radon_zone: covered',
      'svc_wildfire_risk: covered',
      'svc_wildfire_history: covered',
      'svc_seismic_design: covered',
      'svc_landslide_context: covered',
      'svc_drought_status: covered',
      'svc_fema_events: covered',
      'svc_governing_districts: covered',
      'svc_transportation_context: covered',
      'svc_noise_proximity: covered',
      'svc_opportunity_zone: covered',
      'svc_house_price_index: covered',
    ]);
    const labels = report.sections.map((section) => {
      const facts = 'facts' in section ? (section.facts ?? []) : [];
      return `${section.kind}: ${facts.map(({ label }) => label).join(', ')}`;
    });
    expect(labels).toEqual([
      'facts: Matched place, How it is known, Latitude, Longitude, County, County FIPS code, ZIP code, Jurisdictions, Time zone',
      'items: ',
      'map: ',
      'distances: ',
      'entries: ',
      'facts: Parcel identifier, Account identifier, Site address, Deed area, Property class, Land use, Year built, Living area, Units, Buildings, Land value, Building value, Total value, Last sale date, Deed date, Planning jurisdiction, Lot area, Matched by, Centroid: latitude, Centroid: longitude, Centroid precision',
      'records: ',
      'records: ',
      'records: ',
      'records: ',
      'entries: ',
      'facts: Point agrees',
      'facts: Assessment: parcel identifier, Assessment: property class, Assessment: land value, Assessment: building value, Assessment: total value, Assessment: matched by, Appeal: filed with, Appeal: statute, Appeal: verification',
      'facts: Special flood hazard area, Special flood hazard area on parcel: extent, Special flood hazard area on parcel: share, Point agrees, Community: name, Community identifier',
      'facts: Mapped at point, Wetland on parcel: extent, Wetland on parcel: share, Wetland on parcel: distance, Point agrees, Polygons',
      'facts: ',
      'facts: Well counts, Well counts: with measured depth',
      'facts: Elevation, Slope, Slope angle, Slope: falls toward, Slope: over, Slope: method, Relief: lowest, Relief: highest, Relief: difference, Relief: within',
      'facts: Map unit: name, Map unit: symbol, Map unit: survey area, Map unit hydric, Flooding frequency, Map unit ponding, Bedrock depth, Farmland class, Point agrees',
      'facts: National priorities: by distance, National priorities: deleted by distance, Other Superfund: by distance, Other Superfund: archived by distance, Other Superfund: without coordinates: in ZIP, Other Superfund: without coordinates: in county, Brownfields: by distance',
      'facts: Facilities: by distance, Releases: by distance, Releases: by status, Tanks: facilities, Tanks: by status, Tanks: capacity, Tanks: without capacity',
      'facts: Facilities, Facilities: by distance, Facilities: by status, Facilities: without coordinates',
      'facts: Drinking water: results at or above reporting level, Drinking water: results below reporting level, Superfund sites, Spills, Water samples, Discharges, Toxic releases, May handle PFAS',
      'facts: Zone, Meaning, County',
      'facts: Hazard class, Cell size, County: events per year, County: expected annual loss',
      'facts: Point agrees',
      'facts: Reference document, Risk category, Site class, Seismic design category, SS, S1, SMS, SM1, SDS, SD1, PGA M, TL',
      'facts: Points, Points: by distance, Outlines at point, Outlines within radius, Susceptibility: code, Susceptibility: legend, Landslide on parcel: extent, Landslide on parcel: share, Point agrees',
      'facts: County, Highest class present, Latest: date, Latest: none, Latest: D0 or more, Latest: D1 or more, Latest: D2 or more, Latest: D3 or more, Latest: D4',
      'facts: Declarations',
      'facts: ',
      'facts: Stops',
      'facts: ',
      'facts: Designated 2018, Tract 2010, Designation ends',
      'facts: County, Latest index, Latest year, Change one year, Change five years, Change ten years',
      'charts: ',
      'timeline: ',
      'next_checks: ',
      'coverage_ledger: ',
      'questions: ',
      'limits: ',
      'sources: ',
      'evidence: ',
    ]);
  });

  test('has every part that the interface asks for', async () => {
    const report = await compose({
      ...args,
      lookbackDays: 200,
      reportType: 'site_feasibility',
      reportPrefs: { goal: 'Look at permits', questions: ['What changed here?'] },
      records: [
        {
          id: 'own-1',
          category: 'permit',
          title: 'My own note',
          locationPrecision: 'unknown',
          tags: ['mine'],
          source: { sourceName: 'My files' },
        },
      ],
      sourceAdapters: ['raleigh-permits', 'raleigh-ask'],
    });
    const kinds = report.sections.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['facts', 'records', 'coverage_ledger', 'questions', 'timeline', 'sources', 'evidence']),
    );
    expect(report.reportType).toBe('site_feasibility');
    expect(report.reportPrefs?.goal).toBe('Look at permits');
    expect(report.records.find(({ id }) => id === 'own-1')?.tags).toEqual(['mine', 'caller-supplied']);
    const ledger = report.sections.find((section) => section.kind === 'coverage_ledger');
    const of = (adapter: string) => ledger?.entries.find((entry) => entry.adapter === adapter);
    expect(of('raleigh-permits')).toEqual({
      status: 'covered',
      adapter: 'raleigh-permits',
      area: 'within 800 m of the matched address',
      complete: true,
      count: 2,
      fetchedAt: '2026-11-21T12:00:00.000Z',
      id: 'lane.raleigh-permits',
      label: 'Building permits',
      lane: 'permits',
      period: '2026-05-05 to 2026-11-21',
      source: 'Raleigh building permits (synthetic)',
      sourceUrl: 'https://services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Building_Permits/FeatureServer/0',
    });
    expect(of('raleigh-nibrs')).toEqual({
      status: 'not_asked',
      adapter: 'raleigh-nibrs',
      area: '222 W HARGETT ST, RALEIGH, NC, 27601',
      complete: true,
      id: 'lane.raleigh-nibrs',
      label: 'Reported incidents',
      lane: 'incidents',
      reason: 'left out by sourceAdapters',
      source: 'Raleigh police incidents (NIBRS)',
      sourceUrl:
        'https://services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Raleigh_Police_Incidents_NIBRS/FeatureServer/0',
    });
    expect(of('raleigh-ask')).toEqual({
      status: 'covered',
      adapter: 'raleigh-ask',
      area: 'within 800 m of the matched address',
      complete: true,
      count: 2,
      fetchedAt: '2026-11-21T12:00:00.000Z',
      id: 'lane.raleigh-ask',
      label: 'Service requests',
      lane: 'service_requests',
      period: '2026-05-05 to 2026-11-21',
      source: 'Ask Raleigh service requests (synthetic)',
      sourceUrl:
        'https://services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Ask_Raleigh_Requests/FeatureServer/0',
    });
    expect(report.composeStatus).toBe('ok');
    expect(report.visual).toEqual({
      scope: 'parcel',
      image: {
        mediaType: 'image/svg+xml',
        width: 960,
        height: 540,
        contentHash: '01fd97e155cc75e6a08dde62e7adb94148b23d038b5c5e89477a95fddf2fc317',
        objectKey: 'sha256/01/01fd97e155cc75e6a08dde62e7adb94148b23d038b5c5e89477a95fddf2fc317',
        provider: 'place_records_object_store',
      },
      aerial: {
        rasterObjectId: 51_001,
        contributingRasterObjectIds: [51_001, 51_002],
        resolutionMeters: 0.6,
        acquiredAt: '2022-05-10T00:00:00.000Z',
        fetchedAt: '2026-11-21T12:00:00.000Z',
        licenseNote: 'NAIP imagery is in the public domain (USDA; served by the U.S. Geological Survey).',
        rasterId: 'm_3507845_nw_17_060_20220510',
        serviceUrl: 'https://imagery.nationalmap.gov/arcgis/rest/services/USGSNAIPPlus/ImageServer',
        sourceName: 'USDA National Agriculture Imagery Program (NAIP)',
        sourceUrl: 'https://imagery.nationalmap.gov/arcgis/rest/services/USGSNAIPPlus/ImageServer',
      },
      parcel: {
        boundaryKind: 'tax_parcel_non_survey',
        vertexCount: 5,
        fetchedAt: '2026-11-21T12:00:00Z',
        geometryHash: '9eb02bca9e0266a351e611a41aca138c63560856489986c5488fccb8581543ce',
        matchedSourceId: 'raleigh-parcel',
        sourceName: 'Raleigh and Wake County property layer (synthetic)',
        sourceRecordId: '1703570123',
        sourceUrl: 'https://maps.raleighnc.gov/arcgis/rest/services/Property/Property/MapServer/0',
      },
      annotations: [
        {
          fetchedAt: '2026-11-21T12:00:00Z',
          kind: 'parcel_outline',
          label: 'Tax parcel 1703570123',
          sourceName: 'Raleigh and Wake County property layer (synthetic)',
          sourceRecordId: '1703570123',
          sourceUrl: 'https://maps.raleighnc.gov/arcgis/rest/services/Property/Property/MapServer/0',
        },
        {
          fetchedAt: '2026-11-21T12:00:00.000Z',
          kind: 'flood_context',
          label: 'FEMA Special Flood Hazard Area (AE)',
          sourceName: 'National Flood Hazard Layer (NFHL), effective (synthetic)',
          sourceUrl: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
        },
        {
          fetchedAt: '2026-11-21T12:00:00.000Z',
          kind: 'wetland_context',
          label: 'Mapped wetland (PUBHx)',
          sourceName: 'National Wetlands Inventory (synthetic)',
          sourceUrl: 'https://www.fws.gov/program/national-wetlands-inventory',
        },
      ],
      caveats: [
        'The outline is a tax-parcel representation, not a survey or legal boundary.',
        'The imagery is dated context, not proof of current condition.',
        'The image is a synthetic fake upstream, not imagery of this place.',
        'Parts of the image were taken on other days: 2022-06-12.',
      ],
      kind: 'annotated_aerial',
    });
    expect(report.visualStatus).toEqual({ status: 'available' });
    const answers = report.sections.find((section) => section.kind === 'answers');
    expect(answers?.answers).toEqual([
      {
        asked: 'What changed here?',
        as: 'question',
        topics: [],
        findingIds: [],
        facts: [],
        entryIds: [],
        emptyIn: [],
        sectionIds: [],
        unanswered: expect.stringContaining('its words name no subject of these sources'),
      },
    ]);
  });
});
