import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/kernel/answer.ts';
import { factsOf, labelOf } from '../../src/reports/compose/facts.ts';
import { checkedComponent } from '../../src/reports/compose/ledger.ts';
import type { ReportMaterial } from '../../src/reports/compose/material.ts';
import { supportingContextOf, verifiedParcelOf } from '../../src/reports/compose/supporting.ts';
import { conflictsOf, timelineOf } from '../../src/reports/compose/synthesis.ts';

const citation = { sourceName: 'County', sourceUrl: 'https://example.org/', fetchedAt: '2026-11-21T12:00:00.000Z' };
const answer = (facts: Record<string, unknown>, more: Partial<Answer> = {}): Answer => ({
  state: 'found',
  summary: 'Asked.',
  facts,
  citations: { c1: citation },
  searched: [{ source: 'County', area: 'the point', state: 'found' }],
  limits: [],
  verifyNext: [],
  ...more,
});

describe('facts of an answer', () => {
  test('carry their label, unit and citation; rows become one line; lists are cut and say so', () => {
    const { facts, dated } = factsOf(
      answer({
        yearBuilt: { value: 1983, citation: 'c1' },
        baseFloodElevationFeet: { value: 12, citation: 'c1' },
        wells: Array.from({ length: 12 }, (_, index) => ({ name: `W${index}`, distanceMeters: index, citation: 'c1' })),
        panel: { panel: 'A1', effectiveDate: '2022-07-19', citation: 'c1' },
        uncited: { value: 'x', citation: 'c9' },
      }),
      'svc_x',
    );
    expect(facts[0]).toEqual({ id: 'svc_x.yearBuilt', label: 'Year built', value: 1983, citation });
    expect(facts[1]).toMatchObject({ label: 'Base flood elevation', unit: 'ft' });
    expect(facts[2]).toMatchObject({ value: 'Name: W0; Distance: 0 m' });
    expect(facts.filter(({ label }) => label.startsWith('Wells'))).toHaveLength(8);
    expect(facts.find(({ label }) => label.includes('8 of 12, others left out'))).toBeDefined();
    expect(facts.some(({ id }) => id.includes('uncited'))).toBe(false);
    expect(dated.map(({ date, label }) => [date, label])).toEqual([
      ['1983', 'Year built'],
      ['2022-07-19', 'Panel: Effective date'],
    ]);
  });

  test.each([
    ['specialFloodHazardArea', { label: 'Special flood hazard area' }],
    ['distanceMeters', { label: 'Distance', unit: 'm' }],
    ['otherZonesWithin50Meters ', { label: 'Other zones within 50 meters' }],
  ])('%s is read as words', (key, wanted) => expect(labelOf(key)).toEqual(wanted));
});

describe('sources that differ', () => {
  const own = { id: 'svc_parcel_lookup.yearBuilt', label: 'Year built', value: 1983, citation };
  const area = { id: 'svc_parcel_lookup.lotArea', label: 'Lot area', value: 43_560, unit: 'ft2', citation };
  const other = { ...citation, sourceName: 'State' };

  test('are both kept; a rounding, another unit and another spelling are no difference', () => {
    expect(conflictsOf([own], [{ field: 'yearBuilt', value: 1983, citation: other }])).toEqual([]);
    const conflicts = conflictsOf(
      [own, area],
      [
        { field: 'yearBuilt', value: 1984, citation: other },
        { field: 'lotArea', value: 1, unit: 'acre', citation: other },
        { field: 'lotArea', value: 43_600, unit: 'ft2', citation: other },
      ],
    );
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]?.statements.map(({ value, citation: { sourceName } }) => [value, sourceName])).toEqual([
      [1983, 'County'],
      [1984, 'State'],
    ]);
  });
});

test('the timeline is newest first and counts what it leaves out', () => {
  const records = Array.from({ length: 100 }, (_, index) => ({
    id: `r${index}`,
    category: 'permit' as const,
    title: 'x',
    occurredAt: '2026-01-01',
    locationPrecision: 'exact' as const,
    tags: [],
    source: citation,
  }));
  const { entries, leftOut } = timelineOf([{ date: '1983', label: 'Year built', citation }], records);
  expect([entries.length, leftOut]).toEqual([80, 21]);
  expect(entries.at(-1)?.date).toBe('1983');
});

describe('the ledger', () => {
  test.each([
    ['found', 'covered', true, false],
    ['partial', 'covered', false, true],
    ['empty', 'empty', true, false],
    ['not_covered', 'not_wired', true, false],
    ['unresolved', 'not_asked', true, false],
    ['unavailable', 'unavailable', true, true],
  ] as const)('of an answer that is %s says %s', (state, status, complete, failed) => {
    const searched = [{ source: 'County', area: 'here', state: 'unavailable' as const, reason: 'It was silent.' }];
    const checked = checkedComponent({ id: 'x', tool: 'svc_x', title: 'X', answer: answer({}, { state, searched }) });
    expect(checked.failed).toBe(failed);
    expect(checked.entry).toMatchObject({ status, complete });
    if (failed) expect(checked.entry.reason).toBe('It was silent.');
  });
});

describe('the subject parcel as a supporting fact', () => {
  const material = (addressAgrees: boolean | undefined) =>
    ({
      now: new Date(0),
      subject: { input: '1 Main St' },
      parcel: { cardId: 'county', parcelId: '17', citation, siteAddress: '1 MAIN ST', addressAgrees },
      sales: [],
      cases: [
        { recordId: 'Z-1', fields: { title: 'Tower', status: 'open', occurredAt: '2026-01-01' }, citation },
        { recordId: 'Z-1', fields: { title: 'Tower', status: 'approved', occurredAt: '2026-02-01' }, citation },
        { recordId: 'Z-2', fields: { title: 'Mill', status: 'open' }, citation },
        { recordId: 'Z-2', fields: { title: 'Mill', status: 'denied' }, citation },
      ],
      projects: [{ recordId: 'P', fields: { title: 'Road' }, citation }],
    }) as unknown as ReportMaterial;

  test.each([
    [true, false, 'verified', true],
    [true, true, 'conflict', true],
    [undefined, true, 'candidate', false],
    [false, false, 'rejected', false],
  ] as const)('whose address agrees: %s, conflicts: %s, is %s', (agrees, conflicting, state, named) => {
    const context = supportingContextOf(material(agrees), [], conflicting);
    expect(context.facts[0]?.state).toBe(state);
    // nobody is named as the owner of a parcel that is not the subject's for certain
    expect(verifiedParcelOf(context) !== undefined).toBe(named);
  });

  test('cases of one number: the newer supersedes, undated ones conflict; what is no fact is excluded by name', () => {
    const { facts, excluded } = supportingContextOf(material(true), [], false);
    const of = (id: string) => facts.find((fact) => fact.id === id);
    expect(of('supporting.case.Z-1.2')).toMatchObject({ supersedesFactIds: ['supporting.case.Z-1'] });
    expect(of('supporting.case.Z-2')).toMatchObject({
      state: 'conflict',
      conflictsWithFactIds: ['supporting.case.Z-2.2'],
    });
    expect(excluded.join(' ')).toContain(
      'transportation_project_status: in the source of projects, 1 without a status',
    );
  });
});
