import { afterEach, describe, expect, it } from 'vitest';
import { childScript } from '../child-script.ts';
import { testClock } from '../clock.ts';
import { openService, type TestService, type TestServiceOptions } from '../harness.ts';
import { bulkUpstreams } from '../upstreams/bulk-files.ts';

const importProgram = await childScript(new URL('../../src/workers/import-worker.ts', import.meta.url));
const raleigh = { address: '222 W Hargett St, Raleigh, NC 27601' };
let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function openFresh(options: TestServiceOptions & { readonly dataWaitMs?: number } = {}) {
  service = await openService({
    mirrors: false,
    importProgram,
    extra: bulkUpstreams(testClock()),
    ...options,
    settings: { SVC_MIRROR_AUTO: 'on', ...options.settings },
  });
  return service;
}
const bulkRequests = ({ upstreams }: TestService, id: string) =>
  upstreams.requests.filter(({ cardId }) => cardId === `bulk:${id}`).length;

describe('a call whose data are not here', () => {
  it('waits for a small file and answers', async () => {
    // longer than by default: a process starts meanwhile
    const fresh = await openFresh({ callMs: 28_000, dataWaitMs: 25_000 });
    const answer = await fresh.call('svc_radon_zone', raleigh);
    expect(answer.state).toBe('found');
    expect(answer.retryAfterSeconds).toBeUndefined();
    expect(bulkRequests(fresh, 'epa-radon-zones')).toBe(1);
  });

  it('says that a file is being fetched and when to ask again where it takes longer; the next call answers', async () => {
    const fresh = await openFresh({ dataWaitMs: 0 });
    const first = await fresh.call('svc_house_price_index', raleigh);
    expect(first.state).toBe('unavailable');
    expect(first.retryAfterSeconds).toBeGreaterThan(0);
    expect(JSON.stringify(first.searched)).toMatch(/being fetched \(4 MB[^)]*\), again in about \d+ s/);
    await fresh.service.fetched();
    const next = await fresh.call('svc_house_price_index', raleigh);
    expect(next.state).toBe('found');
    expect(next.retryAfterSeconds).toBeUndefined();
  });

  it('is reported the reason and the next try where the publisher is down', async () => {
    const fresh = await openFresh({ dataWaitMs: 0 });
    fresh.upstreams.setFault('bulk:epa-radon-zones', 'http500');
    await fresh.call('svc_radon_zone', raleigh);
    await fresh.service.fetched();
    const answer = await fresh.call('svc_radon_zone', raleigh);
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toMatch(
      /was tried at .+ UTC: www\.epa\.gov answered HTTP 500; next try in/,
    );
    expect(bulkRequests(fresh, 'epa-radon-zones')).toBe(3);
  }, 20_000);

  it.each([
    [{ SVC_MIRROR_AUTO: 'off' }, 'place-records mirror sync epa-radon-zones'],
    [{ SVC_MIRROR_AUTO_MAX_MB: '0' }, 'over the 0 MB that are fetched without being queried'],
  ])('is reported the command with %o', async (settings, words) => {
    const fresh = await openFresh({ settings });
    const answer = await fresh.call('svc_radon_zone', raleigh);
    expect(answer).toMatchObject({ state: 'unavailable' });
    expect(JSON.stringify(answer.searched)).toContain(words);
    expect(bulkRequests(fresh, 'epa-radon-zones')).toBe(0);
  });

  it('names each source once, though it was queried before and after the data came', async () => {
    const fresh = await openFresh();
    const answer = await fresh.call('svc_sewer_overflow_nearby', { address: '121 N LaSalle St, Chicago, IL 60602' });
    expect(['found', 'partial']).toContain(answer.state);
    const sources = answer.searched.map(({ source, area, recordScope }) => `${source} ${area} ${recordScope}`);
    expect(new Set(sources).size).toBe(sources.length);
  });
});
