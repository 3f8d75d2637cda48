import { beforeAll, describe, expect, test } from 'vitest';
import { loadRedactor, type Redactor } from '../../src/privacy/redact.ts';
import { readTable } from '../../src/privacy/tables.ts';
import { type MeasuredText, measure, readTexts } from './texts.ts';

let redactor: Redactor;
const texts = readTexts();
const halfOf = (half: string): readonly MeasuredText[] => texts.filter((text) => text.half === half);
beforeAll(async () => {
  redactor = await loadRedactor();
}, 30_000);

/**
 * Each half was written before the rules that it measured first, was tuned on afterwards, and guards them since: `blind`
 * (names 92.3 % at first sight), `last` (81.5 %), `notes` (names and mailing addresses 82.8 %); `fresh`
 * is three sets (82, 91 and 91 % at first sight, 2.2 to 2.6 % falsely removed); `set a` to `set d` were 90.8, 92.6, 91.6
 * and 91.5 % at first sight with 1.8, 5.1, 4.2 and 3.0 % falsely removed; `seen` was read while the rules were
 * written, `earlier` is of the reader before.
 */
const halves = ['blind', 'last', 'seen', 'earlier', 'notes', 'fresh', 'set a', 'set b', 'set c', 'set d'];

describe('persons in free text of public records', () => {
  test.each(halves)('names and mailing addresses of persons leave the texts of the half "%s"', (half) => {
    const { leaves, missed } = measure(halfOf(half), redactor.find, ['name', 'address']);
    expect(1 - missed.length / leaves, missed.join('\n')).toBeGreaterThanOrEqual(0.93);
  });

  test.each(halves)('firms, streets and words of the trade stay in the texts of the half "%s"', (half) => {
    const { stays, wronged } = measure(halfOf(half), redactor.find, []);
    expect(wronged.length / stays, wronged.join('\n')).toBeLessThanOrEqual(0.03);
  });

  test.each([...halves, 'contacts'])('contacts leave the texts of the half "%s", other numbers stay', (half) => {
    const { missed, wronged } = measure(halfOf(half), redactor.find, ['phone', 'mail']);
    expect(missed).toEqual([]);
    if (half === 'contacts') expect(wronged).toEqual([]);
  });

  const examples = readTable('patterns')
    .filter(({ kind }) => kind !== 'part')
    .flatMap(({ kind = '', example = '' }) => example.split(' ; ').map((each) => [kind, each] as const));
  test.each(examples)('of %s, "%s" is read as it is marked', (kind, example) => {
    const marked = [...example.matchAll(/\[(.*?)\]/g)].map(([, part]) => part);
    const plain = example.replace(/[[\]]/g, '');
    const wanted = { name: 'name', list: 'name', address: 'address', mail: 'mail' }[kind] ?? 'phone';
    const found = redactor.find(plain).filter((span) => span.kind === wanted);
    expect(found.map(({ from, to }) => plain.slice(from, to))).toEqual(marked);
  });

  test('each is replaced by a mark, and nothing else changes', () => {
    const text =
      'OWNER JANE ROE 773-555-0142 JROE@EXAMPLE.COM TO CALL; mail notice to 88 Birch Hollow Rd, Canton OH 44708. 业主';
    expect(redactor.redact(text)).toBe(
      'OWNER [name removed] [phone removed] [e-mail removed] TO CALL; mail notice to [mailing address removed]. [text in another script removed]',
    );
    const trade =
      'REPLACE 40 GAL WATER HEATER; sage green, hunter green and pearl gray trim; 6 Jeld Wen windows; 5 µm, 3 Ω';
    expect(redactor.redact(trade)).toBe(trade);
  });

  test('a text costs less than a millisecond', () => {
    for (const { text } of texts) redactor.redact(text);
    const started = performance.now();
    for (const { text } of texts) redactor.redact(text);
    expect((performance.now() - started) / texts.length).toBeLessThan(1);
  });

  test.each([
    'a',
    'A ',
    '1-',
    '555 ',
    'a.',
    'x@',
    'a@a.',
    ', ',
    'Mr ',
    'John ',
    'c/o ',
    'mail to 1 ',
    '(',
    'owner: ',
    'x at x dot ',
  ])('a long text of "%s" is read in linear time', (part) => {
    const timeOf = (length: number) => {
      const text = part.repeat(length / part.length);
      const started = performance.now();
      redactor.find(text);
      return performance.now() - started;
    };
    timeOf(4000);
    expect(timeOf(4000)).toBeLessThan(250);
    expect(timeOf(16_000)).toBeLessThan(1000);
  });
});
