import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaidTool, Tool } from '../../../src/catalog/registry.ts';
import type { Citation } from '../../../src/kernel/citation.ts';
import { type Evidence, evidenceId, parseEvidenceReference } from '../../../src/kernel/evidence.ts';
import { type AnswerReplay, referencesIn } from '../../../src/pipeline/evidence/replay.ts';
import { openService, type TestService } from '../../harness.ts';
import { runPaid } from '../../paid-answer.ts';
import { isWhole, swept } from '../../sweep.ts';
import { withColumns } from '../../upstreams/edits.ts';

const place = { address: '222 W Hargett St, Raleigh, NC 27601' };
const permits = { latitude: 35.7789, longitude: -78.6413, radiusMeters: 400 };
let service: TestService;

const call = { signal: new AbortController().signal, requestId: 'test' };
const replay = (answer: unknown, of = service): Promise<readonly AnswerReplay[]> =>
  of.service.replay(typeof answer === 'string' ? [answer] : referencesIn(answer), call);
const verdicts = (replays: readonly AnswerReplay[]) =>
  replays.flatMap(({ citations }) => citations.map((one) => one.verdict));

beforeAll(async () => {
  service = await openService();
  await service.call('svc_request_coverage', { place: 'Biloxi, MS' });
});
afterAll(() => service.close());

async function answersOf(tool: Tool): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const { arguments: given } of tool.examples)
    answers.push(
      tool.kind === 'free'
        ? await service.call(tool.name, given)
        : (await runPaid(service, tool as PaidTool, given)).body,
    );
  return answers;
}

async function evidenceAt(reference: string): Promise<Evidence> {
  const { id = '' } = parseEvidenceReference(reference) ?? {};
  const kept = await service.service.evidence.get(id);
  if (!kept) throw new Error(`no evidence ${reference}`);
  expect(evidenceId(kept)).toBe(id);
  return kept;
}

const shapedBySpecification = new Set(['transactionFollowUp', 'records', 'visual']);

/** Citations as this service shapes them; those that the specification shapes itself have no room for a reference. */
function citationsIn(value: unknown): readonly Citation[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (shapedBySpecification.has(name)) return [];
    if (name === 'citations' && !Array.isArray(inner)) return Object.values(inner as Record<string, Citation>);
    if (name === 'citation' && typeof inner === 'object') return [inner as Citation];
    return citationsIn(inner);
  });
}

const providers = new Set([
  'RentCast API (synthetic)',
  'Google Maps Platform Solar API (building insights) (synthetic)',
]);

describe('the evidence of every example of every tool', () => {
  const tools = () => swept(service.service.registry.tools, 70);

  it('is behind every citation, says where it comes from, and is found the same when queried again', async () => {
    let citations = 0;
    for (const tool of tools()) {
      // what holds licensed answers is kept and queried again nowhere
      if (tool.kind !== 'free' && tool.paid.buys) continue;
      for (const answer of await answersOf(tool)) {
        const cited = citationsIn(answer);
        for (const { evidence = '', sourceName } of cited) {
          // what a provider licenses is kept nowhere, its evidence neither
          if (providers.has(sourceName)) continue;
          expect(evidence, `${tool.name}: ${sourceName}`).not.toBe('');
          const kept = await evidenceAt(evidence);
          const one = kept.citations[parseEvidenceReference(evidence)?.key ?? ''];
          expect(one?.citation.sourceName, tool.name).toBe(sourceName);
          if (/mirrored file/.test(sourceName)) expect(one?.origin).toBe('mirrored_file');
          if (one?.origin === 'source_answer') expect(one.requests.length).toBeGreaterThan(0);
          else expect(sourceName.replace(/, mirrored file \(synthetic\)$/, '')).not.toMatch(/\(synthetic\)$/);
          citations += 1;
        }
        const replayed = await replay(answer);
        const expected = tool.kind === 'free' && tool.writes ? 'cannot_ask' : 'same';
        expect(new Set(verdicts(replayed)), `${tool.name} ${JSON.stringify(replayed).slice(0, 500)}`).toEqual(
          replayed.length > 0 ? new Set([expected]) : new Set(),
        );
      }
    }
    expect(citations).toBeGreaterThan(isWhole ? 900 : 150);
  }, 240_000);
});

