import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import type { Answer } from '../src/kernel/answer.ts';
import { mapBounded } from '../src/kernel/bounded.ts';
import { datasets } from '../src/mirror/datasets.ts';
import { isAnswer } from './answers.ts';
import { childScript } from './child-script.ts';
import { testClock } from './clock.ts';
import { openService, type TestService } from './harness.ts';
import { swept } from './sweep.ts';
import { bulkUpstreams } from './upstreams/bulk-files.ts';
import { keyedSources } from './upstreams/keys.ts';

const importProgram = await childScript(new URL('../src/workers/import-worker.ts', import.meta.url));
const registry = shippedRegistry();
const tools = swept(registry.free, 40);
const longestMs = 180_000;

/** Datasets that no one can fetch, so that a tool that is on one alone has no answer yet. */
const byHand = new Set(datasets.filter((dataset) => dataset.byHand !== undefined).map(({ id }) => id));
const standsOnHandLoaded = (name: string) =>
  registry.find(name)?.essential.some((group) => group.length > 0 && group.every((id) => byHand.has(id))) === true;

let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

/** No one has a key on the first day. */
const noKeys = Object.fromEntries(keyedSources.map((name) => [`SVC_KEY_${name}`, '']));

const openFresh = (failsOnce: (dataset: string) => boolean) =>
  openService({
    mirrors: false,
    importProgram,
    settings: { SVC_MIRROR_AUTO: 'on', ...noKeys },
    extra: bulkUpstreams(testClock(), failsOnce),
  });

/** Asks again as the answer says, until it is whole or the deadline of the test has gone by. */
async function askUntilHere(fresh: TestService, name: string, args: unknown): Promise<{ answer: Answer; ms: number }> {
  const began = performance.now();
  for (;;) {
    const answer = await fresh.call(name, args);
    const ms = performance.now() - began;
    if (answer.retryAfterSeconds === undefined || ms > longestMs) return { answer, ms };
    await pause(1_000);
  }
}

async function askAll(fresh: TestService) {
  await fresh.call('svc_request_coverage', { place: 'Biloxi, MS' });
  const outcomes = await mapBounded(tools, 6, async ({ name, examples }) => {
    const [example] = examples;
    if (!example) throw new Error(`${name} has no example`);
    return { name, ...(await askUntilHere(fresh, name, example.arguments)) };
  });
  const unanswered = outcomes.filter(({ answer }) => isAnswer(answer) && !['found', 'partial'].includes(answer.state));
  return {
    count: outcomes.length,
    slowestMs: Math.max(...outcomes.map(({ ms }) => ms)),
    unanswered: unanswered.map(({ name }) => name),
    why: unanswered.map(({ name, answer }) => `${name}: ${JSON.stringify(answer.searched)}`),
  };
}

describe('a fresh installation with a network', () => {
  it('answers the example of every free tool without a manual step, also where half of the downloads fail once', {
    timeout: 240_000,
  }, async () => {
    const ids = datasets.map(({ id }) => id);
    service = await openFresh((id) => ids.indexOf(id) % 2 === 0);
    const { count, slowestMs, unanswered, why } = await askAll(service);
    expect(count).toBe(tools.length);
    expect(
      unanswered.filter((name) => !standsOnHandLoaded(name)),
      why.join('\n'),
    ).toEqual([]);
    expect(slowestMs).toBeLessThan(longestMs);
  });
});
