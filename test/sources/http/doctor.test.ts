import { expect, test } from 'vitest';
import { examineSources } from '../../../src/sources/sentinel/round.ts';
import { hasPath } from '../../../src/sources/sentinel/shape.ts';
import type { Fault } from '../../upstreams/faults.ts';
import { testCard, timed, withRig } from '../rig.ts';

const clock = () => new Date('2026-11-21T12:00:00Z');
const probe = { url: 'https://office.test/data?f=json', expect: ['rows.0.name', 'count'] };
const card = testCard({ probe, http: { timeoutMs: 300 } });
const respond = () => ({ body: { rows: [{ name: 'a' }], count: 1 } });

test('a source that answers with what is expected answers', async () => {
  await withRig({ respond }, async ({ client, access, upstreams }) => {
    expect(await examineSources({ cards: [card], client, access, clock })).toEqual([
      { cardId: card.id, verdict: 'answers', checkedAt: '2026-11-21T12:00:00.000Z' },
    ]);
    await examineSources({ cards: [card], client, access, clock });
    // a doctor who reads yesterday's answer is no doctor
    expect(upstreams.requests.length).toBe(2);
    expect(client.health().of(card.id).verdict).toBe('answers');
  });
});

test.each([
  ['moved', 'moved'],
  ['http404', 'moved'],
  ['http403', 'refuses'],
  ['http429', 'refuses'],
  ['wrongShape', 'shape_changed'],
  ['html200', 'shape_changed'],
  ['error200', 'shape_changed'],
  ['emptyBody', 'shape_changed'],
  ['http500', 'unreachable'],
  ['refused', 'unreachable'],
  ['timeout', 'unreachable'],
] as const)('%s is reported as %s', async (fault, verdict) => {
  await withRig({ respond, faults: { '*': fault satisfies Fault } }, async ({ client, access }) => {
    const [finding] = await examineSources({ cards: [card], client, access, clock });
    expect(finding).toMatchObject({ verdict, reason: expect.stringContaining('Test Office Register') });
    expect(client.health().of(card.id)).toEqual(finding);
  });
});

test('what has changed is named', async () => {
  await withRig({ respond: () => ({ body: { rows: [{}], count: 0 } }) }, async ({ client, access }) => {
    const [finding] = await examineSources({ cards: [card], client, access, clock });
    expect(finding?.reason).toBe('Test Office Register answers without rows.0.name.');
  });
});

test('a missing key and a missing question are findings without a request', async () => {
  const key = { setting: 'SVC_KEY_X', required: true, in: 'query', name: 'k', signUpUrl: 'https://x.test' } as const;
  await withRig({}, async ({ client, access, upstreams }) => {
    const cards = [testCard({ id: 'keyed', key, probe }), testCard({ id: 'silent' })];
    const findings = await examineSources({ cards, client, access, clock });
    expect(findings.map((finding) => finding.verdict)).toEqual(['needs_key', 'unknown']);
    expect(upstreams.requests.length).toBe(0);
  });
});

test('one that hangs does not hold up the round, and progress is reported', async () => {
  const hosts = Array.from({ length: 12 }, (_, index) => `office${index}.test`);
  const cards = hosts.map((host, index) =>
    testCard({ id: `c${index}`, probe: { ...probe, url: `https://${host}/` }, http: { timeoutMs: 1500 } }),
  );
  const faults = { 'office0.test': 'timeout', 'office1.test': 'timeout' } as const;
  await withRig({ respond, hosts, faults }, async ({ client, access }) => {
    const told: number[] = [];
    const { value, ms } = await timed(
      examineSources({ cards, client, access, clock, onProgress: (done) => told.push(done) }),
    );
    expect(value.filter((finding) => finding.verdict === 'answers').length).toBe(10);
    expect(told).toEqual(cards.map((_, index) => index + 1));
    // one after the other the two that hang would take 3000
    expect(ms).toBeLessThan(2900);
  });
});

test('dotted paths: a number is an index, and what is inherited is not there', () => {
  const body = { a: [{ b: null }], c: 0 };
  expect(['a', 'a.0', 'a.0.b', 'c'].map((path) => hasPath(body, path))).toEqual([true, true, true, true]);
  expect(['a.1', 'a.0.c', 'toString', 'a.length.x'].map((path) => hasPath(body, path))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