// a source that was queried is not queried again: the first answer is the one that changes
describe('replay of one answer', { shuffle: false }, () => {
  let own: TestService;
  beforeAll(async () => {
    own = await openService();
  });
  afterAll(() => own.close());

  it('names the field that changed, from what and to what', async () => {
    const answer = await own.call('svc_metro_permits', permits);
    own.upstreams.setFault(
      'raleigh-permits',
      withColumns(({ permitnum }) => (permitnum === 'BLDNR-014231-2026' ? { statuscurrent: 'Finaled' } : {})),
    );
    try {
      const [replayed] = await replay(answer, own);
      const [permit] = replayed?.citations ?? [];
      expect(permit).toMatchObject({
        key: 'c1',
        sourceName: 'Raleigh building permits (synthetic)',
        verdict: 'changed',
        added: 0,
      });
      expect(permit?.facts).toEqual([
        {
          path: 'facts.permits[0]',
          verdict: 'changed',
          changes: [{ field: 'status', from: 'Permit Issued', to: 'Finaled' }],
        },
        { path: 'facts.permits[1]', verdict: 'same_facts' },
      ]);
    } finally {
      own.upstreams.setFault('raleigh-permits', undefined);
    }
    expect(verdicts(await replay(answer, own))).toEqual(['same', 'same']);
  });

  it('tells a row that is gone from a source that does not answer', async () => {
    const answer = await own.call('svc_metro_permits', permits);
    const first = answer.citations.c1?.evidence ?? '';
    const without = {
      edit: (body: unknown) => ({ ...(body as object), features: (body as { features: unknown[] }).features.slice(1) }),
    };
    own.upstreams.setFault('raleigh-permits', without);
    const [less] = await replay(first, own);
    own.upstreams.setFault('raleigh-permits', 'refused');
    const [silent] = await replay(first, own);
    own.upstreams.setFault('raleigh-permits', undefined);
    expect(less?.citations.map(({ verdict, facts }) => [verdict, facts.map((fact) => fact.verdict)])).toEqual([
      ['gone', ['gone', 'same_facts']],
    ]);
    expect(silent?.citations.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['cannot_ask', 'Raleigh building permits (synthetic) did not answer.'],
    ]);
  });

  it('bytes that differ in what no one keeps are the same facts', async () => {
    const answer = await own.call('svc_flood_zone', place);
    own.upstreams.rewrite('fema-nfhl', (body) => ({ ...(body as object), ignored: 1 }));
    const [replayed] = await replay(answer.citations.c1?.evidence ?? '', own);
    expect(replayed?.citations.map(({ verdict }) => verdict)).toEqual(['same_facts']);
  });

  it('says of evidence that is not kept that it cannot be queried', async () => {
    expect(await replay('222222222222-1', own)).toEqual([
      {
        id: '222222222222',
        citations: [
          {
            reference: '222222222222-1',
            key: 'c1',
            sourceName: '',
            verdict: 'cannot_ask',
            reason: 'Its evidence is not kept here, or is kept no longer.',
            facts: [],
            added: 0,
          },
        ],
      },
    ]);
  });

  it('asks a sold answer again without a payment', async () => {
    const tool = own.service.registry.tools.find(({ name }) => name === 'svc-road-access');
    if (tool?.kind === 'free' || !tool) throw new Error('svc-road-access is sold');
    const { body } = await runPaid(own, tool, tool.examples[0]?.arguments ?? {});
    const replayed = await replay(body, own);
    expect(replayed.some(({ tool: name }) => name === 'svc-road-access')).toBe(true);
    expect(new Set(verdicts(replayed))).toEqual(new Set(['same']));
  });
});

describe('evidence and its references', () => {
  it('of an answer whose parts queried other tools refers to theirs', async () => {
    const answer = await service.call('svc_place_facts', place);
    const tools = await Promise.all(
      Object.values(answer.citations).map(async ({ evidence = '' }) => (await evidenceAt(evidence)).tool),
    );
    expect(new Set(tools)).toContain('svc_flood_zone');
    expect(new Set(tools)).toContain('svc_parcel_lookup');
  });

  it('carries no key and nothing but what was mapped', async () => {
    const answer = await service.call('svc_housing_stock', place);
    const text = JSON.stringify(await Promise.all(referencesIn(answer).map(evidenceAt)));
    expect(text).toContain('api.census.gov');
    expect(text).not.toContain('synthetic-census');
    expect(text).not.toMatch(/PLANTED/i);
  });

  it('reads only references of its own form', () => {
    expect(parseEvidenceReference('k3f9x2b7bqzt-3')).toEqual({ id: 'k3f9x2b7bqzt', key: 'c3' });
    expect(parseEvidenceReference('k3f9x2b7bqzt')).toEqual({ id: 'k3f9x2b7bqzt' });
    for (const wrong of ['', 'pending', 'k3f9x2b7bqzt-0', 'K3F9X2B7BQZT-1', 'k3f9x2b7bqzt-1/../x'])
      expect(parseEvidenceReference(wrong)).toBeUndefined();
  });
});
