import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { isAnswer, tokensOf, uncitedLeaves, unsafeStrings, verdicts } from './answers.ts';
import { answerExamples, goldenNames, readGolden } from './example-answers.ts';
import { openService, type TestService } from './harness.ts';
import { proves } from './spec/requirements.ts';

const registry = shippedRegistry();
const examples = registry.free.flatMap((tool) =>
  tool.examples.map((example, at) => ({ tool, example, at, title: `${tool.name}: ${example.title}` })),
);
const sizes: number[] = [];
let service: TestService;

beforeAll(async () => {
  service = await openService();
  // so that there is a demand to report
  await service.call('svc_request_coverage', { place: 'Biloxi, MS' });
});
afterAll(() => service.close());

describe('every example of every free tool', { shuffle: false }, () => {
  it.each(examples)('$title', async ({ tool, example, at }) => {
    proves('service-verdict', 'free-limits', 'res-times');
    const result = await service.call(tool.name, example.arguments);
    const text = JSON.stringify(result);
    expect(text, 'a planted name, phone or mailing address').not.toMatch(/PLANTED/i);
    expect(text, 'a key').not.toContain('synthetic-');
    expect(unsafeStrings(result)).toEqual([]);
    if (!isAnswer(result)) return;
    sizes.push(tokensOf(result));
    if (at === 0) expect(['found', 'partial'], result.summary).toContain(result.state);
    expect(uncitedLeaves(result)).toEqual([]);
    expect(verdicts(result)).toEqual([]);
    expect(result.summary.length).toBeLessThanOrEqual(400);
    expect(result.limits.length).toBeGreaterThan(0);
    for (const { fetchedAt } of Object.values(result.citations))
      expect(fetchedAt).toMatch(/^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?)?$/);
    for (const { citation } of (result.records ?? []).map(({ source }) => ({ citation: source }))) {
      expect(citation.fetchedAt).toBeDefined();
    }
  });

  it('median answer within 650 tokens, 95 % within 2,000', () => {
    const sorted = [...sizes].sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(650);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(2000);
  });
});

// after a change that is meant: `npm run golden`, then read every changed line before it is committed
describe('the kept answers to the examples, whole', () => {
  it.each(registry.tools.map((tool) => ({ tool, name: tool.name })))(
    '$name',
    async ({ tool, name }) => {
      expect(await answerExamples(service, tool)).toEqual(readGolden(name));
      // a flyer is made of a whole report
    },
    90_000,
  );

  it('stand for every tool, and for nothing else', () => {
    expect(goldenNames()).toEqual(registry.tools.map(({ name }) => name).sort());
  });
});

describe('fake upstreams', () => {
  it('serve every request that the examples make, and every citation of theirs says synthetic', async () => {
    expect(
      service.upstreams.requests.filter(({ cardId }) => cardId === undefined).map(({ host, path }) => `${host}${path}`),
    ).toEqual([]);
    const answer = await service.call('svc_flood_zone', { address: '222 W Hargett St, Raleigh, NC 27601' });
    for (const citation of Object.values(answer.citations)) expect(citation.sourceName).toMatch(/synthetic/i);
  });
});
