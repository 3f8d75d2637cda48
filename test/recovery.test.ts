import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asked, askAll, askEach, openTools } from './ask-all.ts';
import { openService, type TestService } from './harness.ts';
import { swept } from './sweep.ts';
import { withColumns } from './upstreams/edits.ts';
import type { Fault } from './upstreams/faults.ts';
import type { SeenRequest } from './upstreams/server.ts';

const geocoder = 'census-geocoder';

/** The rows of a source whose columns are of another kind than was agreed: what a driver takes and a reader refuses. */
const otherColumns = withColumns((columns) =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, { unexpected: true }])),
);
const wrongReplies: readonly Fault[] = ['wrongShape', 'error200', 'garbage', otherColumns];

/**
 * Fake upstreams without their mark, so that replies reach the disk; no mirrors, so that live sources are queried; nothing
 * that no reader accepted is used again, so that a test need not wait for the minute to pass.
 */
const settings = { mirrors: false, unmarked: true, limits: { unacceptedMs: 0 } } as const;

let healthy: Asked;
let healthyRequests: number;
let queriedAgain: readonly SeenRequest[];
/** Tools that ask a source at all. */
const asking = new Set<string>();

beforeAll(async () => {
  const service = await openService(settings);
  try {
    const { requests } = service.upstreams;
    const { answers, queried } = await askEach(service);
    for (const [name, made] of queried) if (made.length > 0) asking.add(name);
    healthy = answers;
    healthyRequests = requests.length;
    await askAll(service);
    queriedAgain = requests.slice(healthyRequests);
  } finally {
    await service.close();
  }
}, 120_000);

it('a source that is well is queried once: every reader accepts what it reads', () => {
  expect(healthyRequests).toBeGreaterThan(150);
  expect(queriedAgain.map(({ host, path, query }) => `${host}${path}?${query}`)).toEqual([]);
});

const everyoneElse = ({ cardId }: SeenRequest) => cardId !== geocoder;
const theGeocoder = ({ cardId }: SeenRequest) => cardId === geocoder;

const recoveries = [
  { who: 'every source but the geocoder', selector: everyoneElse, when: 'while the service runs' },
  { who: 'every source but the geocoder', selector: everyoneElse, when: 'while it is down' },
  { who: 'the geocoder', selector: theGeocoder, when: 'while it is down' },
] as const;

describe.each(swept(recoveries, 1))(
  '$who sends success replies that are wrong, and recovers $when',
  ({ selector, when }) => {
    let first: TestService;
    let recovered: Asked;
    let restarted: Asked;
    let requestsAfterRestart: number;

    async function restart(): Promise<Asked> {
      const next = await openService({ ...settings, beside: first });
      const before = first.upstreams.requests.length;
      const answers = await askAll(next);
      requestsAfterRestart = first.upstreams.requests.length - before;
      await next.close();
      return answers;
    }

    beforeAll(async () => {
      first = await openService(settings);
      // every kind of wrong reply once; after a restart those that a driver takes
      for (const fault of when === 'while it is down' ? (['wrongShape', otherColumns] as const) : wrongReplies) {
        first.upstreams.setFault(selector, fault);
        await askAll(first);
      }
      if (when === 'while it is down') await first.service.close();
      first.upstreams.setFault(selector, undefined);
      recovered = when === 'while it is down' ? await restart() : await askAll(first);
      await first.service.close();
      restarted = await restart();
    }, 120_000);
    afterAll(() => first.close());

    it.each(openTools.map(({ name }) => name))('%s', async (name) => {
      if (!asking.has(name)) return;
      expect(await recovered.get(name)).toEqual(await healthy.get(name));
      expect(await restarted.get(name)).toEqual(await healthy.get(name));
    });

    it('and what was right is read from the disk', () => {
      expect(requestsAfterRestart).toBeLessThan(healthyRequests * 0.6);
    });
  },
);
