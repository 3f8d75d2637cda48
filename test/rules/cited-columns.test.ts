import { describe, expect, test } from 'vitest';
import { deadlineColumns, ruleOf } from '../../src/rules/appeal-windows.ts';
import { citedColumns, citedRowOf } from '../../src/rules/cited-columns.ts';
import { parseTable } from '../../src/rules/table-file.ts';

/** Reads one line under a header of the columns that it fills. */
const cited = (cells: Readonly<Record<string, string>>) =>
  parseTable(
    `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`,
    'f.csv',
    citedColumns,
    citedRowOf,
  )[0];

const page = { page_name: 'A page', page_url: 'https://example.gov/a' };
const row = { name: 'Chicago', verification: 'official_page', as_of: '2026-11', ...page };

describe('the columns of a cited row', () => {
  test('a row with its place, its pages and its law', () => {
    expect(
      cited({
        ...row,
        state: 'IL',
        place: 'chicago',
        place_counties: '17031; 17043',
        edition: '2025',
        statute: '35 ILCS',
        also_name: 'Another page',
        also_url: 'https://example.com/',
        copy_url: 'https://example.org/copy',
        quote: 'shall be filed',
      }),
    ).toEqual({
      scope: { name: 'Chicago', state: 'IL', place: 'chicago', placeCounties: ['17031', '17043'] },
      asOf: '2026-11',
      verification: 'official_page',
      page: { name: 'A page', url: 'https://example.gov/a', copyUrl: 'https://example.org/copy', edition: '2025' },
      statute: '35 ILCS',
      quote: 'shall be filed',
      also: [{ name: 'Another page', url: 'https://example.com/' }],
    });
  });

  test('a row of a state can leave out counties that have a row of their own', () => {
    expect(cited({ ...row, name: 'Illinois', state: 'IL', not_counties: '17031' })?.scope).toEqual({
      name: 'Illinois',
      state: 'IL',
      notCounties: ['17031'],
    });
  });

  test.each([
    ['an unknown word of verification', { ...row, verification: 'checked' }, 'verification'],
    ['a row without a page', { name: 'x', verification: 'official_page', as_of: '2026-11' }, 'page_name'],
    ['a page without its address', { ...row, page_url: '' }, 'page_url'],
    ['a page that is not the publisher', { ...row, verification: 'secondary' }, 'verification'],
    ['sources that disagree', { ...row, verification: 'conflict' }, 'verification'],
    ['a row that no one read', { ...row, verification: 'unverified' }, 'verification'],
    ['a statute that is read and not named', { ...row, verification: 'statute_text' }, 'statute'],
    ['a quotation that is long', { ...row, quote: 'w '.repeat(26).trim() }, 'quote'],
    [
      'counties left out by a county',
      { ...row, state: 'IL', counties: '17031', not_counties: '17043' },
      'not_counties',
    ],
    ['a row without a day', { ...row, as_of: '' }, 'as_of'],
    ['a day of no calendar', { ...row, as_of: '2026-02-30' }, 'as_of'],
    ['counties without their state', { ...row, counties: '17031' }, 'state'],
    ['counties around no place', { ...row, state: 'IL', place_counties: '17031' }, 'place'],
  ])('%s is refused', (_what, cells, column) => {
    expect(() => cited(cells)).toThrow(`f.csv, line 2, column ${column}: `);
  });
});

describe('the columns of an appeal deadline', () => {
  const rule = (cells: Readonly<Record<string, string>>) => {
    const line = { window: 'GA', applies: 'all', ...cells };
    return parseTable(
      `${Object.keys(line).join(',')}\n${Object.values(line).join(',')}\n`,
      'f.csv',
      deadlineColumns,
      ruleOf,
    )[0];
  };

  test.each([
    [
      { rule: 'after', days: '45', trigger: 'notice_mailed' },
      { kind: 'after', days: 45, trigger: 'notice_mailed' },
    ],
    [
      { rule: 'on', month: '8', nth: '3', weekday: 'Monday' },
      { kind: 'on', date: { month: 8, nth: 3, weekday: 'Monday' } },
    ],
    [
      { rule: 'later_of', month: '4', day: '1', days: '45', trigger: 'bulk_mailing' },
      { kind: 'later_of', date: { month: 4, day: 1 }, days: 45, trigger: 'bulk_mailing' },
    ],
    [
      { rule: 'on', month: '3', nth: '3', weekday: 'Monday', plus_days: '-4' },
      { kind: 'on', date: { month: 3, nth: 3, weekday: 'Monday', plusDays: -4 } },
    ],
    [{ rule: 'local' }, { kind: 'local' }],
  ])('%j', (cells, value) => {
    expect(rule(cells)).toEqual(value);
  });

  test.each([
    [{ rule: 'after' }, 'rule'],
    [{ rule: 'after', days: '45' }, 'trigger'],
    [{ rule: 'after', days: '45', trigger: 'phone_call' }, 'trigger'],
    [{ rule: 'after', days: '45', trigger: 'notice_mailed', month: '4', day: '1' }, 'rule'],
    [{ rule: 'on', days: '45', trigger: 'notice_mailed' }, 'rule'],
    [{ rule: 'later_of', month: '4', day: '1' }, 'rule'],
    [{ rule: 'local', month: '4', day: '1' }, 'rule'],
    [{ rule: 'on', month: '3', day: '3', plus_days: '-4' }, 'plus_days'],
    [{ rule: 'after', days: '0', trigger: 'notice_mailed' }, 'days'],
  ])('%j is refused for %s', (cells, column) => {
    expect(() => rule(cells)).toThrow(`f.csv, line 2, column ${column}: `);
  });
});
