import { describe, expect, test } from 'vitest';
import { answerLines } from '../../src/answer-text/answer-text.ts';
import { errorText } from '../../src/answer-text/error-text.ts';
import { printed } from '../../src/cli/print.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Fields } from '../../src/kernel/fields.ts';
import { said } from '../../src/short-form/reading.ts';
import { readGolden } from '../example-answers.ts';

const writing = { lines: 40, bytes: 6_000, rows: [15, 8, 5, 3], whole: 'structured content has the whole' };
const write = (answer: Fields, more = {}) => answerLines(answer, { ...writing, ...more });

describe.each(shippedRegistry().free.map(({ name }) => name))('%s', (name) => {
  test('says its sentence first, in at most 40 lines, and where each cited value comes from', () => {
    for (const answer of Object.values(readGolden(name)) as Fields[]) {
      const lines = write(answer);
      const text = lines.join('\n');
      expect(lines.length).toBeLessThanOrEqual(40);
      if (typeof answer.summary === 'string') expect(lines[0]).toBe(said(answer.summary));
      expect(text).not.toMatch(/\bundefined\b|\[object|"(?:value|citation)":/);
      for (const [, mark = ''] of text.matchAll(/ \[(c\d+)\]/g)) expect(text).toContain(`\n[${mark}]: `);
    }
  });
});

const cited = {
  c1: { sourceName: 'A register', sourceUrl: 'https://records.example.org/', fetchedAt: '2026-11-21T12:00:00Z' },
};
const row = (at: number) => ({ name: `Site ${at}`, distanceMeters: 805, citation: 'c1' });
const answer = (state: string, more: Fields = {}) => ({ state, summary: 'A summary.', citations: cited, ...more });

test('writes labels, US units and the sources of what it says as references', () => {
  const facts = { dwellingCount: { value: 2, citation: 'c1' }, sites: [row(1)] };
  expect(write(answer('found', { facts }))).toEqual([
    'A summary.',
    '- Dwellings: **2** [c1]',
    '- Sites:',
    '  - Site 1 \u00b7 distance 0.5 mi (805 m) [c1]',
    '[c1]: https://records.example.org/ "A register, read 2026-11-21"',
  ]);
});

test('says what could not be read before the rest of a partial answer', () => {
  const searched = [{ source: 'A map', area: 'here', state: 'unavailable', reason: 'it timed out' }];
  expect(write(answer('partial', { searched, facts: { sites: [row(1)] } })).slice(0, 5)).toEqual([
    'A summary.',
    'Found in part: some of what was queried could not be read.',
    'Not read, or not all of it:',
    '- A map: it timed out',
    '- Sites:',
  ]);
});

test('shows as many rows as there is room for, and says where the rest is', () => {
  const facts = { sites: Array.from({ length: 12 }, (_, at) => row(at)) };
  expect(write(answer('found', { facts }))).toHaveLength(15);
  const short = write(answer('found', { facts }), { lines: 10 });
  expect(short).toContain('  - \u2026 7 more (structured content has the whole)');
  const cut = write(answer('found', { facts }), { lines: 5 });
  expect([cut.length, cut.at(-2)]).toEqual([5, '\u2026 Structured content has the whole.']);
});

test('a terminal shows the same, with the name of the tool and the state above it', () => {
  expect(printed('svc_any', answer('not_covered', { facts: { note: { value: 'x', citation: 'c1' } } }))).toEqual([
    'svc_any  not covered',
    '  A summary.',
    '  No source is connected for this place. Records may exist elsewhere.',
    '  - Note: x [c1]',
    '  [c1]: https://records.example.org/ "A register, read 2026-11-21"',
  ]);
});

test('an error says what is wrong, what to do, near names and an example', () => {
  const extra = { suggestions: ['svc_flood_zone'], example: { address: 'x' } };
  const { entry } = new ServiceError('unknown_tool');
  expect(errorText(new ServiceError('unknown_tool', { detail: 'No such tool.', extra, retryAfterSeconds: 3 }))).toBe(
    `No such tool.\n${entry.remedy}\nNear names: svc_flood_zone\nFor example: {"address":"x"}\nTry again in 3 s.`,
  );
});
