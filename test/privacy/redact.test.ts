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
 * `blind` was written before the rules and run once when they were done: names 92.3 % (96 of 104), mailing addresses
 * 9 of 9, contacts 13 of 13, falsely removed 2.4 % (7 of 291). `last` was written after that, of harder texts, and run
 * once: names 81.5 % (53 of 65), mailing addresses 4 of 4, contacts 4 of 4, falsely removed 1.3 % (2 of 155). What both
 * showed was mended afterwards. `seen` was read while the rules were written, `earlier` is of the reader before this one.
 */
const halves = ['blind', 'last', 'seen', 'earlier'];

describe('persons in free text of public records', () => {
  test.each(halves)('names and mailing addresses of persons leave the texts of the half "%s"', (half) => {
    const { leaves, missed } = measure(halfOf(half), redactor.find, ['name', 'address']);
    expect(1 - missed.length / leaves, missed.join('\n')).toBeGreaterThanOrEqual(0.93);
  });

  test.each(halves)('firms, streets and words of the trade stay in the texts of the half "%s"', (half) => {
    const { stays, wronged } = measure(halfOf(half), redactor.find, []);
    expect(wronged.length / stays, wronged.join('\n')).toBeLessThanOrEqual(0.03);
  });

  test.each(halves)('every telephone number and e-mail address leaves the texts of the half "%s"', (half) => {
    expect(measure(halfOf(half), redactor.find, ['phone', 'mail']).missed).toEqual([]);
  });

  test('the set has at least 300 texts in six languages', () => {
    const written = texts.filter(({ half }) => half !== 'earlier');
    expect(written.length).toBeGreaterThanOrEqual(300);
    expect(new Set(written.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'vi', 'zh', 'ko', 'ru']));
  });

  const examples = readTable('name-patterns').flatMap(({ example = '' }) => example.split(' ; '));
  test.each(examples)('"%s" is read as it is marked', (example) => {
    const marked = [...example.matchAll(/\[(.*?)\]/g)].map(([, name]) => name);
    const plain = example.replace(/[[\]]/g, '');
    const names = redactor.find(plain).filter(({ kind }) => kind === 'name');
    expect(names.map(({ from, to }) => plain.slice(from, to))).toEqual(marked);
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

  test.each(['a', '1-', '555 ', 'a.', 'John ', 'c/o ', 'mail to 1 ', '(', 'owner: ', 'x at x dot '])(
    'a long text of "%s" is read in linear time',
    (part) => {
      const timeOf = (length: number) => {
        const text = part.repeat(length / part.length);
        const started = performance.now();
        redactor.find(text);
        return performance.now() - started;
      };
      timeOf(4000);
      expect(timeOf(4000)).toBeLessThan(100);
    },
  );
});
