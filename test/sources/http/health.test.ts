import { expect, test } from 'vitest';
import type { SourceHealth } from '../../../src/kernel/ports/sources.ts';
import { HealthRegistry } from '../../../src/sources/http/health.ts';
import { testCard, withRig } from '../rig.ts';

const card = testCard();
const [before, at, after] = ['2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
const health = (
  verdict: SourceHealth['verdict'],
  checkedAt: string,
  more: Partial<SourceHealth> = {},
): SourceHealth => ({
  cardId: card.id,
  verdict,
  checkedAt,
  ...more,
});

test.each([
  ['unreachable', after, 'answers'],
  ['moved', after, 'answers'],
  ['refuses', after, 'answers'],
  ['unreachable', before, 'unreachable'],
  ['shape_changed', after, 'shape_changed'],
  ['incomplete', after, 'incomplete'],
  ['out_of_date', after, 'out_of_date'],
] as const)('a round found %s at noon, and a reply came at %s: %s', (found, answered, expected) => {
  const book = new HealthRegistry();
  book.setFound([health(found, at, { since: before })]);
  expect(book.of(card.id).verdict).toBe(found);
  book.set(health('answers', answered));
  expect(book.of(card.id).verdict).toBe(expected);
  book.setFound([]);
  expect(book.of(card.id).verdict).toBe('answers');
});

test('what traffic and a round both say is reported with the day since when; otherwise traffic is nearer', () => {
  const book = new HealthRegistry();
  book.setFound([health('moved', at, { since: before })]);
  book.set(health('moved', after));
  expect(book.of(card.id).since).toBe(before);
  book.set(health('unreachable', after));
  expect(book.all()).toEqual([health('unreachable', after)]);
});

test('a reply that its reader refuses is another shape, until the next reply', async () => {
  await withRig({}, async ({ client, access }) => {
    const ask = () => access.fetch(card, { url: card.endpoint, ttlSeconds: 0 });
    await ask();
    expect(client.health().of(card.id).verdict).toBe('answers');
    access.refuse(card);
    expect(client.health().of(card.id)).toMatchObject({
      verdict: 'shape_changed',
      reason: 'Test Office Register answered in a shape that this service does not know.',
    });
    await ask();
    expect(client.health().of(card.id).verdict).toBe('answers');
  });
});

test('a refusal speaks no longer than the reply may be used again', async () => {
  await withRig({ limits: { unacceptedMs: 0 } }, async ({ client, access }) => {
    await access.fetch(card, { url: card.endpoint });
    access.refuse(card);
    expect(client.health().of(card.id).verdict).toBe('answers');
  });
});
