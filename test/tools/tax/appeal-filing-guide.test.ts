import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago } from '../ask.ts';

/** Every way to the parcel of an address of Cook County fails. */
const noParcel = { 'cook-parcel': 'http500', 'cook-parcel-2021': 'http500', 'cook-parcel-address': 'http500' } as const;

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

  it('names the township of the parcel where windows open by township', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.facts).toEqual({
      firstLevel: {
        filedWith: 'Cook County Assessor',
        window: ["by township, in the Assessor's notices"],
        statute: '35 ILCS 200/14-35',
        note: 'Second level: the Board of Review.',
        verification: 'statute_text',
        citation: 'c1',
      },
      steps: [
        {
          place: 'Cook County, IL',
          step: 'levels',
          text: 'First an application for revision to the Assessor, in the time of the published notice for the township; then a complaint in writing to the Board of Review, by townships, in the dates of its notices.',
          verification: 'statute_text',
          citation: 'c2',
        },
        {
          place: 'Cook County, IL',
          step: 'form',
          text: 'The Assessor takes online (SmartFile) and paper forms, complete and in time; none by fax.',
          verification: 'official_page',
          citation: 'c3',
        },
      ],
      township: { value: 'South Chicago', citation: 'c6' },
    });
    const bare = await service.call(tool, { state: 'IL', county: 'Cook' });
    expect(bare.facts).not.toHaveProperty('township');
  });

  it('gives the first level alone where no steps are in the table', async () => {
    const texas = await service.call(tool, { state: 'TX', county: 'Travis' });
    expect(texas.state).toBe('partial');
    expect(texas.facts?.firstLevel).toEqual({
      filedWith: 'Appraisal Review Board',
      window: ['May 15 or 30 days after the date on which the notice was delivered, whichever is later'],
      statute: 'Tex. Tax Code 41.44(a)(1)',
      note: 'Other notices and changes of records: 30 days. A rule on weekends stands in Tax Code 1.06, which was not read.',
      verification: 'statute_text',
      citation: 'c1',
    });
    expect(texas.facts).not.toHaveProperty('steps');
  });

  it('serves nothing that no one read, and says whom to ask', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    expect(answer.limits.join(' ')).toMatch(/Mississippi: the window for appealing an assessment\. Pointer only/);
    expect(answer.verifyNext.some(({ url }) => url === 'https://www.dor.ms.gov/property')).toBe(true);
  });

  it('is partial where the township could not be read', async () => {
    const answer = await askWith(noParcel, tool, { address: chicago });
    expect(answer.state).toBe('partial');
    expect(answer.facts).not.toHaveProperty('township');
  });

  test.each([[{}], [{ state: 'NC' }], [{ state: 'Carolina', county: 'Wake' }], [{ address: chicago, taxYear: 2025 }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
