import { afterEach, describe, expect, it } from 'vitest';
import { isAnswer, ownSentences } from './answers.ts';
import { exampleOf, openTools } from './ask-all.ts';
import { openService, type TestService } from './harness.ts';

const geocoder = 'census-geocoder';
const callMs = 1200;
/** For everything besides waiting: a hundred calls at once on a machine that has other work too. */
const workMs = 20_000;

const exampleNamed = (name: string) => openTools.find((tool) => tool.name === name)?.examples[0]?.arguments ?? {};

let service: TestService | undefined;
afterEach(() => service?.close());

describe.each(['timeout', 'drip'] as const)('sources that answer with %s', (fault) => {
  it.each([
    ['every source but the geocoder', (cardId: string | undefined) => cardId !== geocoder],
    ['every source', () => true],
  ] as const)('%s: every free tool answers within the time of one call', async (_, isFaulty) => {
    // no shortened card: the deadline of the call alone ends the waiting
    service = await openService({ mirrors: false, callMs });
    const { call, upstreams } = service;
    upstreams.setFault(({ cardId }) => isFaulty(cardId), fault);
    const answers = await Promise.all(
      openTools.map(async (tool) => {
        const { name } = tool;
        const started = performance.now();
        const answer = await call(name, exampleOf(tool));
        return { name, answer, ms: performance.now() - started };
      }),
    );
    for (const { name, ms } of answers) expect(ms, name).toBeLessThan(callMs + workMs);
    const said = answers.flatMap(({ answer }) => (isAnswer(answer) ? ownSentences(answer) : []));
    expect(said.filter((sentence) => /1\.2 seconds of this call/.test(sentence)).length).toBeGreaterThan(5);
    const states = answers.map(({ answer }) => (isAnswer(answer) ? answer.state : 'own shape'));
    expect(states.filter((state) => state === 'unavailable' || state === 'partial').length).toBeGreaterThan(60);
  });
});

it('a tool that asks one question names the source and the time', async () => {
  service = await openService({ mirrors: false, callMs: 300 });
  service.upstreams.setFault('epa-sole-source-aquifers', 'timeout');
  const answer = await service.call('svc_sole_source_aquifer', exampleNamed('svc_sole_source_aquifer'));
  expect(answer.state).toBe('unavailable');
  expect(ownSentences(answer).join(' ')).toMatch(
    /Sole Source Aquifers.*(did not answer within 0\.2 seconds|0\.3 seconds of this call)/,
  );
});

it('parts that are late are unavailable in their part, and the rest is answered', async () => {
  service = await openService({ mirrors: false, callMs: 1500 });
  service.upstreams.setFault('epa-tri', 'timeout');
  const answer = await service.call('svc_environmental_history', exampleNamed('svc_environmental_history'));
  expect(answer.state).toBe('partial');
  const states = Object.values((answer as { components?: Record<string, { state: string }> }).components ?? {});
  expect(states.some(({ state }) => state === 'unavailable')).toBe(true);
  expect(states.some(({ state }) => state === 'found')).toBe(true);
});
