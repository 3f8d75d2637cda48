import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns, withRows } from '../../upstreams/edits.ts';
import { askWith, hartford, listOf, raleigh } from '../ask.ts';

const tool = 'svc_groundwater_context';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('shows measured wells first, with the last measurement that has a value', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    const wells = answer.facts?.wells as Record<string, unknown>[];
    expect(wells).toEqual([
      {
        id: 'USGS-354700078390002',
        name: 'WK-001 (SYNTHETIC)',
        recordUrl: 'https://waterdata.usgs.gov/monitoring-location/USGS-354700078390002/',
        distanceMeters: 2018,
        direction: 'NW',
        wellDepthFeet: 84,
        constructed: '1968',
        aquiferCode: 'N400PDMBRX',
        altitudeFeet: 315,
        verticalDatum: 'NAVD88',
        depthToWater: { value: 21.35, unit: 'ft', observedAt: '2026-08-04T14:00:00.000Z', approval: 'Provisional' },
        citation: 'c1',
      },
      {
        id: 'USGS-355000078400003',
        name: 'WK-001 (SYNTHETIC)',
        recordUrl: 'https://waterdata.usgs.gov/monitoring-location/USGS-355000078400003/',
        distanceMeters: 6253,
        direction: 'NW',
        wellDepthFeet: 300,
        constructed: '1968',
        aquiferCode: 'N400PDMBRX',
        altitudeFeet: 315,
        verticalDatum: 'NAVD88',
        depthToWater: { value: -1.5, unit: 'ft', observedAt: '1971-03-02T12:00:00.000Z', approval: 'Approved' },
        citation: 'c1',
      },
      {
        id: 'USGS-354600078380001',
        name: 'WK-001 (SYNTHETIC)',
        recordUrl: 'https://waterdata.usgs.gov/monitoring-location/USGS-354600078380001/',
        distanceMeters: 951,
        direction: 'S',
        constructed: '1968',
        aquiferCode: 'N400PDMBRX',
        altitudeFeet: 315,
        verticalDatum: 'NAVD88',
        citation: 'c1',
      },
    ]);
    expect(wells[2]).not.toHaveProperty('depthToWater');
    expect(wells[2]).not.toHaveProperty('wellDepthFeet');
    expect(answer.facts?.wellCounts).toEqual({ count: 3, withMeasuredDepthCount: 2, citation: 'c1' });
    expect(answer.facts?.networkWells).toEqual([
      {
        id: 'NCDWR-990001',
        agency: 'Made-up Division of Water Resources',
        distanceMeters: 2899,
        direction: 'SE',
        aquiferType: 'UNCONFINED',
        aquiferCode: 'N400PDMBRX',
        citation: 'c2',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('takes a measurement of another parameter for no depth to water', async () => {
    const other = { 'usgs-groundwater': withColumns({ parameter_code: '00065' }) };
    const answer = await askWith(other, tool, { address: raleigh });
    expect(answer.facts?.wellCounts).toEqual({ count: 3, withMeasuredDepthCount: 0, citation: 'c1' });
    expect(JSON.stringify(answer.facts)).not.toMatch(/depthToWater|21\.35/);
  });

  it('keeps the radius', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 1500 });
    expect(answer.facts?.wellCounts).toEqual({ count: 1, withMeasuredDepthCount: 0, citation: 'c1' });
    expect(answer.summary).toContain('no measured depth');
  });

  it('is empty where neither network has a well', async () => {
    expect(pick(await service.call(tool, { address: hartford }), 'state')).toEqual({ state: 'empty' });
  });

  it('is partial where one network fails, unavailable where both do', async () => {
    const partial = await askWith({ 'usgs-groundwater': 'http500' }, tool, { address: raleigh });
    expect(pick(partial, 'state')).toEqual({ state: 'partial' });
    expect(partial.facts?.networkWells).toHaveLength(2);
    const faults = { 'usgs-groundwater': 'wrongShape', 'usgs-ngwmn': 'html200' } as const;
    expect(pick(await askWith(faults, tool, { address: raleigh }), 'state')).toEqual({ state: 'unavailable' });
    expect(pick(await askWith({ 'usgs-ngwmn': 'http500' }, tool, { address: hartford }), 'state')).toEqual({
      state: 'unavailable',
    });
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    expect(pick(await service.call(tool, { address: raleigh }), 'summary', 'searched', 'limits', 'verifyNext')).toEqual(
      {
        summary:
          '3 USGS wells (2 with a measured depth to water) and 1 well of other agencies lie within 10000 m of the point; the nearest measured one stood 21.35 ft below its land surface on 2026-08-04.',
        searched: [
          {
            source: 'USGS Water Data, groundwater wells and field measurements',
            area: 'within 10000 m of the point',
            recordScope: 'wells of the USGS and their field measurements of depth to water',
            state: 'found',
          },
          {
            source: 'National Ground-Water Monitoring Network',
            area: 'within 10000 m of the point',
            recordScope: 'wells of the monitoring network',
            state: 'found',
          },
        ],
        limits: [
          'Depth to water holds for one well on one day; it changes with season, pumping and ground, and is not the depth at the address.',
          'Private wells and their yield or quality are not in these networks.',
        ],
        verifyNext: [
          { action: 'Look up well logs and permits', with: 'state geological survey or well permit office' },
          { action: 'See the readings of a well', with: 'USGS Water Data', url: 'https://waterdata.usgs.gov/' },
        ],
      },
    );
    expect((await service.call(tool, { address: raleigh, radiusMeters: 1500 })).summary).toEqual(
      '1 USGS well (0 with a measured depth to water) and 0 wells of other agencies lie within 1500 m of the point; no measured depth to water could be given.',
    );
    expect(pick(await service.call(tool, { address: hartford }), 'summary', 'facts', 'verifyNext')).toEqual({
      summary: 'Neither the USGS nor the monitoring network lists a well within 10000 m of the point.',
      verifyNext: [
        { action: 'Look up well logs and permits', with: 'state geological survey or well permit office' },
        { action: 'See the readings of a well', with: 'USGS Water Data', url: 'https://waterdata.usgs.gov/' },
      ],
    });
    const noWells = await askWith({ 'usgs-groundwater': 'http500' }, tool, { address: raleigh });
    expect(pick(noWells, 'summary', 'searched')).toEqual({
      summary:
        'An unknown number of USGS wells (0 with a measured depth to water) and 2 wells of other agencies lie within 10000 m of the point; no measured depth to water could be given.',
      searched: [
        {
          source: 'USGS Water Data, groundwater wells and field measurements',
          area: 'within 10000 m of the point',
          recordScope: 'wells of the USGS and their field measurements of depth to water',
          state: 'unavailable',
          reason: 'USGS Water Data, groundwater wells and field measurements answered with an error (HTTP 500).',
        },
        {
          source: 'National Ground-Water Monitoring Network',
          area: 'within 10000 m of the point',
          recordScope: 'wells of the monitoring network',
          state: 'found',
        },
      ],
    });
    expect(Object.keys(noWells.facts ?? {})).toEqual(['networkWells']);
    const noNetwork = await askWith({ 'usgs-ngwmn': 'http500' }, tool, { address: hartford });
    expect(noNetwork.summary).toEqual('Groundwater wells within 10000 m of the point could not be read in full.');
  });

  it('is partial where the depth of a listed well could not be read', async () => {
    const own = await openService({ mirrors: false });
    own.upstreams.setFault(({ path }) => path.includes('field-measurements'), 'http500');
    const answer = await own.call(tool, { address: raleigh });
    await own.close();
    expect(pick(answer, 'state', 'summary')).toEqual({
      state: 'partial',
      summary:
        '3 USGS wells (0 with a measured depth to water) and 1 well of other agencies lie within 10000 m of the point; no measured depth to water could be given.',
    });
    expect(answer.searched[0]).toEqual({
      source: 'USGS Water Data, groundwater wells and field measurements',
      area: 'within 10000 m of the point',
      recordScope: 'wells of the USGS and their field measurements of depth to water',
      state: 'partial',
      reason:
        'measurements: USGS Water Data, groundwater wells and field measurements answered with an error (HTTP 500).',
      failed: true,
    });
    expect(listOf(answer.facts, 'wells').map((well) => 'depthToWater' in well)).toEqual([false, false, false]);
  });

  it('is partial where one reading failed and the list of measurements did not', async () => {
    const own = await openService({ mirrors: false });
    own.upstreams.setFault(({ path }) => path.endsWith('/field-measurements/items'), 'http500');
    const answer = await own.call(tool, { address: raleigh });
    await own.close();
    expect(pick(answer, 'state', 'summary')).toEqual({
      state: 'partial',
      summary:
        '3 USGS wells (2 with a measured depth to water) and 1 well of other agencies lie within 10000 m of the point; no measured depth to water could be given.',
    });
    expect(answer.searched[0]).toEqual({
      source: 'USGS Water Data, groundwater wells and field measurements',
      area: 'within 10000 m of the point',
      recordScope: 'wells of the USGS and their field measurements of depth to water',
      state: 'partial',
      reason: 'the last depth to water of some wells could not be read',
      failed: true,
    });
    expect(listOf(answer.facts, 'wells').map((well) => 'depthToWater' in well)).toEqual([false, false, false]);
  });

  it('gives a depth in the unit of its source, and says where none is stated', async () => {
    const inUnit = async (unit: string | null) => {
      const edit = withColumns({ unit_of_measure: unit });
      const { summary, facts } = await askWith({ 'usgs-groundwater': edit }, tool, { address: raleigh });
      return [summary.split('; ')[1], listOf(facts, 'wells')[0]?.depthToWater];
    };
    expect(await inUnit('m')).toEqual([
      'the nearest measured one stood 21.35 units as reported below its land surface on 2026-08-04.',
      { value: 21.35, unit: 'm', observedAt: '2026-08-04T14:00:00.000Z', approval: 'Provisional' },
    ]);
    expect(await inUnit(null)).toEqual([
      'the nearest measured one stood 21.35 units as reported below its land surface on 2026-08-04.',
      { value: 21.35, unit: 'not stated', observedAt: '2026-08-04T14:00:00.000Z', approval: 'Provisional' },
    ]);
    expect((await inUnit('ft below sea'))[0]).toContain('21.35 units as reported');
  });

  it('lists the measured wells first and counts the others', async () => {
    const more = withRows(14, (_, at) => ({ monitoring_location_number: `99${at}`, id: `USGS-99${at}` }));
    const own = await openService({ mirrors: false });
    own.upstreams.setFault(({ path }) => path.endsWith('/monitoring-locations/items'), more);
    const answer = await own.call(tool, { address: raleigh });
    await own.close();
    expect([listOf(answer.facts, 'wells').length, answer.facts?.wellCounts, answer.limits[2]]).toEqual([
      4,
      { count: 14, withMeasuredDepthCount: 2, citation: 'c1' },
      'Left out: 10 further USGS wells.',
    ]);
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 90_000 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
