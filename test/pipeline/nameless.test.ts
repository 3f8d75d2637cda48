import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { nameless } from '../../src/pipeline/nameless.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';

const street = '222 W Hargett St, Raleigh, NC 27601';
const named = `c/o Zebulon Quillmark, ${street}`;
const other = 'Zebulon Quillmark, 121 N LaSalle St, Chicago, IL 60602';
const biloxi = '140 Lameuse St, Biloxi, MS 39530';
const person = /zebulon|quillmark/i;

describe('names in the addresses of arguments', () => {
  const place = createPlacePort();

  it('are left out wherever a tool takes an address, and nothing else changes', () => {
    const input = {
      address: named,
      addresses: [street, other],
      properties: [{ label: 'A', address: named }],
      years: 3,
    };
    expect(nameless(input, place)).toEqual({
      address: street,
      addresses: [street, '121 N LaSalle St, Chicago, IL 60602'],
      properties: [{ label: 'A', address: street }],
      years: 3,
    });
  });

  it('leave a text that says so where there was nothing else', () => {
    expect(nameless({ address: 'c/o Zebulon Quillmark' }, place)).toEqual({ address: 'c/o' });
  });
});

describe('a service that is given names', { shuffle: false }, () => {
  let rail: Rail;
  let service: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  const lines: string[] = [];
  beforeAll(async () => {
    rail = await startRail();
    const settings = { ...rail.settings, SVC_RATE_LIMIT_PER_MINUTE: '0', SVC_UNPAID_LIMIT_PER_MINUTE: '0' };
    service = await openService({ settings, log: (line) => lines.push(line) });
    server = await startHttp(service.service, { port: 0 });
  });
  afterAll(async () => {
    await server.stop();
    await service.close().catch(() => undefined);
    await rail.close();
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: reply.status, text: await reply.text() };
  };

  it.each([
    ['svc_flood_zone', { address: named }],
    ['svc_coverage_check', { place: named }],
    ['svc_request_coverage', { place: other }],
    ['svc_parcel_set', { addresses: [named, other] }],
    ['svc_compare_properties', { properties: [{ address: named }, { address: other }] }],
  ])('%s answers without them', async (name, args) => {
    const { status, text } = await post('/tools/call', { name, arguments: args });
    expect([status, person.test(text), text.slice(0, 300)]).toEqual([200, false, expect.any(String)]);
  });

  it.each([
    ['svc-property-update', { address: 'c/o Zebulon Quillmark, 1 Zzyqx Way, Nowhereville' }],
    ['svc-property-update', { address: named }],
    ['svc-place-report', { address: other }],
    ['svc-record-batch', { addresses: [named, other, biloxi], lanes: ['parcel'] }],
  ])('the terms or refusal of %s are without them', async (slug, args) => {
    const { status, text } = await post(`/api/${slug}`, args);
    expect([[200, 402, 409].includes(status), person.test(text), text.slice(0, 300)]).toEqual([
      true,
      false,
      expect.any(String),
    ]);
  });

  it('a purchase with a job stores none', async () => {
    const body = { addresses: [named, other, biloxi] };
    const terms = await post('/api/svc-place-report-batch', body);
    expect(terms.status, terms.text.slice(0, 400)).toBe(402);
    const buyer = await rail.evm.buyer();
    const accepts = JSON.parse(terms.text).accepts.filter(({ network }: { network: string }) =>
      /^eip155/.test(network),
    );
    const payment = await sign(evmClient(buyer.key), { ...JSON.parse(terms.text), accepts });
    const sold = await post('/api/svc-place-report-batch', body, paymentHeader(payment));
    expect([sold.status, person.test(sold.text)]).toEqual([expect.toSatisfy((n: number) => n < 300), false]);
  });

  it('no file of its data folder and no line of its log holds them', () => {
    const files = readdirSync(service.directory, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const holding = files
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => !path.includes('/mirror/') && person.test(readFileSync(path, 'latin1')));
    expect(files.length).toBeGreaterThan(3);
    expect(holding.map((path) => path.slice(service.directory.length))).toEqual([]);
    expect(lines.filter((line) => person.test(line))).toEqual([]);
  });
});
