import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { specifiedRoutes, specifiedTools } from './catalog.ts';
import { proves } from './requirements.ts';

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({
    settings: {
      ...rail.settings,
      SVC_UNPAID_LIMIT_PER_MINUTE: '0',
      SVC_SECURITY_CONTACT: 'mailto:security@example.org',
    },
  });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const get = (path: string) => fetch(`${server.url}${path}`);
// biome-ignore lint/suspicious/noExplicitAny: published JSON is looked at field by field
const json = async (path: string) => (await (await get(path)).json()) as any;
/** The parsed answer to one free call. */
async function call(name: string, args: object) {
  // biome-ignore lint/suspicious/noExplicitAny: published JSON is looked at field by field
  return (await (await post('/tools/call', { name, arguments: args })).json()) as any;
}
const post = (path: string, body: unknown) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const built = () => specifiedRoutes.filter(([slug]) => service.service.registry.paidTool(slug));

describe('discovery and service endpoints', () => {
  test('security.txt names the operator before the pages of the project, for 180 days from the start', async () => {
    const text = await (await get('/.well-known/security.txt')).text();
    expect(text.match(/^(Contact|Expires): .*$/gm)).toEqual([
      'Contact: mailto:security@example.org',
      'Contact: https://github.com/place-records/place-records/security/advisories/new',
      'Contact: https://github.com/place-records/place-records/issues',
      'Expires: 2027-05-20T12:00:00.000Z',
    ]);
  });

  test.each([
    ['/health', 'application/json'],
    ['/ready', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/tools/list', 'application/json'],
    ['/.well-known/svc-tools.json', 'application/json'],
    ['/.well-known/svc-agent-endpoints.json', 'application/json'],
    ['/.well-known/ai-tool/index.json', 'application/json'],
    ['/.well-known/agent-card.json', 'application/json'],
    ['/.well-known/api-catalog', 'application/linkset+json'],
    ['/.well-known/jwks.json', 'application/jwk-set+json'],
    ['/.well-known/skill.md', 'text/markdown'],
    ['/skill.md', 'text/markdown'],
    ['/llms.txt', 'text/markdown'],
    ['/llms-full.txt', 'text/markdown'],
    ['/api', 'application/json'],
    ['/mcp/catalog', 'application/json'],
  ])('%s answers as %s', async (path, type) => {
    proves('endpoint-discovery');
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  });

  test('the api-catalog is a linkset', async () => {
    proves('endpoint-linkset');
    expect((await json('/.well-known/api-catalog')).linkset.length).toBeGreaterThan(0);
  });

  test('/tools/list has schemas and read-only metadata, a compact form and a filter', async () => {
    proves('endpoint-list', 'service-catalogs', 'version-schemas');
    const [full, compact] = await Promise.all([json('/tools/list'), json('/tools/list?compact=1')]);
    expect(full.tools.map(({ name }: { name: string }) => name).sort()).toEqual(
      specifiedTools.map(([name]) => name).sort(),
    );
    for (const tool of full.tools) {
      expect(tool.inputSchema.type, tool.name).toBe('object');
      expect(typeof tool.annotations.readOnlyHint, tool.name).toBe('boolean');
      expect(tool.inputSchema.$schema ?? 'https://json-schema.org/draft/2020-12/schema', tool.name).toContain(
        '2020-12',
      );
    }
    expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(full).length / 2);
    const one = await json('/tools/list?category=hazards');
    expect(new Set(one.tools.map(({ category }: { category: string }) => category))).toEqual(new Set(['hazards']));
  });

  test('every free tool takes the arguments that the specification names, and both coordinates beside an address', async () => {
    proves('free-args', 'free-coordinates', 'service-names');
    const { tools } = await json('/tools/list');
    const published = new Map<string, string[]>(
      tools.map((tool: { name: string; inputSchema: { properties?: object } }) => [
        tool.name,
        Object.keys(tool.inputSchema.properties ?? {}),
      ]),
    );
    for (const [name, args] of specifiedTools) {
      expect(name).toMatch(/^svc_[a-z0-9_]+$/);
      expect(published.get(name), name).toEqual(expect.arrayContaining([...args]));
      if (args.includes('address') && name !== 'svc_tax_payment_status')
        expect(published.get(name), name).toEqual(expect.arrayContaining(['latitude', 'longitude']));
    }
  });

  test('coordinates skip the geocoder', async () => {
    proves('free-coordinates');
    const { latitude, longitude } = samplePlaces.raleigh;
    const before = service.upstreams.requests.length;
    const { result } = await call('svc_flood_zone', { latitude, longitude });
    expect(result.subject.precision).toBe('point');
    const paths = service.upstreams.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => /address/i.test(path))).toEqual([]);
  });

  test('/tools/call and /feedback', async () => {
    proves('endpoint-call', 'endpoint-feedback', 'free-feedback');
    const called = await post('/tools/call', { name: 'svc_coverage_map', arguments: {} });
    expect(called.status).toBe(200);
    expect(Object.keys((await called.json()) as object).sort()).toEqual(['ok', 'result', 'tool']);
    for (const kind of ['helpful', 'not_helpful', 'ux_gap', 'schema_issue', 'coverage_gap', 'docs_issue', 'idea'])
      for (const alias of ['target', 'tool', 'toolName'])
        expect((await post('/feedback', { kind, [alias]: 'svc_flood_zone', summary: 'clear' })).status).toBe(200);
    expect((await post('/feedback', { kind: 'praise', target: 'svc_flood_zone', summary: 'x' })).status).toBe(400);
    expect((await post('/feedback', { kind: 'idea', target: 'x', summary: 'y'.repeat(1001) })).status).toBe(400);
    const personal = await post('/feedback', {
      kind: 'idea',
      target: 'svc_flood_zone',
      summary: 'write to ann@example.org',
    });
    expect(JSON.stringify(await personal.json())).not.toContain('ann@example.org');
  });

  test('A2A wants a tool and arguments', async () => {
    proves('endpoint-a2a', 'version-a2a');
    const message = (parts: object[]) => ({ message: { role: 'ROLE_USER', parts } });
    const asked = { svcTool: 'svc_coverage_map', arguments: {} };
    expect((await post('/a2a/v1/message:send', message([{ data: asked }]))).status).toBe(200);
    const prose = await post('/a2a/v1/message:send', message([{ text: 'Is my house in a flood zone?' }]));
    expect(await prose.text()).toContain('svcTool');
    const card = await json('/.well-known/agent-card.json');
    expect(JSON.stringify(card)).toContain('a2a-x402/v0.1');
  });

  test('the guides say the order: plan first, pay after approval', async () => {
    proves('endpoint-order', 'limit-report-window');
    const guide = await (await get('/skill.md')).text();
    for (const name of ['svc_suggest_workflow', 'svc_lane_availability', 'svc_place_facts'])
      expect(guide, name).toContain(name);
    const report = service.service.registry.paidTool('svc-place-report');
    expect(report?.kind !== 'free' && report?.paid.maxTimeoutSeconds).toBe(180);
    expect(guide).toContain('120 s');
  });
});

