import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PaidTool } from '../src/catalog/registry.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import type { PaymentRequired } from '../src/payments/wire.ts';
import type { PaidResult } from '../src/pipeline/paid.ts';
import { unpaidRequests } from '../src/pipeline/unpaid.ts';
import { readGolden } from './example-answers.ts';
import { openService, type TestService } from './harness.ts';
import { runPaid } from './paid-answer.ts';
import { evmClient, sign } from './rail/buyer.ts';
import { type Rail, startRail } from './rail/rail.ts';
import { isWhole, swept } from './sweep.ts';
import { samplePlaces } from './upstreams/places.ts';
import type { SeenRequest } from './upstreams/server.ts';

type Fields = Readonly<Record<string, unknown>>;

const registry = shippedRegistry();
let rail: Rail;
/** Its fake upstreams and its mirrored files serve all others. */
let base: TestService;
beforeAll(async () => {
  rail = await startRail();
  base = await openService({ settings: rail.settings });
}, 120_000);
afterAll(async () => {
  await base.close();
  await rail.close();
});

interface Cold {
  readonly service: TestService;
  /** One call, and what it queried of sources. */
  call(
    slug: string,
    args: Fields,
    credential?: object,
  ): Promise<{ readonly result: PaidResult; readonly queried: readonly string[] }>;
  /** Questions that were held back, as the log has them. */
  heldBack(): number;
}

const questionOf = ({ method, host, path, query, body }: SeenRequest) => `${method} ${host}${path}?${query} ${body}`;

/** A service that has not heard anything yet. */
async function cold(work: (cold: Cold) => Promise<void>): Promise<void> {
  let held = 0;
  const log = (line: string) => {
    if (line.includes('"outcome":"not_asked"')) held += 1;
  };
  const service = await openService({ beside: base, settings: rail.settings, log });
  const { pipeline, jobs } = await service.service.selling();
  // a job is offered only where somebody works on it
  jobs.work();
  const call: Cold['call'] = async (slug, args, credential) => {
    const before = base.upstreams.requests.length;
    const signal = new AbortController().signal;
    const resourceUrl = `http://localhost/api/${slug}`;
    const bare = { slug, args, resourceUrl, transport: 'rest', signal, requestId: 'test' } as const;
    const result = await pipeline.call({ ...bare, ...(credential && { credential }) });
    return { result, queried: base.upstreams.requests.slice(before).map(questionOf) };
  };
  try {
    await work({ service, call, heldBack: () => held });
  } finally {
    await service.close();
  }
}

async function pay(required: PaymentRequired): Promise<object> {
  const buyer = await rail.evm.buyer();
  return sign(evmClient(buyer.key), required as never);
}

/** Without what is made anew in each run and what follows from all that was queried. */
const lasting = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'random-id')
      .replaceAll(/("evidence":")[2-9b-z]{12}(-\d+")/g, '$1evidence$2'),
  );

/** Arguments that say where; the others of an example go with any place. */
const places = ['address', 'place', 'latitude', 'longitude', 'zip', 'state', 'county', 'stateFips', 'countyFips3'];

const tools = swept(registry.paid, 40);
const calls = tools.flatMap((tool) => {
  const { slug = '', inputJsonSchema, examples } = tool;
  const queried = examples.map(({ title, arguments: args }) => ({ slug, title, args }));
  if (!('address' in ((inputJsonSchema as { properties?: object }).properties ?? {}))) return queried;
  const others = Object.entries(examples[0]?.arguments ?? {}).filter(([name]) => !places.includes(name));
  const args = { ...Object.fromEntries(others), address: samplePlaces.biloxi.address };
  return [...queried, { slug, title: 'a place without lanes', args }];
});

