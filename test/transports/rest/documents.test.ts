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
  { path: '/tools/list?schemas=1', type: 'application/json' },
  { path: '/tools/list/svc_double', type: 'application/json' },
  { path: '/openapi.json?schemas=1', type: 'application/json' },
  { path: '/openapi/svc_slow.json', type: 'application/json' },
  { path: '/openapi/svc-bundle.json', type: 'application/json' },
  { path: '/.well-known/svc-tools.json?schemas=1', type: 'application/json' },
  { path: '/.well-known/ai-tool/index.json?schemas=1', type: 'application/json' },
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

  it('answers HEAD like GET without the body, and compressed where queried', async () => {
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

describe('security.txt', () => {
  const path = '/.well-known/security.txt';
  const [contact, policy] = ['mailto:security@example.org', 'https://example.org/policy'];
  const securityContact = { contacts: [contact], policy, expiresAt: new Date('2027-05-01T00:00:00Z') };

  it.each([
    [undefined, ''],
    ['https://records.example.org', `Canonical: https://records.example.org${path}\n`],
  ])('has what RFC 9116 requires, and its address where that begins with https:// (%s)', async (baseUrl, canonical) => {
    const published = await startFake({ baseUrl, securityContact });
    try {
      const reply = await published.get(path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(await reply.text()).toBe(
        `Contact: ${contact}\nExpires: 2027-05-01T00:00:00.000Z\nPreferred-Languages: en\n${canonical}Policy: ${policy}\n`,
      );
    } finally {
      await published.stop();
    }
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
    const [whole, listed, short] = (await Promise.all(
      ['/tools/list?schemas=1', '/tools/list', '/tools/list?compact=1'].map(
        async (path) => (await (await service.get(path)).text()).length,
      ),
    )) as [number, number, number];
    expect(short).toBeLessThan(listed / 2);
    expect(listed).toBeLessThan(whole);
  });

  it('gives one tool whole, however its name is spelt, and refuses what is none with near names', async () => {
    const all = (await (await service.get('/tools/list?schemas=1')).json()) as { tools: { name: string }[] };
    for (const path of ['/tools/list/svc_double', '/tools/list/SVC-Double'])
      expect(await (await service.get(path)).json()).toEqual(all.tools.find(({ name }) => name === 'svc_double'));
    const lost = await service.get('/tools/list/svc_duble');
    expect([lost.status, await lost.json()]).toMatchObject([404, { code: 'not_found', suggestions: ['svc_double'] }]);
    for (const path of ['/openapi/svc_none.json', '/openapi/svc_double', '/.well-known/ai-tool/svc-none.json'])
      expect((await service.get(path)).status, path).toBe(404);
  });

  it.each([
    '/tools/list?category=nothing',
    '/tools/list?compact=maybe',
    '/tools/list?schemas=all',
    '/tools/list?schemas=1&compact=1',
    '/openapi.json?schemas=all',
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
  const own = 'https://records.example.org/openapi.json';
  const linksOf = async (url: string, headers: Record<string, string>) => {
    const { status, bytes } = await raw(`${url}/api`, headers);
    return { status, text: bytes.toString() };
  };

  it('is the configured one, whatever a taken Host and a proxy say; another Host is refused and not repeated', async () => {
    for (const host of ['records.example.org', 'RECORDS.example.org:8443', 'localhost:1', '10.1.2.3:8402', '[::1]']) {
      const { status, text } = await linksOf(service.url, { host, 'x-forwarded-host': 'evil.example' });
      expect([host, status, text.includes(own), text.includes('evil.example')]).toEqual([host, 200, true, false]);
    }
    for (const host of [
      'evil.example',
      'records.example.org.evil.example',
      'localhost.evil.example',
      'a"b<c>',
      'x@y',
    ]) {
      const { status, text } = await linksOf(service.url, { host });
      expect([host, status, JSON.parse(text)]).toMatchObject([host, 403, { code: 'host_not_served', charged: false }]);
      expect(text).not.toContain(host);
    }
    expect((await raw(`${service.url}/health`, { host: 'pod-7.internal' })).status).toBe(200);
  });

  it('is where the server listens while none is configured, whatever a proxy says', async () => {
    const bare = await startFake();
    try {
      const proxied = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
      const { text } = await linksOf(bare.url, proxied);
      expect(text).toContain(`http://127.0.0.1:${bare.port}/openapi.json`);
      expect(text).not.toContain('example');
      expect((await linksOf(bare.url, { host: 'records.example:8402' })).status).toBe(403);
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
      for (const path of ['/', '/api', '/openapi.json', '/llms.txt', '/skill.md', '/.well-known/api-catalog']) {
        expect(await (await bare.get(path)).text()).not.toContain('/a2a/');
      }
    } finally {
      await bare.stop();
    }
  });
});

describe('the front page', () => {
  it('is a page for a browser and the list of entry points for everybody else', async () => {
    const page = await service.get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; style-src 'sha256-");
    expect(policy).not.toMatch(/unsafe|https?:/);
    const text = await page.text();
    expect(text).toContain('<a href="https://records.example.org/skill.md">');
    expect(text).not.toMatch(/<script[^>]+src|undefined/);
    for (const accept of ['*/*', 'application/json']) {
      const list = await service.get('/', { accept });
      expect(list.headers.get('content-type')).toBe('application/json');
      expect(await list.text()).toBe(await (await service.get('/api')).text());
    }
    const again = await service.get('/', { accept: 'text/html', 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });
});
