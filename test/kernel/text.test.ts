import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, foldedName, sentence } from '../../src/kernel/text.ts';

test('what was cleaned stays as it is', () => {
  expect(cleanText('a\t\u0000\tb\u200B \n c')).toBe('a b c');
  expect(cleanText('ab😀cd', 4)).toBe('ab…');
  fc.assert(
    fc.property(fc.string({ maxLength: 80, unit: 'binary' }), fc.integer({ min: 2, max: 40 }), (text, length) => {
      const once = cleanText(text, length);
      return once.length <= length && cleanText(once, length) === once;
    }),
    { numRuns: 2000 },
  );
});

test('a clause becomes a sentence, with one full stop', () => {
  expect(sentence('the source gave 3 rows')).toBe('The source gave 3 rows.');
  expect(sentence('Read whole.')).toBe('Read whole.');
  expect(sentence('')).toBe('.');
});

test('place names compare without case, signs and what follows a comma', () => {
  expect(foldedName('Wake Forest, NC')).toBe('wake forest');
  expect(foldedName("O'Fallon")).toBe('o fallon');
  expect(foldedName(' St. Louis ')).toBe('st louis');
});
