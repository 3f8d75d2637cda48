import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../src/cli/http-server.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import type { PlaceReport } from '../src/products/place-report/schema/report.ts';
import { isAnswer } from './answers.ts';
import { openService, type TestService } from './harness.ts';
import { evidenceIn, evidencePages, overA2a, overMcp, toolsWithFreeText } from './over-http.ts';
import { evmClient } from './rail/buyer.ts';
import { type Rail, startRail } from './rail/rail.ts';
import { proves } from './spec/requirements.ts';
import { plantedPerson } from './upstreams/faults.ts';
import { samplePlaces } from './upstreams/places.ts';

const planted = /planted|555-0199/i;
const { name: owner } = plantedPerson;
const tools = shippedRegistry().free.filter(({ examples, closedWorld }) => examples.length > 0 && !closedWorld);

const poppler = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status === 0;
/** References to evidence that answers gave; each is followed. */
const references = new Set<string>();
/** Tools in whose answer the mark of a redaction stands. */
const redacted = new Set<string>();
let redactions = 0;

const written: string[] = [];
const shown: string[] = [];
let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

/** Every source answers, unmarked, with people in each of its rows; the service logs all it can. */
beforeAll(async () => {
  rail = await startRail();
  service = await openService({
    unmarked: true,
    settings: { ...rail.settings },
    log: (line) => written.push(line),
  });
  service.upstreams.setFault('*', 'people');
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await service.upstreams.close();
  rmSync(service.directory, { recursive: true, force: true });
  await rail.close();
});

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

/** Text of a PDF as a reader sees it; the bytes alone are compressed and prove nothing. */
const pdfText = (bytes: Buffer) => execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });

const post = (body: object) =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) as const;

// what was answered is followed to its evidence, then to the files and the log
describe('people that sources name', { shuffle: false }, () => {
  test.each(tools.map((tool) => ({ name: tool.name, tool })))('are in no answer of $name', async ({ tool }) => {
    const result = await service.call(tool.name, tool.examples[0]?.arguments ?? {});
    const text = JSON.stringify(result);
    expect(text).not.toMatch(planted);
    const marks = text.split('[name removed]').length - 1;
    redactions += marks;
    if (marks > 0) redacted.add(tool.name);
    for (const reference of evidenceIn(text)) references.add(reference);
    if (isAnswer(result)) expect(['found', 'partial'], result.summary).toContain(result.state);
  });

  test('are in a settled place report once, cited, and in nothing else that is answered, shared or kept', async () => {
    proves('service-people', 'service-owner');
    const body = { address: samplePlaces.raleigh.address };
    const url = `${server.url}/api/svc-place-report`;
    shown.push(await (await fetch(url, post(body))).text());
    let paid: Request | undefined;
    const watching: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      if (request.headers.has('payment-signature')) paid = request.clone();
      return fetch(request);
    };
    const buyer = await rail.evm.buyer();
    const buy = wrapFetchWithPayment(watching, evmClient(buyer.key));
    const text = await (await buy(url, post(body))).text();
    const report = JSON.parse(text) as PlaceReport;
    expect(text.match(new RegExp(planted, 'gi'))).toHaveLength(1);
    expect(report.placeFacts?.filter(({ result }) => result.ownerOfRecord === owner)).toHaveLength(1);

    const { until, note, ...copies } = report.access ?? {};
    expect([until, note]).toEqual([expect.any(String), expect.any(String)]);
    expect(Object.keys(copies).sort()).toEqual(['bundle', 'csv', 'geojson', 'html', 'json', 'pdf', 'svg']);
    for (const path of Object.values(copies)) {
      const copy = await fetch(`${server.url}${path}`);
      expect(copy.status, path).toBe(200);
      const bytes = Buffer.from(await copy.arrayBuffer());
      shown.push(bytes.toString('latin1'));
      if (path?.endsWith('.pdf') && poppler) shown.push(pdfText(bytes));
    }
    for (const reference of evidenceIn([text, ...shown].join('\n'))) references.add(reference);
    // the source of the owner is silent: the replay has what was kept, and no owner
    service.upstreams.setFault('raleigh-parcel', 'http500');
    service.upstreams.setFault('wake-parcel', 'http500');
    if (!paid) throw new Error('nothing was paid');
    shown.push(await (await fetch(paid)).text());
    const call = { role: 'ROLE_USER', parts: [{ data: { svcTool: 'svc-place-report', arguments: body } }] };
    shown.push(await (await fetch(`${server.url}/a2a/v1/message:send`, post({ message: call }))).text());
    for (const each of shown) {
      expect(each.length).toBeGreaterThan(200);
      expect(each).not.toMatch(planted);
    }
  }, 60_000);

  test.each(toolsWithFreeText)('are in nothing that %s says over MCP or A2A', async (name) => {
    const args = tools.find((tool) => tool.name === name)?.examples[0]?.arguments ?? {};
    for (const text of [await overMcp(server.url, name, args), await overA2a(server.url, name, args)]) {
      expect(text).toContain('[name removed]');
      expect(text).not.toMatch(planted);
      for (const reference of evidenceIn(text)) references.add(reference);
    }
  });

  test('are on no page of evidence, of an answer or a report', async () => {
    expect(references.size).toBeGreaterThan(tools.length);
    let marked = 0;
    for (const reference of references) {
      for (const page of await evidencePages(server.url, reference)) {
        expect(page.length, reference).toBeGreaterThan(200);
        expect(page, reference).not.toMatch(planted);
        if (page.includes('[name removed]')) marked += 1;
      }
    }
    expect(marked).toBeGreaterThan(5);
  }, 120_000);

  test('were inside values that are kept: their mark is in their place', () => {
    expect(redactions).toBeGreaterThan(3);
    expect([...redacted]).toEqual(expect.arrayContaining([...toolsWithFreeText]));
  });

  test('are in no file and no line of the log', async () => {
    await server.stop();
    await service.service.close();
    const kept = files(service.directory);
    expect(kept.length).toBeGreaterThan(5);
    for (const path of kept) expect(readFileSync(path).toString('latin1'), path).not.toMatch(planted);
    expect(written.length).toBeGreaterThan(10);
    for (const line of written) expect(line).not.toMatch(planted);
  });
});
