import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClock } from '../../clock.ts';
import { serveLocally } from '../../local-server.ts';
import type { UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { type Fault, faultNames } from '../../upstreams/faults.ts';
import { testCard, withRig } from '../rig.ts';
import { hasSample, sampleJson } from '../samples.ts';

const canary = 'CANARY+key/7f3a91';
const forms = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')];
const keys = { SVC_KEY_TEST: canary };
const keyed = (where: 'query' | 'header', more: object = {}) =>
  testCard({
    peopleFree: true,
    key: {
      setting: 'SVC_KEY_TEST',
      required: true,
      in: where,
      name: where === 'query' ? 'api_key' : 'X-Api-Key',
      signUpUrl: 'https://office.test/keys',
      ...more,
    },
  });

function expectClean(...texts: string[]): void {
  for (const text of texts) for (const form of forms) expect(text).not.toContain(form);
}

/** A caching proxy of an operator: real answers, no synthetic mark, so that they reach the cache file. */
async function withProxy(respond: (request: UpstreamRequest) => unknown, test: (url: string) => Promise<void>) {
  const server = await serveLocally((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://proxy');
    const headers = incoming.headers as Record<string, string | undefined>;
    const [, host = '', ...path] = url.pathname.split('/');
    const queried = { method: 'GET', host, path: `/${path.join('/')}`, query: url.searchParams, headers, body: '' };
    outgoing.end(JSON.stringify(respond({ ...queried, now: testClock() })));
  });
  try {
    await test(server.url);
  } finally {
    await server.close();
  }
}

test('a key goes to the source, in the query or in a header, and nowhere else', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'keys-'));
  const got: UpstreamRequest[] = [];
  // a source that quotes the request back, as several do in links to the next page
  const respond = (request: UpstreamRequest) => {
    got.push(request);
    const next = `https://office.test/data?page=2&api_key=${encodeURIComponent(canary)}`;
    return { next, echo: request.headers['x-api-key'] ?? request.query.get('api_key') };
  };
  try {
    await withProxy(respond, (proxy) =>
      withRig({ keys, cacheDirectory: directory, proxy }, async ({ access, log, queried }) => {
        const byQuery = await access.fetch(keyed('query'), { url: 'https://office.test/data?%24top=5' });
        expect(got[0]?.query.get('api_key')).toBe(canary);
        expect(got[0]?.query.get('$top')).toBe('5');
        const byHeader = await access.fetch(keyed('header', { prefix: 'Bearer ' }), {
          url: 'https://office.test/header',
        });
        expect(got[1]?.headers['x-api-key']).toBe(`Bearer ${canary}`);
        expectClean(JSON.stringify([byQuery, byHeader, log, queried]));
        expect(byQuery.url).toBe('https://office.test/data?%24top=5');

        // the link to the next page works although the key was taken out of it
        const { next } = (byQuery as { body: { next: string } }).body;
        const followed = await access.fetch(keyed('query'), { url: next });
        expect(got[2]?.query.getAll('api_key')).toEqual([canary]);
        expect(got[2]?.query.get('page')).toBe('2');
        for (const reply of [byQuery, byHeader, followed]) access.accept(reply);
      }),
    );
    const files = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'latin1'));
    if (files.length > 0) expect(files.join('').split('source-replies-3:').length - 1).toBeGreaterThanOrEqual(3);
    expectClean(...files);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('no fault brings the key out', async () => {
  for (const fault of faultNames) {
    const card = { ...keyed('query'), http: { timeoutMs: 300, retries: 0 } };
    await withRig({ keys, faults: { '*': fault satisfies Fault } }, async ({ access, log, queried }) => {
      const reply = await access.fetch(card, { url: `https://office.test/data?api_key=${encodeURIComponent(canary)}` });
      expectClean(JSON.stringify([reply, log, queried]));
    });
  }
});

test('a key that is required and missing is said by its setting; no one is queried', async () => {
  await withRig({}, async ({ access, upstreams, client }) => {
    const card = keyed('query');
    const reply = await access.fetch(card, { url: card.endpoint });
    expect(reply).toMatchObject({ ok: false, kind: 'needs_key', reason: expect.stringContaining('SVC_KEY_TEST') });
    expect(access.hasKey(card)).toBe(false);
    expect(upstreams.requests.length).toBe(0);
    expect(client.health().of(card.id).verdict).toBe('needs_key');
  });
});

test('an optional key that is missing: the source is queried without it, and a refusal names the setting', async () => {
  const card = keyed('query', { required: false });
  await withRig({}, async ({ access, upstreams }) => {
    expect(await access.fetch(card, { url: card.endpoint })).toMatchObject({ ok: true });
    upstreams.setFault('*', 'http403');
    const refused = await access.fetch(card, { url: `${card.endpoint}?n=2` });
    expect(refused).toMatchObject({ ok: false, kind: 'needs_key', reason: expect.stringContaining('SVC_KEY_TEST') });
  });
});

test.each([
  ['inside a success reply', 200, 'recordings/pvwatts/error-api-key-invalid.json', 'API_KEY_INVALID'],
  ['with a status', 403, 'recordings/openei/error-api-key-missing.json', 'API_KEY_MISSING'],
])('a key that the source refuses is said as such: %s', async (_name, status, recording, code) => {
  // error objects of PVWatts and OpenEI, as recorded in ../shared/samples
  const body = hasSample(recording) ? sampleJson(recording) : { error: { code, message: 'see the signup page' } };
  await withRig({ keys, respond: () => ({ status, body: body as object }) }, async ({ access, client }) => {
    const card = keyed('query');
    expect(await access.fetch(card, { url: card.endpoint })).toMatchObject({
      ok: false,
      kind: 'key_refused',
      reason: 'Test Office Register refused the key that is configured (setting SVC_KEY_TEST).',
    });
    expect(client.health().of(card.id).verdict).toBe('refuses');
  });
});

test('parameters that look like keys are not shown, and paging tokens still reach the source', async () => {
  await withRig({}, async ({ access, upstreams }) => {
    const ask = (token: string) => access.fetch(testCard(), { url: `https://office.test/data?a=1&token=${token}` });
    const first = await ask('one');
    await ask('two');
    expect(first.url).toBe('https://office.test/data?a=1');
    expect(upstreams.requests.map((request) => request.query)).toEqual(['a=1&token=one', 'a=1&token=two']);
  });
});
