import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { silentTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { type OpenedTelemetry, openTelemetry } from '../../src/telemetry/open.ts';
import { routeOf } from '../../src/telemetry/requests.ts';
import { openService, type TestService } from '../harness.ts';
import { serveLocally } from '../local-server.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';

const place = { address: '222 W Hargett St, Raleigh, NC 27601' };

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** A collector that takes OTLP over HTTP with JSON bodies (opentelemetry.io/docs/specs/otlp). */
async function startCollector() {
  const texts: string[] = [];
  const paths = new Set<string>();
  const { url, close } = await serveLocally(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    paths.add(request.url ?? '');
    texts.push(text);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  return { url, texts, paths, close };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Opens traces under the variables of an environment, and puts the process's own back. */
async function underEnvironment(given: Record<string, string>): Promise<OpenedTelemetry> {
  const before = { ...process.env };
  Object.assign(process.env, given);
  try {
    return await openTelemetry({ metrics: true, traces: true, version: '9.9.9' });
  } finally {
    for (const name of Object.keys(given)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

describe('a service that is measured', () => {
  let rail: Rail;
  let house: TestService;
  let metricsText: string;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let wallet: string;

  beforeAll(async () => {
    rail = await startRail();
    collector = await startCollector();
    const measured = await underEnvironment({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'records-here',
    });
    const { telemetry } = measured;
    const settings = { PORT: '0', SVC_METRICS_PORT: '0', ...rail.settings };
    const urls: string[] = [];
    const log = (line: string) => void (line.includes('metrics are served') && urls.push(line));
    house = await openService({ settings, mirrors: false, telemetry, log });
    const running = await startHttp(house.service, { measured });
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${running.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const call = { name: 'svc_flood_zone', arguments: place };
    expect((await post('/tools/call', call)).status).toBe(200);
    expect((await post('/tools/call', call)).status).toBe(200);
    await fetch(`${running.url}/wp-login.php?x=1`);
    const challenge = (await (await post('/api/svc-flood-zone', place)).json()) as Parameters<typeof sign>[1];
    const pay = async () => {
      const buyer = await rail.evm.buyer();
      wallet = buyer.address;
      return paymentHeader(await sign(evmClient(buyer.key), challenge));
    };
    expect((await post('/api/svc-flood-zone', place, await pay())).status).toBe(200);
    rail.facilitator.fault('settle', { mode: 'drop' }, 1);
    expect((await post('/api/svc-flood-zone', place, await pay())).status).toBe(502);
    const [, { url }] = JSON.parse(urls[0] ?? '[]') as [string, { url: string }];
    // a request is counted when its connection lets go of the response, which may be after the caller has read it
    const endOfLast = '/api/svc-flood-zone",method="POST",status="502"}';
    await vi.waitFor(async () => {
      metricsText = await (await fetch(url)).text();
      expect(metricsText).toContain(endOfLast);
    });
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
    await running.stop();
  }, 120_000);
  afterAll(async () => {
    await collector.close();
    await house.close();
    await rail.close();
  });

  const lineOf = (start: string) => metricsText.split('\n').find((line) => line.startsWith(start));

  test('counts requests, sources, cache, upstream requests, purchases and unknown settlements', () => {
    const counted = (start: string) => Number(lineOf(start)?.split(' ').at(-1));
    expect(counted('place_records_http_request_seconds_count{route="/tools/call",method="POST",status="200"}')).toBe(2);
    expect(
      counted('place_records_http_request_seconds_count{route="/api/svc-flood-zone",method="POST",status="402"}'),
    ).toBe(1);
    expect(
      counted('place_records_http_request_seconds_count{route="/api/svc-flood-zone",method="POST",status="200"}'),
    ).toBe(1);
    expect(
      counted('place_records_http_request_seconds_count{route="/api/svc-flood-zone",method="POST",status="502"}'),
    ).toBe(1);
    expect(counted('place_records_http_request_seconds_count{route="other",method="GET",status="404"}')).toBe(1);
    expect(counted('place_records_source_questions_total{source="fema-nfhl",outcome="answered"}')).toBeGreaterThan(0);
    expect(counted('place_records_source_cache_total{result="hit"}')).toBeGreaterThan(0);
    expect(counted('place_records_source_cache_total{result="miss"}')).toBeGreaterThan(0);
    expect(
      counted('place_records_upstream_request_seconds_count{host="hazards.fema.gov",result="answered"}'),
    ).toBeGreaterThan(0);
    const steps = 'place_records_purchase_steps_total{route="svc-flood-zone",network="eip155:8453",state=';
    expect([counted(`${steps}"settled"}`), counted(`${steps}"unknown"}`), counted(`${steps}"claimed"}`)]).toEqual([
      1, 1, 2,
    ]);
    expect(counted('place_records_settlements_unknown_total')).toBe(1);
    expect(counted('place_records_ledger_purchases{state="unknown"}')).toBe(1);
    expect(counted('place_records_ledger_purchases{state="pending"}')).toBe(0);
    expect(lineOf('place_records_sources{state="degraded"}')).toMatch(/ 0$/);
    expect(counted('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  test('sends a span for a call, for each request to a source, and for a sale, with their places in the trace', () => {
    expect([...collector.paths]).toEqual(['/v1/traces']);
    const sent = collector.texts.map((text) => JSON.parse(text) as Sent).flatMap(({ resourceSpans }) => resourceSpans);
    const about = Object.fromEntries(
      (sent[0]?.resource.attributes ?? []).map(({ key, value: given }) => [key, given.stringValue]),
    );
    expect([about['service.name'], about['service.version']]).toEqual(['records-here', '9.9.9']);
    const spans = sent.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans: some }) => some);
    const named = (name: string) => spans.filter((span) => span.name === name);
    expect([named('call').length, named('sale').length]).toEqual([2, 3]);
    const [first] = named('call');
    expect(first?.attributes).toEqual([{ key: 'place_records.tool', value: { stringValue: 'svc_flood_zone' } }]);
    const requests = named('source request').filter(({ traceId }) => traceId === first?.traceId);
    expect(requests.length).toBeGreaterThan(0);
    for (const { parentSpanId } of requests) expect(parentSpanId).toBe(first?.spanId);
  });

  test('and neither says who queried, what about, or who paid', () => {
    const everything = [metricsText, ...collector.texts].join('\n');
    expect(everything).not.toMatch(/hargett/i);
    expect(everything.toLowerCase()).not.toContain(wallet.toLowerCase());
  });
});

test('nothing is loaded where nothing is requested', async () => {
  const { telemetry, metrics } = await openTelemetry({ metrics: false, traces: false, version: '1' });
  expect([telemetry, metrics]).toEqual([silentTelemetry, undefined]);
});

test('routes are of bounded number, whatever is requested', () => {
  const route = (path: string) => routeOf(path, (slug) => slug === 'svc-flood-zone');
  expect(
    [
      '/api/svc-flood-zone',
      '/api/x',
      '/reports/a.pdf',
      '/evidence/b',
      '/.well-known/c',
      '/a2a/v1/tasks/d',
      '/constructor',
    ].map(route),
  ).toEqual([
    '/api/svc-flood-zone',
    '/api/:slug',
    '/reports/:file',
    '/evidence/:file',
    '/.well-known',
    '/a2a/v1',
    'other',
  ]);
});
