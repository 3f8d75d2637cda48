import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, newYork, raleigh } from '../ask.ts';

const tool = 'svc_nyc_recording_history';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists the documents of the lot of an address, newest first, with amounts only where stated', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    const { lot, documents } = answer.facts as { lot: object; documents: Record<string, unknown>[] };
    expect(lot).toEqual({ bbl: '1000940020', citation: 'c1' });
    expect(documents).toEqual([
      {
        documentId: '2019031500123001',
        recordUrl: 'https://a836-acris.nyc.gov/DS/DocumentSearch/DocumentDetail?doc_id=2019031500123001',
        type: 'Agreement',
        recordedOn: '2019-03-20',
        datedOn: '2019-03-01',
        amountUsd: 12_500_000,
        crfn: '2019000090001',
        citation: 'c2',
      },
      {
        documentId: '2008070100456001',
        recordUrl: 'https://a836-acris.nyc.gov/DS/DocumentSearch/DocumentDetail?doc_id=2008070100456001',
        type: 'Deed',
        recordedOn: '2008-07-09',
        datedOn: '2008-06-25',
        transferredPercent: 100,
        crfn: '2008000270002',
        citation: 'c2',
      },
    ]);
    expect(documents[1]).not.toHaveProperty('amountUsd');
  });

  it('takes a lot number without an address, and a limit', async () => {
    const answer = await service.call(tool, { bbl: '1000940020', limit: 1 });
    expect(answer.facts?.documents).toHaveLength(1);
    expect(answer.facts?.leftOut).toBe(1);
    expect(answer.subject).toBeUndefined();
  });

  it('never asks for parties', async () => {
    await service.call(tool, { bbl: '1000940020' });
    expect(service.upstreams.requests.filter(({ path }) => path.includes('636b-3b5g'))).toEqual([]);
    expect(JSON.stringify(await service.call(tool, { address: newYork }))).not.toMatch(/PLANTED|"part(y|ies)/i);
  });

  it('is empty for a lot without documents, not covered outside the city', async () => {
    expect((await service.call(tool, { bbl: '3001080015' })).state).toBe('empty');
    expect((await service.call(tool, { address: raleigh })).verifyNext[0]?.url).toContain('wake.gov');
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where the index, the documents or the lot cannot be read', async () => {
    for (const card of ['nyc-acris-legals', 'nyc-acris-master', 'nyc-pluto']) {
      const answer = await askWith({ [card]: 'http500' }, tool, { address: newYork });
      expect([card, answer.state]).toEqual([card, 'unavailable']);
      expect(answer.facts).toBeUndefined();
    }
  });

  it.each([{}, { bbl: '100094020' }, { bbl: '6000940020' }, { bbl: '1000940020', limit: 31 }])(
    'refuses %o',
    async (wrong) => {
      await expect(service.call(tool, wrong)).rejects.toMatchObject({ status: 400 });
    },
  );

  it('lists as many documents as requested and counts the rest', async () => {
    const answer = await service.call(tool, { bbl: '1000940020', limit: 1 });
    expect(answer.facts).toEqual({
      lot: { bbl: '1000940020', citation: 'c1' },
      documents: [
        {
          documentId: '2019031500123001',
          recordUrl: 'https://a836-acris.nyc.gov/DS/DocumentSearch/DocumentDetail?doc_id=2019031500123001',
          type: 'Agreement',
          recordedOn: '2019-03-20',
          datedOn: '2019-03-01',
          amountUsd: 12_500_000,
          crfn: '2019000090001',
          citation: 'c1',
        },
      ],
      leftOut: 1,
    });
    expect(answer.verifyNext).toEqual([
      { action: 'Read the documents in ACRIS', with: 'NYC City Register', url: 'https://a836-acris.nyc.gov/' },
    ]);
  });
});
