import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';

const tool = 'svc_property_tax_rates';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the rates in force with the page that states each', async () => {
    const answer = await service.call(tool, { place: 'Philadelphia, PA' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      rates: [
        {
          body: 'City of Philadelphia',
          appliesTo: 'all',
          ratePer100Usd: 0.6159,
          base: 'taxable_value',
          taxYear: '2025 and thereafter',
          inForce: true,
          note: 'On the assessed value less a homestead exclusion, if any',
          verification: 'statute_text',
          citation: 'c1',
        },
        {
          body: 'School District of Philadelphia',
          appliesTo: 'all',
          ratePer100Usd: 0.7839,
          base: 'taxable_value',
          taxYear: '2025 and thereafter',
          inForce: true,
          note: 'On the assessed value less a homestead exclusion, if any',
          verification: 'official_page',
          citation: 'c2',
        },
      ],
    });
    expect(answer.facts?.rates).toEqual([
      {
        ratePer100Usd: 0.6159,
        inForce: true,
        verification: 'statute_text',
        body: 'City of Philadelphia',
        appliesTo: 'all',
        base: 'taxable_value',
        taxYear: '2025 and thereafter',
        note: 'On the assessed value less a homestead exclusion, if any',
        citation: 'c1',
      },
      {
        ratePer100Usd: 0.7839,
        inForce: true,
        verification: 'official_page',
        body: 'School District of Philadelphia',
        appliesTo: 'all',
        base: 'taxable_value',
        taxYear: '2025 and thereafter',
        note: 'On the assessed value less a homestead exclusion, if any',
        citation: 'c2',
      },
    ]);
  });

  it('adds the transfer tax of the state on request', async () => {
    const without = await service.call(tool, { place: 'Philadelphia, PA' });
    expect(without.summary).toContain(' On request, by state law: transfer taxes 1.');
    const answer = await service.call(tool, { place: 'Philadelphia, PA', transferTax: true });
    expect(answer.summary).toContain(' By state law: Realty transfer tax, 1 percent of the value of the realty.');
    expect(answer.facts?.transferTax).toMatchObject([{ statute: '61 Pa. Code 91.111', citation: 'c3' }]);
  });

  it('calls rates of a past tax year stale', async () => {
    const answer = await service.call(tool, { place: 'Raleigh, NC' });
    expect(answer.state).toBe('stale');
    expect(answer.facts?.rates).toEqual([
      {
        body: 'Wake County',
        ratePer100Usd: 0.5171,
        inForce: false,
        taxYear: '2025/26',
        appliesTo: 'all',
        base: 'assessed_value',
        verification: 'official_page',
        citation: 'c1',
      },
      {
        body: 'City of Raleigh',
        ratePer100Usd: 0.355,
        inForce: false,
        appliesTo: 'all',
        base: 'assessed_value',
        taxYear: '2025/26',
        note: 'Rate of the proposed budget; news reports say that it was adopted without a change of the rate',
        verification: 'official_page',
        citation: 'c2',
      },
    ]);
    expect(answer.summary).toContain('not known to be in force on 2026-11-21');
  });

  it('found them while they were in force', async () => {
    const then = await openService({ mirrors: false, now: '2026-03-01T12:00:00Z' });
    const answer = await then.call(tool, { place: 'Raleigh, NC' });
    await then.close();
    expect(answer.state).toBe('found');
  });

  it('leaves a city out where another town of the county was queried', async () => {
    const answer = await service.call(tool, { place: 'Cary, NC' });
    expect(answer.facts?.rates).toEqual([
      {
        body: 'Wake County',
        appliesTo: 'all',
        ratePer100Usd: 0.5171,
        base: 'assessed_value',
        taxYear: '2025/26',
        inForce: false,
        verification: 'official_page',
        citation: 'c1',
      },
    ]);
    expect(answer.facts?.rates).toHaveLength(1);
  });

  it('gives the transfer tax of the state where no rate is known, with its year in front where the text is old', async () => {
    const answer = await service.call(tool, { place: 'Georgia' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      rates: [],
      transferTax: [
        {
          topic: 'transfer_tax',
          about: 'Real estate transfer tax',
          rule: '1 USD for the first 1,000 USD and 0.10 USD for each further 100 USD or part',
          appliesTo: 'level: state',
          conditions: expect.stringMatching(/^paid by: person who executes the deed/),
          statute: 'O.C.G.A. 48-6-1; 48-6-3',
          quote: expect.stringMatching(/^There is imposed a tax at the rate of \$1\.00/),
          textOf: '2013-08-20',
          place: 'Georgia',
          verification: 'statute_text',
          citation: 'c1',
        },
      ],
    });
    expect(answer.summary).toMatch(
      /each further 100 USD or part; text of 2013, read it live first\. On request, by state law: levels of assessment 1\.$/,
    );
  });

  it('says on request at which level values are assessed, in one sentence and as a row with its statute', async () => {
    const without = await service.call(tool, { place: 'Raleigh, NC' });
    expect(without.summary).toContain(' On request, by state law: transfer taxes 1, levels of assessment 1.');
    expect(without.facts).not.toHaveProperty('assessmentLevel');
    const answer = await service.call(tool, { place: 'Wichita, KS', assessmentLevel: true });
    expect(answer.summary).toContain(' By state law: Assessed value, 11.5 percent of fair market value.');
    expect(answer.facts).toMatchObject({
      rates: [],
      assessmentLevel: [
        { statute: 'K.S.A. 79-1439(b)(1)', exceptions: expect.stringMatching(/^vacant lots .* 12 percent/) },
      ],
    });
    expect(answer.limits).toContain(
      'Kansas, K.S.A. 79-1439(b)(1): the percentages of commercial and of other property were not read.',
    );
  });

  it('names the office where no transfer tax was read, and gives no rate of a page of others', async () => {
    const answer = await service.call(tool, { place: 'New Jersey' });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    expect(answer.verifyNext[0]).toMatchObject({
      with: 'New Jersey Division of Taxation',
      url: 'https://www.nj.gov/treasury/taxation/lpt/localtax.shtml',
    });
    expect(JSON.stringify(answer)).not.toMatch(/3\.5 percent|one percent/);
  });

  it('is not covered where the table has no rate', async () => {
    const answer = await service.call(tool, { place: 'Biloxi, MS' });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toContain('Places with rates');
  });

  test.each([[{}], [{ place: 'X' }], [{ place: 'Cary, NC', year: 2025 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
