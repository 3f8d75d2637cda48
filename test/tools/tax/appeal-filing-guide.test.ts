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

  it('says what was searched, what it brought, and whom to ask', async () => {
    const at = async (args: object) =>
      pick(await service.call(tool, args), 'summary', 'searched', 'limits', 'verifyNext');
    expect(await at({ state: 'NC', county: 'Wake' })).toEqual({
      summary:
        'Filing of an assessment appeal at Wake County, NC: first level County Board of Equalization and Review, then Property Tax Commission; 5 steps of Wake County, NC.',
      searched: [
        {
          source: 'Laws.com copy of G.S. 105-290 (secondary source)',
          area: 'Wake County, NC',
          recordScope: 'first level of appeal',
          state: 'found',
        },
        {
          source: 'Table of filing of assessment appeals of this service',
          area: 'Wake County, NC',
          recordScope: 'steps of filing',
          state: 'found',
        },
      ],
      limits: [
        'A guide to where and how, from dated pages: forms, dates and offices change, and the notice and the filing office decide.',
        'Not legal advice and no view on whether an appeal would succeed.',
      ],
      verifyNext: [
        {
          action: 'Get the form and the dates of this year',
          with: 'Wake County, informal review and formal appeal',
          url: 'https://www.wake.gov/departments-government/tax-administration/real-estate/revaluation/appeals-informal-review-and-formal-appeal',
        },
        {
          action: 'Find the county assessor and its appeal forms',
          with: 'North Carolina Department of Revenue',
          url: 'https://www.ncdor.gov/',
        },
      ],
    });
    expect(pick(await service.call(tool, { address: chicago }), 'summary', 'limits')).toEqual({
      summary:
        'Filing of an assessment appeal at 121 N LASALLE ST, CHICAGO, IL, 60602: first level County Board of Review; 4 steps of Cook County, IL; the parcel lies in South Chicago township.',
      limits: [
        'A guide to where and how, from dated pages: forms, dates and offices change, and the notice and the filing office decide.',
        'Not legal advice and no view on whether an appeal would succeed.',
        'Windows open township by township; the calendar of this year is with the Assessor.',
      ],
    });
    const texas = await service.call(tool, { state: 'TX', county: 'Travis' });
    expect(pick(texas, 'summary', 'searched', 'verifyNext')).toEqual({
      summary: 'Filing of an assessment appeal at Travis County, TX: first level Appraisal Review Board (protest).',
      searched: [
        {
          source: 'Cushman & Wakefield property tax presentation (sources disagree)',
          area: 'Travis County, TX',
          recordScope: 'first level of appeal',
          state: 'partial',
          reason: 'the sources disagree on the window',
        },
        {
          source: 'Table of filing of assessment appeals of this service',
          area: 'Travis County, TX',
          recordScope: 'steps of filing',
          state: 'not_covered',
          reason: 'the table has no row for the place',
        },
      ],
      verifyNext: [
        {
          action: 'Find the county assessor and its appeal forms',
          with: 'Texas Comptroller, property tax',
          url: 'https://comptroller.texas.gov/taxes/property-tax/',
        },
        { action: 'Compute the last day from the date of the notice', with: 'svc_appeal_window' },
      ],
    });
    expect(texas.limits[2]).toMatch(/^Places with steps: .*Cook County, IL; .*Wake County, NC/);
    const ohio = await service.call(tool, { state: 'OH', county: 'Franklin' });
    expect(pick(ohio, 'summary', 'searched', 'verifyNext')).toEqual({
      summary:
        'Filing of an assessment appeal at Franklin County, OH: the tables have no row that was held against a page.',
      searched: [
        {
          source: 'Table of appeal windows',
          area: 'Franklin County, OH',
          recordScope: 'first level of appeal',
          state: 'not_covered',
          reason: 'no row that was held against a page',
        },
        {
          source: 'Table of filing of assessment appeals of this service',
          area: 'Franklin County, OH',
          recordScope: 'steps of filing',
          state: 'not_covered',
          reason: 'the table has no row for the place',
        },
      ],
      verifyNext: [
        {
          action: 'Find the county assessor and its appeal forms',
          with: 'Ohio Department of Taxation',
          url: 'https://tax.ohio.gov/',
        },
        { action: 'Compute the last day from the date of the notice', with: 'svc_appeal_window' },
      ],
    });
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
