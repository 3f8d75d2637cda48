import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, hartford, listOf, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe('svc_nfip_claims', () => {
  const tool = 'svc_nfip_claims';

  it('adds up by year and ZIP, and states no amount of fewer than three claims', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      claimCount: { value: 6, unit: 'claims', citation: 'c1' },
      paid: { value: 114_028, unit: 'USD', citation: 'c1' },
      withoutAmount: { value: 1, unit: 'claims', citation: 'c1', note: 'not stated, which is not zero' },
      byYear: [
        { year: 2018, count: 4, paidUsd: 31_251, citation: 'c1' },
        { year: 2016, count: 1, citation: 'c1' },
        { year: 1996, count: 1, citation: 'c1' },
      ],
      zip: { zip: '27601', count: 3, paidUsd: 31_251, citation: 'c1' },
      county: { value: 'Wake County, NC (37183)', citation: 'c1' },
    });
    expect(JSON.stringify(answer)).not.toContain('77777');
    expect(Object.values(answer.citations)).toContainEqual(expect.objectContaining({ sourceDate: '2026-09-08' }));
  });

  it('never asks for or shows a position or a single claim', async () => {
    const before = service.upstreams.requests.length;
    const answer = await service.call(tool, { latitude: 35.7783, longitude: -78.6431 });
    for (const request of service.upstreams.requests.slice(before))
      expect(request.path).not.toMatch(/latitude|longitude/);
    expect(JSON.stringify(answer.facts)).not.toMatch(/PLANTED|censusGeoid|latitude|35\.8/);
  });

  it('gives no total and no cut year where a county has more than one reading holds, and asks the ZIP apart', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      claimCount: { value: 6000, unit: 'claims', citation: 'c1' },
      readClaimCount: { value: 5000, unit: 'claims', citation: 'c1' },
      county: { value: 'Harrison County, MS (28047)', citation: 'c1' },
      byYear: [
        { year: 2005, count: 1500, paidUsd: 1_500_000, citation: 'c1' },
        { year: 2004, count: 1500, paidUsd: 1_500_000, citation: 'c1' },
        { year: 2003, count: 1500, paidUsd: 1_500_000, citation: 'c1' },
        { year: 2002, count: 1500, citation: 'c1' },
      ],
      zip: { zip: '39530', count: 1200, paidUsd: 1_200_000, citation: 'c1' },
    });
    expect(answer.summary).toMatch(
      /6000 flood insurance claims.*5000 of them were read, so no total is given; 1200 in ZIP/,
    );
  });

  it('asks Connecticut by both codes and states no amount of two claims', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts).toEqual({
      claimCount: { value: 2, unit: 'claims', citation: 'c1' },
      county: { value: 'Capitol Planning Region, CT (09110, 09003)', citation: 'c1' },
      byYear: [{ year: 2011, count: 2, citation: 'c1' }],
      zip: { zip: '06103', count: 2, citation: 'c1' },
    });
    expect(answer.facts?.paid).toBeUndefined();
  });

  it('is empty where no claim is listed, unavailable where the source fails', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('empty');
    expect((await askWith({ openfema: 'http500' }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('lists eight years of loss, newest first, and counts the earlier ones', async () => {
    const years = (count: number) => repeated(count, (index) => ({ yearOfLoss: 2025 - index }));
    const { facts } = await askWith({ openfema: years(11) }, tool, { address: raleigh });
    expect(listOf(facts, 'byYear').map(({ year, count }) => [year, count])).toEqual(
      [2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018].map((year) => [year, 1]),
    );
    expect(facts?.yearsLeftOut).toBe(3);
    const eight = await askWith({ openfema: years(8) }, tool, { address: raleigh });
    expect([listOf(eight.facts, 'byYear').length, eight.facts?.yearsLeftOut]).toEqual([8, undefined]);
  });

  it('states the sum of three claims where they are all, and of their ZIP where the place lies in it', async () => {
    const three = repeated(3, () => ({ yearOfLoss: 2018, amountPaidOnBuildingClaim: 400, reportedZipCode: '27603' }));
    const counted = {
      edit: (body: unknown) => ({ metadata: { count: 3 }, NfipClaims: three.edit(Object(body).NfipClaims) }),
    };
    const askAt = async (address: string) => {
      const { facts, summary } = await askWith({ openfema: counted }, tool, { address });
      return { summary, ...pick(facts, 'claimCount', 'readClaimCount', 'paid', 'byYear', 'zip') };
    };
    const ofCounty = {
      claimCount: { value: 3, unit: 'claims', citation: 'c1' },
      paid: { value: 1200, unit: 'USD', citation: 'c1' },
      byYear: [{ year: 2018, count: 3, paidUsd: 1200, citation: 'c1' }],
    };
    expect(await askAt(raleigh)).toEqual({
      ...ofCounty,
      summary: 'OpenFEMA counts 3 flood insurance claims in Wake County, NC, with $1,200 paid in all.',
    });
    expect(await askAt('27603')).toEqual({
      ...ofCounty,
      zip: { zip: '27603', count: 3, paidUsd: 1200, citation: 'c1' },
      summary: 'OpenFEMA counts 3 flood insurance claims in Wake County, NC, with $1,200 paid in all; 3 in ZIP 27603.',
    });
  });

  it('states no sum and no amount of a year where fewer claims came than the source counts', async () => {
    const three = repeated(3, () => ({ yearOfLoss: 2018, amountPaidOnBuildingClaim: 400 }));
    const { facts, summary, state } = await askWith({ openfema: three }, tool, {
      latitude: 35.7783,
      longitude: -78.6431,
    });
    expect(state).toBe('partial');
    expect(pick(facts, 'claimCount', 'readClaimCount', 'paid', 'byYear', 'zip')).toEqual({
      claimCount: { value: 6, unit: 'claims', citation: 'c1' },
      readClaimCount: { value: 3, unit: 'claims', citation: 'c1' },
      byYear: [
        { year: 2018, count: 4, citation: 'c1' },
        { year: 2016, count: 1, citation: 'c1' },
      ],
    });
    expect(summary).toEqual(
      'OpenFEMA counts 6 flood insurance claims in Wake County, NC; 3 of them were read, so no total is given.',
    );
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    const summaryAt = async (place: object) => (await service.call(tool, place)).summary;
    expect(await summaryAt({ address: raleigh })).toEqual(
      'OpenFEMA counts 6 flood insurance claims in Wake County, NC, with $114,028 paid in all; 3 in ZIP 27601.',
    );
    expect(await summaryAt({ address: biloxi })).toEqual(
      'OpenFEMA counts 6000 flood insurance claims in Harrison County, MS; 5000 of them were read, so no total is given; 1200 in ZIP 39530.',
    );
    expect(await summaryAt({ address: hartford })).toEqual(
      'OpenFEMA counts 2 flood insurance claims in Capitol Planning Region, CT; 2 in ZIP 06103.',
    );
    expect(await summaryAt({ latitude: 35.7783, longitude: -78.6431 })).toEqual(
      'OpenFEMA counts 6 flood insurance claims in Wake County, NC, with $114,028 paid in all.',
    );
    expect(await summaryAt({ address: chicago })).toEqual(
      'OpenFEMA lists no flood insurance claim with Cook County, IL; that says nothing about floods without a policy.',
    );
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer, 'searched', 'verifyNext')).toEqual({
      searched: [
        {
          source: 'OpenFEMA NFIP redacted claims, version 3',
          area: 'Wake County, NC',
          period: 'since 1978',
          recordScope: 'redacted claims, building and contents payments, by year of loss and reported ZIP',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'Ask the seller or the insurer for the claims of the property itself',
          with: 'seller, insurer or FEMA (owner only)',
        },
      ],
    });
    expect(answer.limits).toHaveLength(2);
    const down = await askWith({ openfema: 'http500' }, tool, { address: raleigh });
    expect(down.summary).toEqual('OpenFEMA could not be read for the flood insurance claims of Wake County, NC.');
  });

  it('asks for no county where the place has none', async () => {
    const before = service.upstreams.requests.length;
    const answer = await service.call(tool, { address: 'North Carolina' });
    expect(pick(answer, 'state', 'summary', 'searched', 'facts')).toEqual({
      state: 'unresolved',
      summary: 'The county of the place is not known, so OpenFEMA was not queried.',
      searched: [
        {
          source: 'OpenFEMA',
          area: 'the county of the place',
          period: 'since 1978',
          recordScope: 'redacted claims, building and contents payments, by year of loss and reported ZIP',
          state: 'unresolved',
          reason: 'the county of the place is not known',
        },
      ],
    });
    expect(service.upstreams.requests.slice(before).filter(({ cardId }) => cardId === 'openfema')).toEqual([]);
  });

  it('refuses half a point', async () => {
    await expect(service.call(tool, { longitude: -78 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
