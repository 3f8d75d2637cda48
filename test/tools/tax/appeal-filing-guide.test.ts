import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago } from '../ask.ts';
import { askWithRows, withColumns } from '../rows.ts';

const tool = 'svc_appeal_filing_guide';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the steps of a county, each with its page', async () => {
    const answer = await service.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('found');
    const steps = answer.facts?.steps as { step: string; verification: string; citation: string }[];
    expect(steps.map(({ step }) => step)).toEqual(['levels', 'where', 'evidence', 'fee', 'time']);
    for (const { citation } of steps) expect(answer.citations[citation]?.sourceUrl).toContain('wake.gov');
    expect(answer.verifyNext[0]?.url).toContain('wake.gov');
  });

  it('names the township of the parcel where windows open by township, and a past year as past', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.facts).toEqual({
      township: { value: 'South Chicago', citation: 'c6' },
      pastWindow: {
        year: 2023,
        firstLevelClosed: '2023-11-07',
        township: 'South Chicago',
        noticesMailed: '2023-10-06',
        citation: 'c7',
      },
      firstLevel: {
        filedWith: 'County Board of Review',
        window: [
          'counties other than Cook: 30 days after the publication of the assessment list',
          'Cook County: windows open township by township',
        ],
        statute: '35 ILCS 200/16-55',
        note: 'After the Board of Review decides, the Property Tax Appeal Board takes appeals for 30 days.',
        verification: 'secondary',
        citation: 'c1',
      },
      steps: [
        {
          place: 'Cook County, IL',
          step: 'levels',
          text: 'First the Assessor, then the Board of Review; each opens township by township for about 30 days, by a calendar of its own.',
          verification: 'secondary',
          citation: 'c1',
        },
        {
          place: 'Cook County, IL',
          step: 'form',
          text: 'The Assessor takes online (SmartFile) and paper forms, complete and in time; none by fax.',
          verification: 'official_page',
          citation: 'c2',
        },
        {
          place: 'Cook County, IL',
          step: 'evidence',
          text: 'Wrong characteristics on the notice, recent appraisals, or values of similar properties nearby, uploaded with the appeal.',
          verification: 'secondary',
          citation: 'c3',
        },
        {
          place: 'Cook County, IL',
          step: 'next_level',
          text: 'After the Board of Review: the Property Tax Appeal Board or the circuit court, not both.',
          verification: 'secondary',
          citation: 'c3',
        },
      ],
    });
    const bare = await service.call(tool, { state: 'IL', county: 'Cook' });
    expect(bare.facts).not.toHaveProperty('township');
    expect(bare.facts).not.toHaveProperty('pastWindow');
  });

  it('gives the second level of a past window where the year had one', async () => {
    const of = async (township: string) => {
      const rows = withColumns({ township_name: township });
      const { facts } = await askWithRows({ 'cook-parcel-universe': rows, 'cook-assessed-values': rows }, tool, {
        address: chicago,
      });
      return pick(facts, 'township', 'pastWindow');
    };
    expect(await of('Evanston')).toEqual({
      township: { value: 'Evanston', citation: 'c6' },
      pastWindow: {
        township: 'Evanston',
        year: 2023,
        noticesMailed: '2023-06-06',
        firstLevelClosed: '2023-07-05',
        secondLevelOpened: '2023-10-05',
        secondLevelClosed: '2023-11-03',
        citation: 'c7',
      },
    });
    expect(await of('Nowhere')).toEqual({ township: { value: 'Nowhere', citation: 'c6' } });
  });

  it('gives the first level alone where no steps are in the table, and both claims where sources disagree', async () => {
    const texas = await service.call(tool, { state: 'TX', county: 'Travis' });
    expect(texas.state).toBe('partial');
    expect(texas.facts?.firstLevel).toEqual({
      verification: 'conflict',
      window: [expect.stringContaining('as generally known'), expect.stringContaining('cited page')],
      filedWith: 'Appraisal Review Board (protest)',
      statute: 'Tex. Tax Code 41.44',
      citation: 'c1',
    });
    expect(texas.facts).not.toHaveProperty('steps');
    expect((await service.call(tool, { address: biloxi })).facts).toHaveProperty('firstLevel');
  });

  it('serves nothing that nobody held against a page', async () => {
    const ohio = await service.call(tool, { state: 'OH', county: 'Franklin' });
    expect(ohio.state).toBe('not_covered');
    expect(ohio.facts).toBeUndefined();
    expect(JSON.stringify(ohio)).not.toMatch(/5715\.19|March 31/);
    expect(ohio.verifyNext[0]?.url).toMatch(/^https:/);
  });

  it('is partial where the township could not be read', async () => {
    const answer = await askWith({ 'cook-parcel': 'http500' }, tool, { address: chicago });
    expect(answer.state).toBe('partial');
    expect(answer.facts).not.toHaveProperty('pastWindow');
  });

  test.each([[{}], [{ state: 'NC' }], [{ state: 'Carolina', county: 'Wake' }], [{ address: chicago, taxYear: 2025 }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
