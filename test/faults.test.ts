import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '../src/mirror/datasets.ts';
import { isAnswer, unsafeStrings } from './answers.ts';
import { type Asked, askAll, askEach, exampleOf, openTools } from './ask-all.ts';
import { openService, type TestService } from './harness.ts';
import { swept } from './sweep.ts';
import { faultNames } from './upstreams/faults.ts';

const geocoder = 'census-geocoder';
/** Who places an address: where the layers of houses fail it stays on its street, and the answer rests on others. */
const placing: ReadonlySet<string | undefined> = new Set([geocoder, 'address-points']);

/** Datasets that the package brings whole: no source can take them away. */
const inPackage: ReadonlySet<string> = new Set(
  datasets.flatMap(({ id, shipped, parts }) => (shipped && !parts ? id : [])),
);

/** Tools that need a source, besides those who place an address. */
const needing = new Set<string>();
beforeAll(async () => {
  const service = await openService({ mirrors: false });
  const { queried } = await askEach(service);
  for (const { name, mirrors } of openTools) {
    const others = queried.get(name)?.filter(({ cardId }) => !placing.has(cardId)) ?? [];
    if (others.length > 0 || mirrors?.some((id) => !inPackage.has(id))) needing.add(name);
  }
  await service.close();
}, 60_000);

it('most tools need a source', () => {
  expect(needing.size).toBeGreaterThan(openTools.length / 2);
});

/**
 * Hostile text in good answers is test/hostile.test.ts. A body that is read up to the bound of its card is the same to a
 * tool as one that says how long it is: test/sources/http/faults.test.ts.
 */
const failures = faultNames.filter((name) => name !== 'hostileText' && name !== 'huge');

/** A house of its own for each fault, so that one fault's open circuits do not answer for another. */
describe.each(swept(failures, 4))('every source but the geocoder answers with %s', (fault) => {
  let service: TestService;
  let answers: Asked;
  beforeAll(async () => {
    // what hangs is waited for, by many tools at a time
    const hangs = ['timeout', 'drip'].includes(fault);
    service = await openService({ mirrors: false, ...(hangs && { sourceTimeoutMs: 150 }) });
    service.upstreams.setFault(({ cardId }) => cardId !== geocoder, fault);
    answers = await askAll(service, hangs ? 16 : 4);
  }, 300_000);
  afterAll(() => service.close());

  it.each(openTools.map(({ name }) => name))('%s', async (name) => {
    const result = await answers.get(name);
    expect(unsafeStrings(result)).toEqual([]);
    if (!isAnswer(result)) return;
    if (needing.has(name))
      expect(['unavailable', 'partial'], `${result.state}: ${result.summary}`).toContain(result.state);
  });
});

describe('the geocoder and the layers of houses fail', () => {
  it.each(swept(['refused', 'http500', 'html200', 'truncated', 'wrongShape'] as const, 2))(
    '%s: a question that needs a point is unavailable, never empty',
    async (fault) => {
      const service = await openService();
      try {
        service.upstreams.setFault(({ cardId }) => placing.has(cardId), fault);
        for (const tool of openTools.filter(
          ({ subject, examples }) => (subject as string) === 'point' && 'address' in (examples[0]?.arguments ?? {}),
        )) {
          const result = await service.call(tool.name, exampleOf(tool));
          if (isAnswer(result)) expect(result.state, `${tool.name}: ${result.summary}`).toBe('unavailable');
        }
      } finally {
        await service.close();
      }
    },
  );
});
