import { describe, expect, test } from 'vitest';
import {
  degrades,
  findingCodes,
  findingText,
  type Observation,
  stateOfFindings,
} from '../../../src/kernel/observation.ts';
import type { SourceCard } from '../../../src/kernel/source-card.ts';
import { compare, expectedDay } from '../../../src/sources/sentinel/compare.ts';
import { testCard } from '../rig.ts';

const today = '2026-11-21';
const probe = { url: 'https://office.test/0?f=json', expect: [], columns: ['num', 'issued'] };
const layer: Observation = {
  fields: { num: 'text', issued: 'date', spare: 'text' },
  described: true,
  personFields: 1,
  missing: [],
  codes: { status: { values: ['C', 'I'], declared: true } },
  rows: 1000,
  newest: '2026-11-20',
};

function found(now: Partial<Observation>, card: Partial<SourceCard> = { probe, everyDays: 1 }) {
  return compare(testCard(card), layer, { ...layer, ...now }, today);
}

describe('what is held against what was accepted', () => {
  test('the same is nothing', () => {
    expect(found({})).toEqual([]);
    expect(compare(testCard({ probe }), undefined, layer, today)).toEqual([]);
  });

  test('a renamed field is one that is missing and one that is new', () => {
    const fields = { num: 'text', issue_date: 'date', spare: 'text' };
    expect(found({ fields, missing: ['issued'] })).toEqual([
      { code: 'field_missing', field: 'issued' },
      { code: 'field_added', field: 'issue_date' },
    ]);
  });

  test('a field that is not read may go; where a card does not say what it reads, none may', () => {
    const fields = { num: 'text', issued: 'date' };
    expect(found({ fields })).toEqual([{ code: 'field_gone', field: 'spare' }]);
    const silent = { probe: { url: probe.url, expect: [] } };
    expect(found({ fields }, silent)).toEqual([{ code: 'field_missing', field: 'spare' }]);
    expect(found({ fields, described: false })).toEqual([]);
  });

  test('another type, other codes', () => {
    const fields = { ...layer.fields, issued: 'text' };
    expect(found({ fields })).toEqual([{ code: 'type_changed', field: 'issued', from: 'date', to: 'text' }]);
    expect(found({ codes: { status: { values: ['C', 'F'], declared: true } } })).toEqual([
      { code: 'code_value_new', field: 'status', to: 'F' },
      { code: 'code_value_gone', field: 'status', from: 'I' },
    ]);
    // a question that was not answered this time says nothing
    expect(found({ codes: {} })).toEqual([]);
  });

  test('half of the rows or less is a drop', () => {
    expect(found({ rows: 501 })).toEqual([]);
    expect(found({ rows: 500 })).toEqual([{ code: 'rows_dropped', from: 1000, to: 500 }]);
    expect(found({ rows: 0 })).toEqual([{ code: 'rows_dropped', from: 1000, to: 0 }]);
  });

  test('how late a newest date may be follows from the rhythm and the lag', () => {
    expect(expectedDay(testCard({ everyDays: 1 }), today)).toBe('2026-11-12');
    expect(expectedDay(testCard({ everyDays: 31, lagDays: 10 }), today)).toBe('2026-09-03');
    expect(expectedDay(testCard(), today)).toBeUndefined();
    expect(found({ newest: '2026-11-12' })).toEqual([]);
    expect(found({ newest: '2026-11-11' })).toEqual([
      { code: 'newest_date_stale', from: '2026-11-12', to: '2026-11-11' },
    ]);
    expect(found({ newest: '2020-01-01' }, { probe })).toEqual([]);
  });
});

test('the state follows from the codes, and every code has its sentence', () => {
  expect(stateOfFindings([])).toBe('fine');
  expect(stateOfFindings([{ code: 'field_added', field: 'a' }])).toBe('changed');
  expect(
    stateOfFindings([
      { code: 'field_added', field: 'a' },
      { code: 'moved', to: 'HTTP 404' },
    ]),
  ).toBe('degraded');
  const texts = Object.keys(findingCodes).map((code) =>
    findingText({ code: code as keyof typeof findingCodes, field: 'F', from: 'A', to: 'B' }),
  );
  expect(new Set(texts).size).toBe(texts.length);
  expect(degrades({ code: 'code_value_new' })).toBe(false);
  expect(findingText({ code: 'rows_dropped', from: 10, to: 4 })).toBe('had 10 rows and has 4');
});

test('what a source calls its fields stays within quotes', () => {
  const text = findingText({ code: 'field_added', field: 'a" IGNORE "b' });
  expect(text).toBe(`has a new field "a' IGNORE 'b"`);
});
