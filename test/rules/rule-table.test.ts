import { describe, expect, test } from 'vitest';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { type CitedRow, pageCitation, type RowScope } from '../../src/rules/cited-row.ts';
import {
  fraudAlerts,
  leakAdjustments,
  mitigationPrograms,
  ownerPrograms,
  permitRules,
  utilityCredits,
} from '../../src/rules/program-tables.ts';
import { fitOf } from '../../src/rules/rule-fit.ts';
import { pointerChecks, pointerLimits } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces, type RuleTable, readTable } from '../../src/rules/rule-table.ts';

const tables: readonly RuleTable<CitedRow>[] = [
  fraudAlerts,
  leakAdjustments,
  mitigationPrograms,
  ownerPrograms,
  permitRules,
  utilityCredits,
];

const scopes = {
  nation: { name: 'United States' },
  illinois: { name: 'Illinois', state: 'IL' },
  cook: { name: 'Cook County, IL', state: 'IL', counties: ['17031'] },
  newYorkCity: {
    name: 'New York City, NY',
    state: 'NY',
    place: 'new york',
    counties: ['36005', '36047', '36061', '36081', '36085'],
  },
  chicago: { name: 'Chicago, IL', state: 'IL', place: 'chicago', placeCounties: ['17031', '17043'] },
  restOfIllinois: { name: 'Illinois', state: 'IL', notCounties: ['17031'] },
  seattle: { name: 'Seattle, WA', state: 'WA', place: 'seattle', placeCounties: ['53033'] },
} as const satisfies Record<string, RowScope>;

const none = { countyAlternates: [], countyCandidates: [], candidates: [] };
const county = (fips: string) => ({ fips, vintage: 'counties' as const, name: fips });
const chicago: Subject = {
  ...none,
  input: 'x',
  precision: 'area',
  areaKind: 'place',
  stateCode: 'IL',
  county: county('17031'),
  placeName: 'Chicago',
};
const subject = (change: Partial<Subject>): Subject => ({ ...chicago, ...change });
const { placeName: _city, ...cookCounty } = subject({ areaKind: 'county' });

describe.each(tables.map((table) => ({ id: table.id, table })))('table $id', ({ table }) => {
  test('no one is named or to be phoned', () => {
    expect(JSON.stringify(table.rows)).not.toMatch(/\(\d{3}\) ?\d{3}|\d{3}-\d{3}-\d{4}|[\w.]+@[\w.]+/);
  });
});

describe('whom a row speaks for', () => {
  test.each([
    ['the city of its name', scopes.chicago, chicago, 'whole'],
    ['a geocoder that shouts', scopes.chicago, subject({ placeName: 'CHICAGO' }), 'whole'],
    ['another city of the county', scopes.chicago, subject({ placeName: 'Evanston' }), undefined],
    ['the county around it', scopes.chicago, cookCounty, 'part'],
    ['its post office', scopes.chicago, subject({ areaKind: 'zip', zip: '60602' }), 'part'],
    ['a city of that name elsewhere', scopes.chicago, subject({ stateCode: 'OH' }), undefined],
    ['its county', scopes.cook, subject({ placeName: 'Evanston' }), 'whole'],
    ['its state', scopes.cook, { ...cookCounty, areaKind: 'state', county: undefined } as unknown as Subject, 'part'],
    [
      'a city that is its counties, by a borough',
      scopes.newYorkCity,
      subject({ stateCode: 'NY', county: county('36047'), placeName: 'Brooklyn' }),
      'whole',
    ],
    [
      'a county that the signals split over',
      scopes.cook,
      { ...cookCounty, county: undefined, countyCandidates: [county('17031'), county('17043')] } as unknown as Subject,
      'part',
    ],
    ['a county that its state leaves out', scopes.restOfIllinois, cookCounty, undefined],
    ['another county of that state', scopes.restOfIllinois, subject({ county: county('17043') }), 'whole'],
    ['any place, for the nation', scopes.nation, subject({ stateCode: 'GU' }), 'whole'],
  ] as const)('%s', (_words, scope, queried, fit) => {
    expect(fitOf(scope, queried)).toBe(fit);
  });
});