describe('the paid catalog', () => {
  test('has the names and prices of the specification, and no free twin beyond the published ones', async () => {
    proves('paid-prices', 'service-names', 'service-dual', 'service-kinds');
    const index = await json('/.well-known/ai-tool/index.json');
    const published = index.tools.map((tool: Record<string, unknown>) => [
      tool.slug,
      tool.priceUsdc,
      tool.dualFreeTool,
    ]);
    expect(published.sort()).toEqual(
      built()
        .map(([slug, price, , free]) => [slug, price, free])
        .sort(),
    );
    for (const [slug, , kind] of built()) {
      expect(slug).toMatch(/^svc-[a-z0-9-]+$/);
      const free = service.service.registry.freeTool(slug.replaceAll('-', '_'));
      expect(free !== undefined, slug).toBe(kind === 'dual');
    }
    const native = built().find(([, , kind]) => kind === 'native')?.[0];
    expect((await post('/tools/call', { name: native, arguments: {} })).status).toBeGreaterThanOrEqual(400);
  });

  test('the index and its tools have their fields', async () => {
    proves('res-index', 'endpoint-manifest');
    const index = await json('/.well-known/ai-tool/index.json');
    expect(Object.keys(index)).toEqual(
      expect.arrayContaining(
        'service kind accountApiKeyRequired unifiedCatalogUrl topAgentEndpointsUrl naming errorCatalog skillUrl x402 tools'.split(
          ' ',
        ),
      ),
    );
    expect([index.accountApiKeyRequired, index.naming.paidRouteStyle, index.naming.freeToolStyle]).toEqual([
      false,
      'hyphen',
      'underscore',
    ]);
    const fields =
      'slug name title manifestUrl endpoint priceUsdc nativeX402Networks pricingNote description inputSchema outputSchema category tags coverageBeforeCharge unsupportedRequestsReturnFreeDiagnostic preflightTools preflight skillSection rail chargesWhen freeWhen seeAlso'.split(
        ' ',
      );
    for (const tool of index.tools) {
      expect(Object.keys(tool), tool.slug).toEqual(expect.arrayContaining(fields));
      expect(Object.keys(tool.preflight).sort(), tool.slug).toEqual(['coverageCheck', 'laneAvailability', 'toolsList']);
    }
    const manifests = await Promise.all(built().map(([slug]) => json(`/.well-known/ai-tool/${slug}.json`)));
    expect(manifests.map(({ slug }) => slug)).toEqual(built().map(([slug]) => slug));
  });

  test('a discovery challenge of every route has version 2 and its own endpoint', async () => {
    proves('version-x402', 'paid-get');
    for (const [slug, price] of built()) {
      const challenge = await json(`/api/${slug}`);
      expect([challenge.x402Version, new URL(challenge.resource.url).pathname], slug).toEqual([2, `/api/${slug}`]);
      for (const { amount } of challenge.accepts) expect(amount, slug).toBe(String(Math.round(Number(price) * 1e6)));
    }
  });

  test('every free diagnostic: a place that cannot be found is not charged and not challenged', async () => {
    const rest = built().filter(([slug, , kind]) => kind !== 'dual' && slug !== 'svc-large-site-satellite-change');
    for (const [slug] of rest) {
      const tool = service.service.registry.paidTool(slug);
      const takes = (tool?.inputJsonSchema as { properties?: object } | undefined)?.properties ?? {};
      const example: Record<string, unknown> = tool?.examples[0]?.arguments ?? {};
      const nowhere = (at: number) => `${99_999 - at} Nowhere At All Rd, Zzyzx, ZZ 00000`;
      // a route that takes no place has an example of what it takes, which nothing here stands behind
      const body = {
        ...example,
        ...('address' in takes && { address: nowhere(0) }),
        ...('addresses' in takes && { addresses: (example.addresses as string[]).map((_, at) => nowhere(at)) }),
      };
      for (const key of ['latitude', 'longitude', 'zip', 'parcelIds', 'state', 'county'])
        delete (body as Record<string, unknown>)[key];
      const answer = await post(`/api/${slug}`, body);
      const text = await answer.text();
      expect([slug, answer.status, (JSON.parse(text) as { charged?: unknown }).charged]).toEqual([slug, 200, false]);
      proves(`free-${slug}`);
    }
  });

  test('a satellite purchase that is not valid is answered with issues, fields and an example', async () => {
    proves('free-svc-large-site-satellite-change', 'err-400-satellite');
    const answer = await post('/api/svc-large-site-satellite-change', { bbox: [0, 0, 1, 1], beforeDate: 'soon' });
    const body = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, body.charged]).toEqual([400, false]);
    for (const field of ['issues', 'requiredFields', 'example']) expect(body, field).toHaveProperty(field);
  });
});

describe('lanes', () => {
  test('lane availability has its envelope and its five lanes', async () => {
    proves('res-lanes', 'service-not-covered');
    const { ok, tool, result } = await call('svc_lane_availability', { place: 'Laramie, WY', detailLevel: 'full' });
    expect([ok, tool]).toEqual([true, 'svc_lane_availability']);
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(
        'place resolved jurisdiction lanes buyRecommendations recommendedCallOrder relatedTools warnings'.split(' '),
      ),
    );
    expect(Object.keys(result.lanes).sort()).toEqual(['degraded', 'local', 'national', 'notCovered', 'varies']);
    expect(result.lanes.notCovered.length).toBeGreaterThan(0);
    for (const entry of result.lanes.notCovered) expect(entry.requestTool).toBe('svc_request_coverage');
    const zoning = await service.call('svc_zoning', { address: samplePlaces.biloxi.address });
    expect(zoning.state).toBe('not_covered');
  });
});
