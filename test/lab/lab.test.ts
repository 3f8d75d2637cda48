import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { reliabilityPage } from './report.ts';
import { runLab } from './runner.ts';
import { drawing, type Scenario, tries } from './scenario.ts';

const bench = {} as Bench;
const run = { at: '2026-11-21T12:00:00Z', seed: 3, minutes: 1, node: 'v24.0.0', processors: 2 };
const what = 'what is tried';

const counting = (name: string, one: (at: number) => string | undefined, more: Partial<Scenario> = {}): Scenario => ({
  ...{ name, what, share: 1, inMinute: true },
  run: (ctx) => tries(ctx, { perSecond: 1, atOnce: 2 }, async (_, at) => one(at)),
  ...more,
});

test('a scenario tries as often as its share of the time makes it, and what it loses is reported', async () => {
  const rows = await runLab(
    [
      counting('good', () => undefined),
      counting('loses | the third', (at) => (at === 2 ? 'a | byte' : undefined), { share: 2 }),
      counting('throws', () => {
        throw new Error('a fault');
      }),
      counting('absent', () => undefined, { missing: () => 'the program is not installed' }),
      counting('long', () => undefined, { inMinute: false }),
    ],
    { ...run, bench },
  );
  expect(rows.map(({ tried, lost, skipped }) => [tried, lost.length, skipped])).toEqual([
    [6, 0, undefined],
    [12, 1, undefined],
    [6, 6, undefined],
    [0, 0, 'the program is not installed'],
    [0, 0, 'not in a run of a minute'],
  ]);
  const page = reliabilityPage(run, rows);
  expect(page).toContain('24 tries, 7 lost.');
  expect(page).toContain(`| good | ${what} | 6 | nothing |  |`);
  expect(page).toContain(`| loses \\| the third | ${what} | 12 | 1 | try 2: a \\| byte |`);
  expect(page).toContain(`| absent | ${what} |  |  | skipped: the program is not installed |`);
});

test('a scenario that does not end, breaks or has no time to try anything is lost', async () => {
  const rows = await runLab(
    [
      counting('hangs', () => undefined, { run: () => new Promise(() => undefined) }),
      counting('breaks', () => undefined, { run: () => Promise.reject(new Error('no house')) }),
      counting('good', () => undefined),
    ],
    { ...run, minutes: 0.01, bench },
  );
  expect(rows.map(({ lost }) => lost.length)).toEqual([1, 1, 1]);
  expect(rows[2]?.lost).toEqual(['nothing was tried in its time']);
});

test('a seed draws the same again, another one something else', () => {
  const drawn = (seed: number) => {
    const draw = drawing(seed);
    return [draw(fc.string()), draw(fc.integer()), draw(fc.uuid())];
  };
  expect(drawn(5)).toEqual(drawn(5));
  expect(drawn(5)).not.toEqual(drawn(6));
});
