import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, hartford, listOf, raleigh } from '../ask.ts';
import { askWithLines } from '../mirror-lines.ts';

const tool = 'svc_broadband_check';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  const header =
    'area_data_type,geography_type,geography_id,geography_desc,geography_desc_full,total_units,biz_res,technology,speed_02_02,speed_10_1,speed_25_3,speed_100_20,speed_250_25,speed_1000_100';

  it('gives residential county totals by technology: without satellite first, sums of others last', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      units: { value: 548_210, citation: 'c1' },
      technologies: [
        {
          technology: 'Any Terrestrial',
          atLeast100Down20UpPercent: 98.74,
          atLeast25Down3UpPercent: 99.1,
          atLeast1000Down100UpPercent: 86.12,
          citation: 'c1',
        },
        {
          technology: 'Any Technology',
          atLeast100Down20UpPercent: 99.21,
          atLeast25Down3UpPercent: 100,
          atLeast1000Down100UpPercent: 86.12,
          citation: 'c1',
        },
        {
          technology: 'Cable',
          atLeast100Down20UpPercent: 96.8,
          atLeast25Down3UpPercent: 97,
          atLeast1000Down100UpPercent: 40.2,
          citation: 'c1',
        },
        {
          technology: 'Fiber',
          atLeast25Down3UpPercent: 86.1,
          atLeast100Down20UpPercent: 86,
          atLeast1000Down100UpPercent: 85.1,
          citation: 'c1',
        },
        {
          technology: 'NGSO Satellite',
          atLeast25Down3UpPercent: 100,
          atLeast100Down20UpPercent: 41,
          atLeast1000Down100UpPercent: 0,
          citation: 'c1',
        },
        {
          technology: 'Copper',
          atLeast1000Down100UpPercent: 0,
          atLeast25Down3UpPercent: 19,
          atLeast100Down20UpPercent: 2,
          citation: 'c1',
        },
        {
          technology: 'Cable/Fiber',
          atLeast25Down3UpPercent: 98.3,
          atLeast100Down20UpPercent: 98.1,
          atLeast1000Down100UpPercent: 86.1,
          citation: 'c1',
        },
        {
          technology: 'All Satellite',
          atLeast25Down3UpPercent: 100,
          atLeast100Down20UpPercent: 41,
          atLeast1000Down100UpPercent: 0,
          citation: 'c1',
        },
      ],
      county: { value: 'Wake County (37183)', citation: 'c1' },
    });
    expect(answer.limits.join(' ')).toMatch(/does not say what one address can order/);
    expect(answer.verifyNext[0]?.url).toMatch(/broadbandmap/);
  });

  it('takes Connecticut by planning region, and by county from a file of the older codes', async () => {
    expect((await service.call(tool, { address: hartford })).facts?.county).toEqual({
      value: 'Capitol Planning Region (09110)',
      citation: 'c1',
    });
    const lines = [
      header,
      'Total,County,09003,Hartford County,"Hartford County, CT",380000,R,Fiber,1,1,0.9,0.8,0.7,0.6',
    ];
    const older = await askWithLines({ dataset: 'fcc-bdc-summary', lines }, tool, { address: hartford });
    expect(older.state).toBe('found');
    expect(older.facts?.county).toEqual({ value: 'Hartford County (09003)', citation: 'c1' });
    expect(listOf(older.facts, 'technologies')).toMatchObject([{ technology: 'Fiber', atLeast100Down20UpPercent: 80 }]);
  });

  it('is empty where the file has no row and unavailable where it is not loaded', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('empty');
    const none = await askWith({}, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(JSON.stringify(none.searched)).toContain('fcc-bdc-summary');
  });

  const wakeWith = (rows: readonly string[]) =>
    askWithLines(
      {
        dataset: 'fcc-bdc-summary',
        lines: [header, ...rows.map((row) => `Total,County,37183,Wake County,"Wake County, USA",,R,${row}`)],
      },
      tool,
      { address: raleigh },
    );

  it('lists ten technologies, those of the widest offer first, and counts the others', async () => {
    const kinds = Array.from({ length: 12 }, (_, at) => `Kind ${at},1,1,0.9,${at / 100},0.5,0.1`);
    const { facts, summary } = await wakeWith(kinds);
    expect(listOf(facts, 'technologies').map(({ technology }) => technology)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Kind ${11 - at}`),
    );
    expect(facts?.technologiesLeftOut).toBe(2);
    expect(summary).toBe('The FCC county summary lists 12 technologies for Wake County.');
    expect((await wakeWith(kinds.slice(0, 10))).facts?.technologiesLeftOut).toBeUndefined();
  });

  it('leaves out what the file leaves empty, the number of units too', async () => {
    const { facts, summary } = await wakeWith([
      'Cable,1,1,0.9,0.2,0.15,0.1',
      'Satellite,,,,,,',
      'Any Technology,,,,0.1,,',
    ]);
    expect(summary).toBe(
      'Providers report fixed broadband of at least 100/20 Mbps, satellite included, for 10 % of residential units in Wake County (FCC county summary).',
    );
    expect((await wakeWith(['Any Terrestrial,1,1,0.9,0.2,0.15,0.1'])).summary).toBe(
      'Providers report fixed broadband of at least 100/20 Mbps without satellite for 20 % of residential units in Wake County (FCC county summary).',
    );
    expect(facts).toEqual({
      county: { value: 'Wake County (37183)', citation: 'c1' },
      technologies: [
        { technology: 'Any Technology', atLeast100Down20UpPercent: 10, citation: 'c1' },
        {
          technology: 'Cable',
          atLeast25Down3UpPercent: 90,
          atLeast100Down20UpPercent: 20,
          atLeast1000Down100UpPercent: 10,
          citation: 'c1',
        },
        { technology: 'Satellite', citation: 'c1' },
      ],
    });
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer, 'summary', 'searched', 'verifyNext')).toEqual({
      summary:
        'Providers report fixed broadband of at least 100/20 Mbps without satellite for 98.74 % of residential units in Wake County, 99.21 % with satellite (FCC county summary).',
      searched: [
        {
          source:
            'National Broadband Map, fixed broadband summary by county (Federal Communications Commission), mirrored file',
          area: 'Wake County',
          recordScope: 'residential fixed broadband',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'Look the address up on the National Broadband Map',
          with: 'FCC',
          url: 'https://broadbandmap.fcc.gov/home',
        },
        { action: 'Ask a provider whether it serves the address', with: 'provider' },
      ],
    });
    const summaries = [
      await service.call(tool, { address: biloxi }),
      await askWith({}, tool, { address: raleigh }),
    ].map(({ summary }) => summary);
    expect(summaries).toEqual([
      'The FCC county summary of fixed broadband was queried for Harrison County; it has no row.',
      'The FCC county summary of fixed broadband was queried for Wake County; it could not be read.',
    ]);
  });

  it('refuses half a point', async () => {
    await expect(service.call(tool, { longitude: -78 })).rejects.toMatchObject({ status: 400 });
  });
});
