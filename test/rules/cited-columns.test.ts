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

const page = { page_name: 'A page', page_url: 'https://example.org/' };
const row = { name: 'Chicago', verification: 'secondary', as_of: '2026-11', ...page };

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
        also_secondary: 'yes',
      }),
    ).toEqual({
      scope: { name: 'Chicago', state: 'IL', place: 'chicago', placeCounties: ['17031', '17043'] },
      asOf: '2026-11',
      verification: 'secondary',
      page: { name: 'A page', url: 'https://example.org/', edition: '2025' },
      statute: '35 ILCS',
      also: [{ name: 'Another page', url: 'https://example.com/', secondary: true }],
    });
  });

  test('a row without a page is unverified', () => {
    expect(cited({ name: 'Iowa', state: 'IA', verification: 'unverified', as_of: '2026-11-21' })).toEqual({
      scope: { name: 'Iowa', state: 'IA' },
      asOf: '2026-11-21',
      verification: 'unverified',
    });
  });

  test('a disputed row has every claim, with its page where one was read', () => {
    const claims = {
      claim_1: '10 days',
      claim_2: '30 days',
      claim_2_page_name: 'B',
      claim_2_page_url: 'https://b.org/',
    };
    expect(cited({ ...row, verification: 'conflict', ...claims })).toMatchObject({
      verification: 'conflict',
      claims: [{ claim: '10 days' }, { claim: '30 days', page: { name: 'B', url: 'https://b.org/' } }],
    });
  });

  test.each([
    ['an unknown word of verification', { ...row, verification: 'checked' }, 'verification'],
    ['a checked row without a page', { name: 'x', verification: 'official_page', as_of: '2026-11' }, 'page_url'],
    ['a page without its address', { ...row, page_url: '' }, 'page_url'],
    ['an unverified row with a page', { ...row, verification: 'unverified' }, 'page_url'],
    ['a dispute with one side', { ...row, verification: 'conflict', claim_1: 'a' }, 'claim_1'],
    ['claims where nothing is disputed', { ...row, claim_1: 'a', claim_2: 'b' }, 'claim_1'],
    [
      'the page of a claim that is not there',
      { ...row, claim_1_page_name: 'B', claim_1_page_url: 'https://b.org/' },
      'claim_1',
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
    const line = { state: 'GA', applies: 'all', ...cells };
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
    [{ rule: 'after', days: '0', trigger: 'notice_mailed' }, 'days'],
  ])('%j is refused for %s', (cells, column) => {
    expect(() => rule(cells)).toThrow(`f.csv, line 2, column ${column}: `);
  });
});
