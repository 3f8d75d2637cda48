import { describe, expect, test } from 'vitest';
import { shippedRegistry } from '../../../src/composition/shipped-registry.ts';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { isAnswer, stringsOf, tokensOf, uncitedLeaves, unsafeText, verdicts } from '../../answers.ts';
import { readGolden } from '../../example-answers.ts';
import type { PaidRun } from '../../paid-answer.ts';

/**
 * What holds for every sold route, read from the answers that test/golden has whole. Which calls are free, and that a
 * free one says why, is test/diagnostics.test.ts; hostile sources are test/hostile.test.ts.
 */
const routes = shippedRegistry().paid.flatMap((tool) => (tool.kind === 'free' ? [] : tool));
const answersOf = (name: string) => Object.values(readGolden(name)) as PaidRun[];

const verdict =
  /\b(safe|safer|unsafe|risky|best|worst|scores?|grades?|rank(?:ed|s)?|recommend\w*|desirable|dangerous|urgent|overvalued|undervalued|overassessed|should (?:appeal|sign)|you qualify|crime rate|will (?:rise|fall))\b/i;
/** What is no verdict: names of the field, and a sentence that denies one. */
const noVerdict = /Safe Drinking Water|\bAt Grade\b|\b(?:no|not|nothing|none|never)\b[^.;]*/gi;
const people = /planted|555-0199|555-010-0199/i;
/** RFC 5545 asks a calendar file for CRLF at the end of each line; it is the one text with line ends. */
const isCalendar = (text: string) => text.startsWith('BEGIN:VCALENDAR\r\n');

describe.each(routes.map((tool) => ({ slug: tool.slug, tool })))('$slug', ({ tool }) => {
  const answers = answersOf(tool.name);

  test('is sold at its first example, and a challenge and a charge agree', () => {
    expect(answers[0]?.charged).toBe(true);
    for (const { charged, challenged } of answers) expect(charged).toBe(challenged);
  });

  test('names no person, gives no verdict and hides nothing', () => {
    for (const text of stringsOf(answers.map(({ body }) => body))) {
      if (!isCalendar(text)) expect(text).not.toMatch(unsafeText);
      expect(text).not.toMatch(people);
      if (!/^https?:/.test(text)) expect(text.replaceAll(noVerdict, '')).not.toMatch(verdict);
    }
  });

  test('cites every fact of an answer, in at most 2,000 tokens', () => {
    for (const { body } of answers) {
      if (!isAnswer(body) || !body.facts) continue;
      expect(uncitedLeaves(body)).toEqual([]);
      expect(verdicts(body)).toEqual([]);
      expect(tokensOf(body)).toBeLessThan(2000);
    }
  });

  test('has facts and a source for each section of a brief, and a sentence for what is empty', () => {
    for (const { charged, body } of answers) {
      if (!charged || !('sections' in body && 'coverage' in body)) continue;
      const { coverage, sections, sources } = body as unknown as Brief;
      for (const { status, says } of coverage) expect(says !== undefined).toBe(status === 'empty');
      for (const { facts, tables = [], title } of sections) {
        expect(facts.length + tables.length, title).toBeGreaterThan(0);
        expect(sources.some(({ usedFor }) => usedFor.includes(title))).toBe(true);
      }
    }
  });
});

test('eight routes are sold over REST alone', () => {
  const restOnly = routes.filter(({ paid }) => paid.restOnly).map(({ slug, paid }) => `${slug} ${paid.priceUsdc}`);
  expect(restOnly.sort()).toEqual([
    'svc-electricity-context 0.01',
    'svc-evaluation-packet 0.35',
    'svc-large-site-satellite-change 0.15',
    'svc-nei-emissions-nearby 0.01',
    'svc-pfas-occurrence 0.01',
    'svc-wikimedia-commons-area-context 0.01',
    'svc-wikipedia-place-context 0.01',
    'svc-workplace-employment-context 0.01',
  ]);
});