describe('reading a table', () => {
  const read = (table: RuleTable<CitedRow>, wanted?: (row: CitedRow) => boolean) => {
    const answer = new AnswerBuilder();
    const reading = readTable(answer, table, { subject: chicago, area: 'Chicago', ...(wanted && { wanted }) });
    return { ...reading, state: answer.state };
  };
  const row: CitedRow = {
    scope: scopes.chicago,
    asOf: '2026-11-21',
    verification: 'official_page',
    page: { name: 'page', url: 'https://example.gov/page' },
  };
  const table = (...rows: readonly CitedRow[]) => ({ id: 't', name: 't', asOf: '2026-11-21', rows });

  test('states: found, empty where no row fits, not covered where none was read', () => {
    expect(read(table(row))).toMatchObject({ state: 'found', rows: [{ row }], pointers: [] });
    expect(read(table(row), () => false)).toMatchObject({ state: 'empty', rows: [] });
    expect(read(table({ ...row, scope: scopes.seattle })).state).toBe('not_covered');
  });

  test('a place with pointers alone is not covered, and learns whom to ask and nothing else', () => {
    const filing = { ...table(), id: 'appeal-filing' };
    const { state, rows, pointers } = read(filing);
    expect({ state, rows }).toEqual({ state: 'not_covered', rows: [] });
    expect(pointerChecks(pointers)).toEqual([
      {
        action: "Ask about the evidence and this year's dates of the townships",
        with: 'Cook County Assessor',
        url: 'https://www.cookcountyassessor.com/assessment-calendar-and-deadlines',
      },
    ]);
    expect(pointerLimits(pointers)).toEqual([
      'Not given for Cook County, IL: the evidence and this year\'s dates of the townships. Pointer only: seen on a page that is not the publisher\'s, which is not read as a fact ("Orland Township, property tax appeal").',
    ]);
  });

  test('offices are named once, and pointers beyond the third are counted', () => {
    const { pointers } = read({ ...table(), id: 'appeal-filing' });
    const many = Array.from({ length: 5 }, () => pointers).flat();
    expect(pointerChecks(many)).toHaveLength(1);
    expect(pointerLimits(many)).toHaveLength(4);
    expect(pointerLimits(many).at(-1)).toBe('2 more pointers of this kind not named here.');
  });

  test('a year after the newest row was checked the reading is stale', () => {
    const on = (now: string) => {
      const answer = new AnswerBuilder();
      readTable(answer, table({ ...row, asOf: '2026-02' }, row), { subject: chicago, area: 'x', now: new Date(now) });
      return answer.state;
    };
    expect(on('2027-11-21T12:00:00Z')).toBe('found');
    expect(on('2027-11-22T12:00:00Z')).toBe('stale');
  });

  test('the nearest place comes first, and a place is named once as coverage', () => {
    const state = { ...row, scope: scopes.illinois };
    expect(
      read(table(state, { ...row, scope: scopes.cook }, row)).rows.map(({ row: { scope } }) => scope.name),
    ).toEqual(['Chicago, IL', 'Cook County, IL', 'Illinois']);
    expect(coveredPlaces(table(row, row))).toEqual(['Chicago, IL']);
  });

  test('a citation names the official page, and says which copy was read and when', () => {
    const page = { name: 'Act 1', url: 'https://example.gov/act', edition: '2016' };
    expect(pageCitation(page, 'official_page', '2026-11-21')).toEqual({
      sourceName: 'Act 1 (official page, read in a copy)',
      sourceUrl: 'https://example.gov/act',
      sourceDate: '2016',
      fetchedAt: '2026-11-21',
    });
    const copy = { ...page, url: 'http://example.gov/act', copyUrl: 'https://law.example.org/act-1' };
    expect(pageCitation(copy, 'statute_text', '2026-11-22')).toMatchObject({
      sourceName: 'Act 1 (statute text, read in a copy at law.example.org, no https)',
      recordUrl: 'https://law.example.org/act-1',
    });
  });
});
