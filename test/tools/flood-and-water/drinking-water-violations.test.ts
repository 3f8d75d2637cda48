import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, hartford, raleigh } from '../ask.ts';

const tool = 'svc_drinking_water_violations';
/** The table of periods in a shape that is not known; the other tables as they are. */
const withoutPeriods = (body: unknown) =>
  Array.isArray(body) && body.some((row: object) => 'sampling_start_date' in row) ? { error: 'moved' } : body;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('reads the system of the mapped service area and its violations as coded', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.systems).toEqual([
      {
        pwsId: 'NC9900001',
        name: 'MADE-UP CITY OF RALEIGH',
        recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900001&sys=SDWIS',
        populationServed: 612_000,
        boundary: 'Verified',
        violationCount: 1,
        withoutReturnToCompliance: 0,
        healthBasedViolationCount: 0,
        citation: 'c2',
      },
    ]);
    expect(answer.facts?.violations).toEqual([
      {
        pwsId: 'NC9900001',
        violationId: '5001',
        category: 'MR: Monitoring and Reporting',
        violationCode: '03',
        contaminantCode: '5000',
        contaminant: 'Lead and Copper Rule',
        healthBased: false,
        statusCode: 'R',
        from: '2025-01-01',
        returnedToComplianceOn: '2025-06-30',
        citation: 'c2',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|planted/);
    expect(answer.summary).not.toMatch(/RALEIGH/);
  });

  it('gives the 90th percentiles of lead and copper with their periods, the newest first', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.facts?.leadAndCopper).toEqual([
      {
        pwsId: 'NC9900001',
        metal: 'lead',
        percentile90MgPerL: 0.003,
        sign: '<',
        from: '2023-06-01',
        until: '2023-09-30',
        citation: 'c2',
      },
      {
        pwsId: 'NC9900001',
        metal: 'lead',
        percentile90MgPerL: 0.004,
        sign: '=',
        from: '2020-06-01',
        until: '2020-09-30',
        citation: 'c2',
      },
      {
        pwsId: 'NC9900001',
        metal: 'copper',
        percentile90MgPerL: 0.31,
        sign: '=',
        from: '2020-06-01',
        until: '2020-09-30',
        citation: 'c2',
      },
    ]);
    expect(answer.summary).toMatch(
      / Lead, 90th percentile of the sampled taps: below 0\.003 mg\/L \(period to 2023-09-30\)\.$/,
    );
    // results without their periods are not all that was queried
    const undated = await askWith({ 'epa-sdwis': { edit: withoutPeriods } }, tool, { address: raleigh });
    expect([undated.state, undated.searched.at(-1)?.state]).toEqual(['partial', 'partial']);
    expect(undated.facts?.leadAndCopper).toEqual(
      expect.arrayContaining([
        { pwsId: 'NC9900001', metal: 'copper', percentile90MgPerL: 0.31, sign: '=', citation: 'c2' },
      ]),
    );
    const none = await service.call(tool, { pwsids: ['NC9900002'] });
    expect([none.facts?.leadAndCopper, none.searched.at(-1)?.state]).toEqual([undefined, 'empty']);
  });

  it('asks the systems that the caller names, unresolved ones first, unknown codes without a meaning', async () => {
    const answer = await service.call(tool, { pwsids: ['nc9900002', 'NC9900002', 'ZZ0000000'] });
    expect(answer.state).toBe('found');
    expect(answer.facts?.systems).toEqual([
      {
        pwsId: 'NC9900002',
        name: 'MADE-UP MOBILE HOME PARK',
        recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900002&sys=SDWIS',
        populationServed: 240,
        violationCount: 3,
        withoutReturnToCompliance: 2,
        healthBasedViolationCount: 1,
        citation: 'c1',
      },
    ]);
    expect(answer.limits.at(-1)).toBe('EPA lists no system under ZZ0000000.');
    const list = answer.facts?.violations as Record<string, unknown>[];
    expect(list.map(({ violationId }) => violationId)).toEqual(['5003', '5002', '5004']);
    expect(list[0]).not.toHaveProperty('contaminant');
    expect(list[0]).toEqual({
      pwsId: 'NC9900002',
      violationId: '5003',
      category: 'MR: Monitoring and Reporting',
      violationCode: '03',
      contaminantCode: '8888',
      healthBased: false,
      statusCode: 'K',
      from: '2026-01-01',
      citation: 'c1',
    });
  });

  it('takes the systems of a county that had violations', async () => {
    const answer = await service.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.facts?.systems).toEqual([
      {
        pwsId: 'NC9900001',
        name: 'MADE-UP CITY OF RALEIGH',
        recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900001&sys=SDWIS',
        populationServed: 612_000,
        violationCount: 1,
        withoutReturnToCompliance: 0,
        healthBasedViolationCount: 0,
        citation: 'c2',
      },
      {
        pwsId: 'NC9900002',
        name: 'MADE-UP MOBILE HOME PARK',
        recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900002&sys=SDWIS',
        populationServed: 240,
        violationCount: 3,
        withoutReturnToCompliance: 2,
        healthBasedViolationCount: 1,
        citation: 'c2',
      },
    ]);
  });

  it('says zero on record as zero', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(pick(answer, 'state', 'facts')).toEqual({
      state: 'found',
      facts: {
        systems: [
          {
            pwsId: 'MS9900001',
            name: 'MADE-UP CITY OF BILOXI',
            recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=MS9900001&sys=SDWIS',
            populationServed: 46_000,
            boundary: 'Decision Tree',
            violationCount: 0,
            withoutReturnToCompliance: 0,
            healthBasedViolationCount: 0,
            citation: 'c2',
          },
        ],
      },
    });
    expect(answer.facts?.violations).toBeUndefined();
  });

  it('is empty where no service area holds the point, and for an id that no one lists', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(pick(answer, 'state', 'summary')).toEqual({
      state: 'empty',
      summary: expect.stringContaining('private well'),
    });
    expect(pick(await service.call(tool, { pwsids: ['ZZ0000000'] }), 'state')).toEqual({ state: 'empty' });
  });

  it('tells unread violations from none', async () => {
    const partial = await askWith({ 'epa-sdwis': 'http500' }, tool, { address: raleigh });
    expect(partial.state).toBe('partial');
    expect(partial.facts?.systems).toEqual([expect.not.objectContaining({ violations: expect.anything() })]);
    expect(partial.summary).toContain('could not be read');
    const none = await askWith({ 'epa-water-service-areas': 'error200' }, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it.each([[{}], [{ state: 'NC' }], [{ pwsids: [] }], [{ pwsids: ['NC1'] }], [{ pwsids: ['NC9900001/json'] }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );

  it('counts the systems and the violations that it leaves out', async () => {
    const systems = withRows(40, (_, at) => ({ PWSId: `NC99010${String(at).padStart(2, '0')}` }));
    const county = await askWith({ 'epa-sdw': systems }, tool, { state: 'NC', county: 'Wake' });
    expect(county.facts?.leftOut).toEqual({ systems: 33 });
    const rows = withRows(40, (row, at) =>
      row.violation_id
        ? { violation_id: `60${at}`, compl_per_end_date: '2025-03-31 00:00:00' }
        : { pwsid: `NC99010${String(at).padStart(2, '0')}` },
    );
    const named = await askWith({ 'epa-sdwis': rows }, tool, { pwsids: ['NC9900001'] });
    expect(named.facts?.leftOut).toEqual({ violations: 32 });
    expect((named.facts as { violations: object[] }).violations[1]).toEqual({
      pwsId: 'NC9900001',
      violationId: '601',
      category: 'MR: Monitoring and Reporting',
      violationCode: '03',
      contaminantCode: '5000',
      contaminant: 'Lead and Copper Rule',
      healthBased: false,
      statusCode: 'R',
      from: '2025-01-01',
      until: '2025-03-31',
      returnedToComplianceOn: '2025-06-30',
      citation: 'c1',
    });
  });
});
