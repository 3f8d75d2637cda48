import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  annualDayOf,
  countyFips,
  dayOfMonth,
  listOf,
  month,
  nthWeekday,
  numeric,
  text,
  weekday,
} from '../../src/rules/cells.ts';
import { parseTable, tableFile } from '../../src/rules/table-file.ts';
import { whenColumns, whenOf } from '../../src/rules/tax-tables.ts';

const columns = {
  name: text,
  pageUrl: z.url().exactOptional(),
  claim1: text.exactOptional(),
  amount: numeric(z.number().positive()).exactOptional(),
  counties: listOf(countyFips).exactOptional(),
};
const read = (csv: string) => parseTable(csv, 'data/rules/x.csv', columns, (cells) => cells);

describe('reading a table', () => {
  test('cells get their types, and an empty cell is no key at all', () => {
    expect(read('name,page_url,claim_1,amount,counties\na,,c,0.5,36005; 36047\n"b, c",https://x.org/,,,\n')).toEqual([
      { name: 'a', claim1: 'c', amount: 0.5, counties: ['36005', '36047'] },
      { name: 'b, c', pageUrl: 'https://x.org/' },
    ]);
  });

  test('a mark of the byte order and line ends of a spreadsheet program do not matter', () => {
    expect(read('\ufeffname,amount\r\na,1\r\n')).toEqual([{ name: 'a', amount: 1 }]);
  });

  test.each([
    ['an unknown column', 'name,pageurl\na,b\n', /^data\/rules\/x\.csv, line 1, column pageurl: unknown/],
    ['a column named twice', 'name,name\na,b\n', /line 1, column name: unknown or named twice/],
    ['a column that is missing', 'amount\n1\n', /line 2, column name: /],
    ['an empty cell that must be filled', 'name,amount\na,1\n,2\n', /line 3, column name: /],
    ['a value of the wrong kind', 'name,amount\na,1\nb,many\n', /line 3, column amount: a number/],
    ['a number out of bounds', 'name,amount\na,-1\n', /line 2, column amount: /],
    ['an address that is none', 'name,page_url\na,somewhere\n', /line 2, column page_url: /],
    ['a county code that lost its zero', 'name,counties\na,6075\n', /line 2, column counties: 5 digits/],
    ['a space at the end of a cell', 'name,amount\n"a ",1\n', /line 2, column name: begins or ends with a space/],
    ['a line with a cell too many', 'name,amount\na,1,2\n', /^data\/rules\/x\.csv: .*line 2/],
  ])('%s is refused with its file, line and column', (_what, csv, message) => {
    expect(() => read(csv)).toThrow(message);
  });

  test('a cell with line breaks does not shift the line that is named', () => {
    expect(() => read('name,amount\n"a\nb",1\nc,x\n')).toThrow(/line 4, column amount/);
  });

  test('what the row itself refuses is named the same way', () => {
    const build = () =>
      parseTable('name\na\nb\n', 'f.csv', columns, ({ name }, refuse) =>
        name === 'b' ? refuse('name', 'no b') : name,
      );
    expect(build).toThrow('f.csv, line 3, column name: no b');
  });

  test('no file is opened before its rows are requested, and then it is opened once', () => {
    const missing = tableFile('no-such-table', columns);
    expect(missing).toThrow(/no-such-table\.csv/);
    const there = tableFile('code-libraries', { name: text, url: text });
    expect(there()).toBe(there());
  });
});

describe('days of the year in columns', () => {
  const dayColumns = {
    month: month.exactOptional(),
    day: dayOfMonth.exactOptional(),
    nth: nthWeekday.exactOptional(),
    weekday: weekday.exactOptional(),
  };
  const days = (line: string) =>
    parseTable(`month,day,nth,weekday\n${line}\n`, 'f.csv', dayColumns, (cells, refuse) => annualDayOf(cells, refuse));

  test('a fixed date, the nth weekday of a month, or none', () => {
    expect(days('3,15,,')).toEqual([{ month: 3, day: 15 }]);
    expect(days('8,,3,Monday')).toEqual([{ month: 8, nth: 3, weekday: 'Monday' }]);
    expect(days(',,,')).toEqual([undefined]);
  });

  test.each(['3,,,', ',15,,', '8,,3,', '8,15,3,Monday', '13,1,,', '8,,6,Monday', '8,,3,monday'])(
    '%s is refused',
    (line) => {
      expect(() => days(line)).toThrow(/^f\.csv, line 2, column (month|nth|weekday): /);
    },
  );
});

describe('when something happens, in columns', () => {
  const header = 'when,when_month,when_day,when_nth,when_weekday,when_months,when_from,when_to,when_why';
  const when = (line: string) => parseTable(`${header}\n${line}\n`, 'f.csv', whenColumns, whenOf);

  test.each([
    ['annual,3,31,,,,,,', { kind: 'annual', day: { month: 3, day: 31 } }],
    ['annual,11,,1,Monday,,,,', { kind: 'annual', day: { month: 11, nth: 1, weekday: 'Monday' } }],
    ['months,,,,,4; 5; 6,,,', { kind: 'months', months: [4, 5, 6] }],
    ['monthly,,,1,Tuesday,,,,', { kind: 'monthly', nth: 1, weekday: 'Tuesday' }],
    ['once,,,,,,2026-03-01,2026-03-31,', { kind: 'once', from: '2026-03-01', to: '2026-03-31' }],
    ['undated,,,,,,,,not announced', { kind: 'undated', why: 'not announced' }],
  ])('%s', (line, value) => {
    expect(when(line)).toEqual([value]);
  });

  test.each([
    ['annual,,,,,,,,', 'when_month'],
    ['annual,3,31,,,,,,why', 'when_why'],
    ['months,,,,,,,,', 'when_months'],
    ['months,3,,,,4,,,', 'when_month'],
    ['monthly,,,1,,,,,', 'when_nth'],
    ['once,,,,,,2026-03-31,2026-03-01,', 'when_from'],
    ['once,,,,,,2026-03-31,,', 'when_from'],
    ['undated,,,,,,,,', 'when_why'],
  ])('%s is refused for %s', (line, column) => {
    expect(() => when(line)).toThrow(`f.csv, line 2, column ${column}: `);
  });
});
