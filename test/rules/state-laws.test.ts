import { expect, test } from 'vitest';
import { lawColumns, lawOf } from '../../src/rules/state-laws.ts';
import { parseTable } from '../../src/rules/table-file.ts';

const read = (text: string) => parseTable(text, 'f.csv', lawColumns, lawOf);

test('a statement of law has a rule, a reach or a condition; a row of its subject alone is refused', () => {
  expect(read('about,applies_to\nFlood,sales\n')).toEqual([{ about: 'Flood', appliesTo: 'sales' }]);
  expect(() => read('about,timing\nFlood,at the sale\n')).toThrow(
    'f.csv, line 2, column rule: neither a rule nor its reach is stated',
  );
  expect(() => read('about,rule\n,x\n')).toThrow('f.csv, line 2, column about');
  expect(() => read('about,rule,rate\nFlood,x,1\n')).toThrow('column rate: unknown or named twice');
});