describe('one unpaid call, by a service that has not heard anything yet', () => {
  test('sends at most six requests to sources, on every route', async () => {
    const seen: { readonly call: string; readonly requests: number; readonly decided: boolean }[] = [];
    for (const { slug, title, args } of calls) {
      await cold(async ({ call, heldBack }) => {
        const { result, queried } = await call(slug, args);
        const decided = heldBack() === 0;
        seen.push({ call: `${slug}: ${title}`, requests: queried.length, decided });
        // what was not decided is never a diagnostic
        if (!decided) expect(result.kind, slug).toBe('challenge');
      });
    }
    expect(new Set(seen.map(({ call }) => call.split(':')[0])).size).toBe(tools.length);
    expect(seen.filter(({ requests }) => requests > unpaidRequests)).toEqual([]);
    if (isWhole) expect(Math.max(...seen.map(({ requests }) => requests))).toBe(unpaidRequests);
    expect(seen.filter(({ decided }) => decided).length / seen.length).toBeGreaterThan(isWhole ? 0.65 : 0.5);
  }, 300_000);
});

/** What a call that may ask as much as it needs is sold. */
async function wholeOf(slug: string, args: Fields): Promise<unknown> {
  const tool = registry.paidTool(slug);
  if (tool?.kind === 'free') return { charged: true, ...(await base.call(tool.name, args)) };
  return (await runPaid(base, tool as PaidTool, args)).body;
}

describe('the call that pays', () => {
  // coverage of some is decided by fewer requests than it may send, of others it is not
  test.each([
    ['svc-evaluation-packet', false],
    ['svc-parcel-lookup', true],
    ['svc-place-report', true],
    ['svc-flood-zone', false],
    ['svc-transaction-follow-up', false],
  ])('%s asks nothing again, and sells what it would have sold', { timeout: 60_000 }, async (slug, decides) => {
    const args = registry.paidTool(slug)?.examples[0]?.arguments ?? {};
    await cold(async ({ call, heldBack }) => {
      const unpaid = await call(slug, args);
      if (unpaid.result.kind !== 'challenge') throw new Error(JSON.stringify(unpaid.result));
      expect(heldBack() === 0).toBe(decides);
      const paid = await call(slug, args, await pay(unpaid.result.paymentRequired));
      if (paid.result.kind !== 'settled') throw new Error(JSON.stringify(paid.result));
      expect(unpaid.queried.length).toBeGreaterThan(0);
      expect(paid.queried.filter((question) => unpaid.queried.includes(question))).toEqual([]);
      expect(paid.result.body).not.toContain('as many requests as it may');
      // a report is named after its evidence, and its copies after its name
      if (slug === 'svc-place-report') return;
      expect(JSON.parse(paid.result.body)).toEqual(JSON.parse(JSON.stringify(await wholeOf(slug, args))));
    });
  });
});

describe('a call that was cut', () => {
  test('leaves nothing behind: what is queried for nothing afterwards is whole, and no evidence is of it', async () => {
    await cold(async ({ service, call, heldBack }) => {
      const { address } = samplePlaces.raleigh;
      const kept = vi.spyOn(service.service.evidence, 'keep');
      expect((await call('svc-flood-zone', { address })).result.kind).toBe('challenge');
      expect(heldBack()).toBeGreaterThan(0);
      expect(kept).not.toHaveBeenCalled();
      kept.mockRestore();
      const { service: running } = service;
      const free = await running.call('svc_flood_zone', { address });
      expect(lasting(free)).toEqual(readGolden('svc_flood_zone')['Flood zone of an address']);
      expect(JSON.stringify(free)).not.toContain('as many requests as it may');
      expect(running.health.of('fema-nfhl').verdict).toBe('answers');
    });
  });
});

describe('where nothing can be paid', () => {
  test('nothing is queried', async () => {
    const service = await openService({ beside: base });
    const { pipeline } = await service.service.selling();
    const before = base.upstreams.requests.length;
    for (const { slug, args } of calls) {
      const call = { slug, args, resourceUrl: 'u', transport: 'rest', requestId: 'r' } as const;
      const { signal } = new AbortController();
      await expect(pipeline.call({ ...call, signal }), slug).rejects.toMatchObject({ code: 'tool_sdk_not_configured' });
      await expect(pipeline.call({ ...call, signal, credential: 'e30=' }), slug).rejects.toMatchObject({
        code: 'tool_sdk_not_configured',
      });
    }
    expect(base.upstreams.requests.length).toBe(before);
    await service.close();
  });
});
