import { beforeAll, describe, expect, test } from 'vitest';
import { loadRedactor, type Redactor } from '../../../src/kernel/personal/redact.ts';
import { headOf, measure, readLabelled } from './labelled.ts';

let redactor: Redactor;
beforeAll(async () => {
  redactor = await loadRedactor();
}, 30_000);

/**
 * `dev` was written before the rules, `held-out` after the first of them, the others after later ones, each before it was
 * measured for the first time; what a `first-sight` file measured at first sight stands at its head:
 * the five after the first together recall 94.9 % (206 of 217), false 4.4 % (7 of 160). The last two are full of firms that are
 * named after people: recall 96.7 % (29 of 30), false 17.6 % (18 of 102).
 */
const firstSight = [
  'first-sight-a.txt',
  'first-sight-b.txt',
  'first-sight-c.txt',
  'first-sight-d.txt',
  'first-sight-e.txt',
  'first-sight-f.txt',
  'first-sight-g.txt',
  'first-sight-h.txt',
];
const files = ['dev.txt', 'held-out.txt', 'fresh.txt', 'unseen.txt', 'last.txt', ...firstSight];

describe('persons in free text of public records', () => {
  test.each(files)('are found in %s, streets and companies are not', (file) => {
    const { persons, missed, others, wronged } = measure(readLabelled(file), redactor.find);
    expect(1 - missed.length / persons, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(wronged.length / others, wronged.join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('are found over the whole set', () => {
    const all = measure(
      files.flatMap((file) => readLabelled(file)),
      redactor.find,
    );
    expect(1 - all.missed.length / all.persons, all.missed.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(all.wronged.length / all.others, all.wronged.join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('were measured at first sight, with the figures at the head of the file', () => {
    for (const file of firstSight) expect(headOf(file)).toMatch(/first sight: recall \d{2,3}\.\d %.*, false \d+\.\d %/);
  });

  test('are held against at least 600 texts with 400 persons and 400 streets and companies', () => {
    const all = files.flatMap((file) => readLabelled(file));
    expect(all.length).toBeGreaterThanOrEqual(600);
    const { persons, others } = measure(all, () => []);
    expect(persons).toBeGreaterThanOrEqual(400);
    expect(others).toBeGreaterThanOrEqual(400);
  });

  test('are told from a brand of several words, however it is joined, and found where a firm is as often a person', () => {
    const firms = 'LOBBY OF LORD & TAYLOR, SIGN AT JIM AND HILTON GARDEN INN, TEST CELL OF PRATT & WHITNEY';
    expect(redactor.redact(firms)).toBe(firms);
    expect(redactor.redact('FIT OUT FOR HOWARD JOHNSON')).toBe('FIT OUT FOR [name removed]');
    expect(redactor.redact('HENSEL PHELPS SUPER JANE DOE')).toBe('HENSEL PHELPS SUPER [name removed]');
  });

  test('leave a mark each and nothing else changes', () => {
    expect(redactor.redact('OWNER JANE DOE 773-555-0142 JDOE@EXAMPLE.COM TO CALL')).toBe(
      'OWNER [name removed] [phone removed] [e-mail removed] TO CALL',
    );
    expect(redactor.redact('REPLACE 40 GAL WATER HEATER')).toBe('REPLACE 40 GAL WATER HEATER');
  });

  test('cost about a millisecond a text at most', () => {
    const texts = files.flatMap((file) => readLabelled(file));
    for (const { text } of texts) redactor.redact(text);
    const started = performance.now();
    for (const { text } of texts) redactor.redact(text);
    expect((performance.now() - started) / texts.length).toBeLessThan(3);
  });
});
