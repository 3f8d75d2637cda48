import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentPaths } from '../../../src/catalog/views/documents.ts';
import { documentSurface } from '../../../src/catalog/views/surface.ts';
import { raw } from '../raw.ts';
import { type Client, startFake } from './fake-service.ts';

let service: Client;
let other: Client;
beforeAll(async () => {
  const more = {
    baseUrl: 'https://records.example.org',
    a2a: { handle: async () => ({ status: 200, headers: {}, body: {} }) },
  };
  [service, other] = await Promise.all([startFake(more), startFake(more)]);
});
afterAll(() => Promise.all([service.stop(), other.stop()]));

const paths = [
  ...documentPaths({ a2a: true }).map(({ path, name }) => ({ path, type: documentSurface[name].mediaType as string })),
  { path: '/tools/list?compact=1', type: 'application/json' },
  { path: '/tools/list?category=hazards', type: 'application/json' },
  { path: '/mcp/catalog', type: 'application/json' },
  { path: '/.well-known/jwks.json', type: 'application/jwk-set+json' },
  { path: '/.well-known/ai-tool/svc-double.json', type: 'application/json' },
];

describe.each(paths)('$path', ({ path, type }) => {
  it('has its exact media type, the same ETag on two servers, and 304 where nothing changed', async () => {
    const [one, two] = await Promise.all([service.get(path), other.get(path)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.headers.get('content-type')).toBe(type);
    expect(one.headers.get('vary')).toBe('Accept-Encoding');
    expect(one.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = one.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    expect(two.headers.get('etag')).toBe(etag);
    for (const tag of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await service.get(path, { 'if-none-match': tag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await service.get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  it('answers HEAD like GET without the body, and compressed where asked', async () => {
    const plain = await (await service.get(path, { 'accept-encoding': 'identity' })).text();
    const head = await service.get(path, { 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(plain)));
    const { headers, bytes } = await raw(service.url + path, { 'accept-encoding': 'gzip' });
    if (plain.length > 1024) {
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(bytes).toString()).toBe(plain);
    } else expect(bytes.toString()).toBe(plain);
  });
});

describe('the list of signing keys', () => {
  it('is the one of the moment, without what stays private, and empty where nothing is signed', async () => {
    const path = '/.well-known/jwks.json';
    const none = await service.get(path);
    expect([none.headers.get('content-type'), await none.json()]).toEqual(['application/jwk-set+json', { keys: [] }]);
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;
    const published = (kid: string) => ({ ...key, kid, use: 'sig', alg: 'EdDSA' }) as const;
    let keys = [published('one')];
    const rotating = await startFake({ signingKeys: async () => ({ keys }) });
    try {
      const first = await rotating.get(path);
      expect(await first.json()).toEqual({ keys });
      const etag = first.headers.get('etag') ?? '';
      expect((await rotating.get(path, { 'if-none-match': etag })).status).toBe(304);
      keys = [published('two'), ...keys];
      const second = await rotating.get(path, { 'if-none-match': etag });
      expect([second.status, await second.json()]).toEqual([200, { keys }]);
      expect((await rotating.post(path, {})).status).toBe(405);
      const catalog = await (await rotating.get('/.well-known/api-catalog')).text();
      expect(catalog).toContain(`${rotating.url}${path}`);
    } finally {
      await rotating.stop();
    }
  });
});

describe('queries of the catalogs', () => {
  const names = async (path: string) =>
    ((await (await service.get(path)).json()) as { tools: { name: string }[] }).tools.map(({ name }) => name);

  it('filters by category and shortens', async () => {
    expect(await names('/tools/list')).toEqual(['svc_double', 'svc_slow', 'svc_broken', 'svc_long']);
    expect(await names('/tools/list?category=hazards&compact=1')).toEqual(['svc_slow', 'svc_broken', 'svc_long']);
    expect(await names('/tools/list?category=tax')).toEqual([]);
    const [full, short] = await Promise.all(
      ['/tools/list', '/tools/list?compact=1'].map(async (path) => (await (await service.get(path)).text()).length),
    );
    expect(short).toBeLessThan((full as number) / 2);
  });

  it.each([
    '/tools/list?category=nothing',
    '/tools/list?compact=maybe',
    '/mcp/catalog?q=x&limit=0',
    '/mcp/catalog?q=x&rail=x',
  ])('refuses %s naming what is allowed', async (path) => {
    const answer = await service.get(path);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_arguments', issues: [{ code: 'not_allowed' }] });
  });

  it('searches the catalog of both rails', async () => {
    const hits = async (path: string) =>
      ((await (await service.get(path)).json()) as { hits: { name: string }[] }).hits.map(({ name }) => name);
    expect(await hits('/mcp/catalog?q=svc_double')).toEqual(['svc_double']);
    expect(await hits('/mcp/catalog?q=svc-bundle&rail=paid')).toEqual(['svc-bundle']);
    expect(await names('/mcp/catalog')).toContain('svc-bundle');
  });
});

describe('the public address', () => {
  it('is the configured one, whatever Host says', async () => {
    const { bytes } = await raw(`${service.url}/api`, { host: 'evil.example' });
    expect(bytes.toString()).not.toContain('evil.example');
    expect(bytes.toString()).toContain('https://records.example.org/openapi.json');
  });

  it('is where the server listens while none is configured, whatever Host and a proxy say', async () => {
    const bare = await startFake();
    try {
      for (const headers of [
        { host: 'records.example:8402' },
        { host: 'a"b<c>' },
        { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      ]) {
        const text = (await raw(`${bare.url}/api`, headers)).bytes.toString();
        expect(text).toContain(`http://127.0.0.1:${bare.port}/openapi.json`);
        expect(text).not.toMatch(/example|a"b/);
      }
    } finally {
      await bare.stop();
    }
  });

  it('is named in the Link header of the API catalog', async () => {
    const head = await service.get('/.well-known/api-catalog', {}, 'HEAD');
    expect(head.headers.get('link')).toBe('<https://records.example.org/.well-known/api-catalog>; rel="api-catalog"');
  });

  it('leaves A2A out of every document where no A2A endpoint is served', async () => {
    const bare = await startFake();
    try {
      expect((await bare.get('/.well-known/agent-card.json')).status).toBe(404);
      expect((await bare.post('/a2a/v1/message:send', {})).status).toBe(404);
      for (const path of ['/api', '/openapi.json', '/llms.txt', '/skill.md', '/.well-known/api-catalog']) {
        expect(await (await bare.get(path)).text()).not.toContain('/a2a/');
      }
    } finally {
      await bare.stop();
    }
  });
});
