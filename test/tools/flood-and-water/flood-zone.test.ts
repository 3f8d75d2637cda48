import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_flood_zone';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('names the zone at the point, the panel with its date, the revision and the neighboring floodway', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      specialFloodHazardArea: { value: 'outside', citation: 'c1' },
      zones: [
        {
          zone: 'X',
          subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
          specialFloodHazardArea: false,
          floodway: false,
          floodAreaId: '37183C_101',
          studyType: 'NP',
          citation: 'c1',
        },
      ],
      otherZonesNearby: [
        { zone: 'AE', subtype: 'FLOODWAY', specialFloodHazardArea: true, withinMeters: 50, citation: 'c1' },
      ],
      panels: [
        { panel: '3720170300K', effectiveOn: '2022-07-19', panelType: 'Countywide, Panel Printed', citation: 'c1' },
      ],
      mapRevisions: [{ caseNumber: '23-04-1234P', effectiveOn: '2023-11-03', status: 'Effective', citation: 'c1' }],
      community: { name: 'CITY OF RALEIGH', communityId: '370243', citation: 'c1' },
      specialFloodHazardAreaOnParcel: { extent: 'part', sharePercent: 25, citation: 'c2' },
      pointAgrees: { value: false, citation: 'c2' },
      zonesOnParcel: [
        { zone: 'AE', specialFloodHazardArea: true, floodway: false, sharePercent: 25, citation: 'c2' },
        {
          zone: 'X',
          subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
          specialFloodHazardArea: false,
          floodway: false,
          sharePercent: 75,
          citation: 'c2',
        },
      ],
      parcelOutline: { parcelId: '1703570123', matchedBy: 'point', mappedAcres: 1.58, citation: 'c3' },
    });
    expect(answer.summary).toMatch(
      /^Part of the parcel \(25%\) is mapped in Zone AE, inside the Special Flood Hazard Area; the matched point lies outside\. /,
    );
    expect(answer.limits.join(' ')).toMatch(/not a flood zone determination/i);
    expect(answer.limits.join(' ')).not.toMatch(/placed along its street/);
    expect(Object.values(answer.citations)[0]).toEqual({
      sourceName: 'National Flood Hazard Layer (NFHL), effective (synthetic)',
      sourceUrl: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
      evidence: expect.stringMatching(/^[2-9b-z]{12}-\d+$/),
      recordId: '3720170300K',
      sourceDate: '2022-07-19',
      fetchedAt: '2026-11-21T12:00:00Z',
    });
  });

  it('lets the point decide where the parcel layers fail, and says so', async () => {
    const failing = { 'raleigh-parcel': 'http500', 'wake-parcel': 'http500', 'nc-onemap-parcels': 'http500' } as const;
    const answer = await askWith(failing, tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).not.toHaveProperty('specialFloodHazardAreaOnParcel');
    expect(answer.summary).toMatch(/^FEMA's effective flood map shows the point/);
    expect(answer.limits.join(' ')).toMatch(/The point alone decides here: the parcel layer did not answer/);
  });

  it('says nothing of the whole parcel where the map covers only a part of it', async () => {
    type Body = { features?: { attributes: { FLD_ZONE?: string } }[] };
    const edit = (body: unknown) => {
      const { features, ...rest } = body as Body;
      return features ? { ...rest, features: features.filter(({ attributes }) => attributes.FLD_ZONE !== 'AE') } : body;
    };
    const { facts, summary } = await askWith({ 'fema-nfhl': { edit } }, tool, { address: raleigh });
    expect(facts?.zonesOnParcel).toEqual([expect.objectContaining({ zone: 'X', sharePercent: 75 })]);
    expect(facts).not.toHaveProperty('specialFloodHazardAreaOnParcel');
    expect(facts).not.toHaveProperty('pointAgrees');
    expect(summary).not.toMatch(/parcel/i);
  });

  it('says that an address lies along its street where no layer places it on its house', async () => {
    const answer = await askWith({ 'address-points': 'http500' }, tool, { address: raleigh });
    expect([answer.state, answer.subject?.precision]).toEqual(['found', 'address']);
    expect(answer.limits.join(' ')).toMatch(/placed along its street/);
  });

  it('gives every zone of a boundary, elevations with unit and datum, and never a filler', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.facts).toEqual({
      specialFloodHazardArea: { value: 'boundary', citation: 'c1' },
      zones: [
        {
          zone: 'VE',
          specialFloodHazardArea: true,
          meaning: 'Coastal 1% annual chance flood with wave action; base flood elevation determined',
          floodway: false,
          baseFloodElevationFeet: 19,
          verticalDatum: 'NAVD88',
          floodAreaId: '28047C_11',
          studyType: 'NP',
          citation: 'c1',
        },
        {
          zone: 'X',
          subtype: 'AREA OF MINIMAL FLOOD HAZARD',
          specialFloodHazardArea: false,
          floodway: false,
          floodAreaId: '28047C_12',
          studyType: 'NP',
          citation: 'c1',
        },
      ],
      panels: [
        { panel: '28047C0291G', effectiveOn: '2009-06-16', panelType: 'Countywide, Panel Printed', citation: 'c1' },
      ],
      community: { name: 'CITY OF BILOXI', communityId: '285252', citation: 'c1' },
    });
    expect(JSON.stringify(answer)).not.toContain('9999');
    expect(JSON.stringify(((answer.facts?.zones ?? []) as object[])[1] ?? 'no second zone: Elevation')).not.toContain(
      'Elevation',
    );
  });

  it('keeps depth and velocity of a sheet-flow zone with their units', async () => {
    const answer = await service.call(tool, { latitude: 40.7106, longitude: -74.0037 });
    expect(answer.facts?.zones).toEqual([
      {
        zone: 'AO',
        specialFloodHazardArea: true,
        meaning: '1% annual chance shallow flooding, usually sheet flow, 1 to 3 feet deep',
        floodway: false,
        depthFeet: 2,
        verticalDatum: 'NAVD88',
        velocity: '3 ft/sec',
        floodAreaId: '3604970182_7',
        studyType: 'NP',
        citation: 'c1',
      },
    ]);
    expect((await service.call(tool, { address: newYork })).state).toBe('found');
  });

  it('gives letters about single properties and elevation lines where they are drawn near, and no name of a project', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(pick(answer.facts, 'lettersOfMapAmendment', 'baseFloodElevationLines')).toEqual({
      lettersOfMapAmendment: [
        {
          caseNumber: '24-02-0002A',
          withinMeters: 50,
          kind: 'LOMA',
          date: '2024-05-17',
          status: 'Completed',
          outcome: 'Property removed',
          citation: 'c1',
        },
        {
          caseNumber: '08-02-0001A',
          withinMeters: 50,
          kind: 'LOMA',
          date: '2008-02-05',
          status: 'Completed',
          outcome: 'Property removed',
          revalidation: 'Superseded',
          citation: 'c1',
        },
      ],
      baseFloodElevationLines: {
        value: '11 to 12',
        unit: 'feet NAVD88',
        note: '2 lines within 100 m',
        citation: 'c1',
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it.each([
    ['vertical datum', { V_DATUM: 'NGVD29' }],
    ['unit', { LEN_UNIT: 'Meters' }],
  ])('gives no range of elevation lines that differ in their %s: the lowest line alone', async (_, columns) => {
    const ofTheHigherLine = withColumns((row) => (row.ELEV === 12 ? columns : {}));
    const answer = await askWith({ 'fema-nfhl': ofTheHigherLine }, tool, { address: newYork });
    expect(answer.facts?.baseFloodElevationLines).toEqual({
      value: '11',
      unit: 'feet NAVD88',
      note: '1 line within 100 m',
      citation: 'c1',
    });
  });

  it('is empty where a map exists and draws no zone', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toMatch(/draws no flood hazard zone/);
  });

  it('is not covered where FEMA has no digital map, with the official place to look; never Zone X', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toMatch(/is not Zone X/);
    expect(answer.verifyNext[0]?.url).toMatch(/^https:\/\/msc\.fema\.gov\/portal\/search\?/);
  });

  it.each(['http500', 'error200', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'fema-nfhl': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it('treats a place known to its ZIP as no point', async () => {
    expect((await service.call(tool, { address: '27601' })).state).toBe('unresolved');
  });

  it.each([
    [{}, /address/],
    [{ latitude: 35.7 }, /longitude/],
    [{ address: raleigh, radius: 5 }, /radius is not an argument/],
    [{ latitude: 135, longitude: 0 }, /latitude/],
  ])('refuses %j', async (args, message) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({
      code: 'invalid_arguments',
      detail: expect.stringMatching(message),
    });
  });

  it('gives base flood elevation, depth and velocity in the units of the map', async () => {
    const zonesAt = async (change: (row: Readonly<Record<string, unknown>>) => Record<string, unknown>) => {
      const edit = withColumns((row) => (row.FLD_ZONE ? change(row) : {}));
      const answer = await askWith({ 'fema-nfhl': edit }, tool, { address: biloxi });
      const { zones } = answer.facts as { zones: object[] };
      return zones.map((zone) =>
        pick(
          zone,
          'zone',
          'baseFloodElevationFeet',
          'baseFloodElevationMeters',
          'verticalDatum',
          'depthFeet',
          'depthMeters',
          'velocity',
        ),
      );
    };
    const meters = { LEN_UNIT: 'Meters', STATIC_BFE: 5.8, VELOCITY: 3, VEL_UNIT: 'FT/SEC' };
    const shallow = { FLD_ZONE: 'AO', STATIC_BFE: -9999, DEPTH: 2, LEN_UNIT: 'Feet' };
    expect(await zonesAt((row) => (row.FLD_ZONE === 'VE' ? meters : shallow))).toEqual([
      { zone: 'VE', baseFloodElevationMeters: 5.8, verticalDatum: 'NAVD88', velocity: '3 ft/sec' },
      { zone: 'AO', depthFeet: 2 },
    ]);
    const shallowMeters = { ...shallow, DEPTH: 0.6, LEN_UNIT: 'Meters' };
    expect(await zonesAt(() => shallowMeters)).toEqual([
      { zone: 'AO', depthMeters: 0.6, verticalDatum: 'NAVD88' },
      { zone: 'AO', depthMeters: 0.6 },
    ]);
  });
});
