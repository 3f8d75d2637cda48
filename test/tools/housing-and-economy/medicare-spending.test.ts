import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, hartford, raleigh } from '../ask.ts';

const tool = 'svc_medicare_spending';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives spending per beneficiary, actual and standardized', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      year: { value: 2024, citation: 'c1' },
      paymentPerBeneficiary: { value: 10_412.55, unit: 'USD per year', citation: 'c1' },
      standardizedPaymentPerBeneficiary: { value: 10_288.1, unit: 'USD per year', citation: 'c1' },
      beneficiaries: { value: 178_400, citation: 'c1' },
      county: { value: 'NC-Wake (37183)', citation: 'c1' },
      originalMedicareBeneficiaries: { value: 84_100, citation: 'c1' },
      medicareAdvantageBeneficiaries: { value: 94_300, citation: 'c1' },
    });
  });

  it('says what is withheld, and gives no zero for it', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      county: { value: 'MS-Harrison (28047)', citation: 'c1' },
      year: { value: 2024, citation: 'c1' },
      beneficiaries: { value: 42100, citation: 'c1' },
      suppressed: [
        'paymentPerBeneficiary',
        'standardizedPaymentPerBeneficiary',
        'originalMedicareBeneficiaries',
        'medicareAdvantageBeneficiaries',
      ],
    });
    expect(answer.summary).toEqual('CMS lists Harrison County for 2024 and withholds its Medicare spending.');
  });

  it('takes Connecticut by planning region', async () => {
    expect((await service.call(tool, { address: hartford })).facts).toEqual({
      county: { value: 'CT-Capitol (09110)', citation: 'c1' },
      year: { value: 2024, citation: 'c1' },
      paymentPerBeneficiary: { value: 11804.2, unit: 'USD per year', citation: 'c1' },
      standardizedPaymentPerBeneficiary: { value: 11210.75, unit: 'USD per year', citation: 'c1' },
      beneficiaries: { value: 190_020, citation: 'c1' },
      originalMedicareBeneficiaries: { value: 101_200, citation: 'c1' },
      medicareAdvantageBeneficiaries: { value: 88_820, citation: 'c1' },
    });
  });

  it('is empty where the table has no row', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('empty');
  });

  it('falls back to the mirrored table and is partial; without one it is unavailable', async () => {
    const broken = await openService();
    try {
      broken.upstreams.setFault('cms-geographic-variation', 'timeout');
      broken.upstreams.setFault('cms-geographic-variation', 'refused');
      const answer = await broken.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.facts).toEqual({
        paymentPerBeneficiary: { value: 10_412.55, unit: 'USD per year', citation: 'c1' },
        county: { value: 'NC-Wake (37183)', citation: 'c1' },
        year: { value: 2024, citation: 'c1' },
        standardizedPaymentPerBeneficiary: { value: 10288.1, unit: 'USD per year', citation: 'c1' },
        beneficiaries: { value: 178_400, citation: 'c1' },
        originalMedicareBeneficiaries: { value: 84_100, citation: 'c1' },
        medicareAdvantageBeneficiaries: { value: 94_300, citation: 'c1' },
      });
    } finally {
      await broken.close();
    }
    const none = await askWith({ 'cms-geographic-variation': 'wrongShape' }, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(JSON.stringify(none.searched)).toContain('mirror sync cms-geographic-variation');
  });

  it('says what was searched, what it brought, and where the table stands', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer, 'summary', 'searched', 'verifyNext')).toEqual({
      summary:
        'CMS puts Original Medicare spending in Wake County at $10,413 per beneficiary in 2024 ($10,288 standardized).',
      searched: [
        {
          source: 'Medicare Geographic Variation, by county',
          area: 'Wake County',
          recordScope: 'Medicare Geographic Variation, county, all ages',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'See the table at its publisher',
          with: 'CMS',
          url: 'https://data.cms.gov/summary-statistics-on-use-and-payments',
        },
      ],
    });
    const summaries = [
      await service.call(tool, { address: chicago }),
      await askWith({ 'cms-geographic-variation': 'wrongShape' }, tool, { address: raleigh }),
    ].map(({ summary }) => summary);
    expect(summaries).toEqual([
      'The CMS county table was queried for Cook County; it has no row.',
      'The CMS county table could not be read for Wake County.',
    ]);
  });

  it('gives the actual figure alone where the standardized one is withheld, and asks nothing without a county', async () => {
    const withheld = withColumns({ TOT_MDCR_STDZD_PYMT_PC: '*' });
    const answer = await askWith({ 'cms-geographic-variation': withheld }, tool, { address: raleigh });
    expect(pick(answer.facts, 'paymentPerBeneficiary', 'standardizedPaymentPerBeneficiary', 'suppressed')).toEqual({
      paymentPerBeneficiary: { value: 10412.55, unit: 'USD per year', citation: 'c1' },
      suppressed: ['standardizedPaymentPerBeneficiary'],
    });
    expect(answer.summary).toEqual(
      'CMS puts Original Medicare spending in Wake County at $10,413 per beneficiary in 2024.',
    );
    const none = await service.call(tool, { address: 'North Carolina' });
    expect(pick(none, 'state', 'summary', 'facts')).toEqual({
      state: 'unresolved',
      summary: 'The county of the place is not known, so CMS was not queried.',
    });
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
