import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchHit } from '../../../src/catalog/search.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { SourceCard } from '../../../src/kernel/source-card.ts';
import type { Jurisdiction } from '../../../src/places/schema/jurisdiction.ts';
import type { ExecuteCall, ExecuteOutcome, McpPorts } from '../../../src/transports/mcp/ports.ts';

export const guide = ['---', 'name: place-records', 'description: Look up public records.', '---', '# Guide', ''].join(
  '\n',
);

const card = (id: string): SourceCard => ({
  id,
  name: `Register ${id}`,
  publisher: 'A public office',
  authority: 'official',
  landingUrl: 'https://records.example.gov/',
  datasetUrl: 'https://records.example.gov/register',
  endpoint: 'https://records.example.gov/api',
  covers: 'United States',
  cadence: 'monthly',
  licenseNote: 'public domain',
  seen: { by: 'none', note: 'no one has looked' },
  limits: [],
});

const place: Jurisdiction = {
  id: 'example-county-nc',
  displayName: 'Example County, NC',
  kind: 'county',
  stack: { state: 'NC', county: ['Example'] },
  geoid: { state: '37', county: ['999'] },
  aliases: [],
  sources: [],
  absent: [{ lane: 'transit', why: 'no feed is published' }],
  policySources: [],
  rules: {},
};

const floodHit: SearchHit = {
  name: 'svc_flood_zone',
  title: 'Flood zone',
  category: 'flood-and-water',
  rail: 'free',
  readOnly: true,
  summary: 'Mapped flood zone at a point',
  inputSchema: { type: 'object', properties: { address: { type: 'string' } }, additionalProperties: false },
};

export const challenge = {
  x402Version: 2,
  resource: { url: 'https://records.example/api/svc-place-report', description: 'Place report' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      asset: '0x0000000000000000000000000000000000000001',
      amount: '50000',
      payTo: '0x0000000000000000000000000000000000000002',
      maxTimeoutSeconds: 180,
      extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'eip3009' },
    },
  ],
};

export interface FakeService extends McpPorts {
  readonly calls: ExecuteCall[];
  readonly reported: unknown[];
  /** What the protocol refused, as it may be logged. */
  readonly refusals: unknown[];
  /** Settles when a `slow` call sees its signal. */
  readonly aborted: Promise<string>;
}

const paid = { tool: 'svc-place-report', rail: 'paid', readOnly: false, priceUsdc: '0.05' } as const;

/** Ports without a house: names stand for the outcomes that the transport has to translate. */
export function fakeService(): FakeService {
  const calls: ExecuteCall[] = [];
  const reported: unknown[] = [];
  const refusals: unknown[] = [];
  let sawAbort: (requestId: string) => void = () => {};
  const aborted = new Promise<string>((resolve) => {
    sawAbort = resolve;
  });
  const outcomes: Record<string, (call: ExecuteCall) => Promise<ExecuteOutcome> | ExecuteOutcome> = {
    svc_flood_zone: (call) => ({
      kind: 'answer',
      tool: 'svc_flood_zone',
      rail: 'free',
      readOnly: true,
      result: { state: 'found', queried: call.arguments },
    }),
    'svc-place-report': (call) =>
      call.payment === undefined
        ? { kind: 'challenge', ...paid, paymentRequired: challenge }
        : { kind: 'settled', ...paid, result: { id: 'r1' }, receipt: { success: true, transaction: '0x01' } },
    'svc-refused': () => ({
      kind: 'challenge',
      ...paid,
      paymentRequired: { ...challenge, error: 'insufficient_funds' },
      error: { code: 'insufficient_funds', payer: '0x03', amountRequired: '50000' },
    }),
    svc_slow: async (call) => {
      call.progress('queried the first source', 0.25);
      call.progress('queried the second source', 0.25);
      call.progress('still waiting');
      await sleep(20_000, undefined, { signal: call.signal }).catch(() => sawAbort(call.requestId));
      throw new ServiceError('cancelled');
    },
    svc_steps: async (call) => {
      for (const [message, fraction] of [
        ['one', 0.3],
        ['two', 0.6],
        ['three', 1],
      ] as const) {
        call.progress(message, fraction);
        await sleep(5);
      }
      // a published client forgets who queried for progress once it has read the answer, be it in the same chunk
      await sleep(150);
      return { kind: 'answer', tool: 'svc_steps', rail: 'free', readOnly: true, result: { state: 'found' } };
    },
    svc_noisy: () => {
      console.log('printed by a careless dependency');
      process.stdout.write('written by a careless dependency\n');
      return { kind: 'answer', tool: 'svc_noisy', rail: 'free', readOnly: true, result: { state: 'found' } };
    },
    svc_broken: () => {
      throw new TypeError('secret detail of a bug');
    },
    svc_busy: () => {
      throw new ServiceError('rate_limited', { retryAfterSeconds: 7 });
    },
  };
  return {
    version: '0.0.0-test',
    calls,
    reported,
    refusals,
    refused: (refusal) => void refusals.push(refusal),
    aborted,
    async search(query, { limit, category }) {
      const fits = /flood/i.test(query) && (category === undefined || category === 'flood-and-water');
      const hits = fits ? [floodHit].slice(0, limit) : [];
      return { query, hits, ...(!fits && { hint: 'nothing fits; try fewer words' }) };
    },
    async execute(call) {
      calls.push(call);
      const outcome = Object.hasOwn(outcomes, call.name) ? outcomes[call.name] : undefined;
      if (!outcome) throw new ServiceError('unknown_tool', { extra: { suggestions: ['svc_flood_zone'] } });
      return outcome(call);
    },
    resources: {
      evidence: async () => undefined,
      job: async () => undefined,
      report: async () => undefined,
      cards: async () => [card('fema-nfhl'), card('census-geocoder')],
      health: async (cardId) =>
        cardId === 'fema-nfhl' ? { cardId, verdict: 'answers', checkedAt: '2026-11-21T00:00:00Z' } : undefined,
      jurisdictions: async () => [place],
      guide: async () => guide,
    },
    completePlace: async (prefix) =>
      ['Raleigh, NC', 'Rochester, NY', 'Austin, TX'].filter((name) =>
        name.toLowerCase().startsWith(prefix.toLowerCase()),
      ),
    report: (error) => {
      reported.push(error);
    },
  };
}
