import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../../src/kernel/answer.ts';
import { highlightsOf } from '../../../../src/products/place-report/compose/closing.ts';
import { supportingContextOf, verifiedParcelOf } from '../../../../src/products/place-report/compose/supporting.ts';
import type { ReportMaterial } from '../../../../src/products/place-report/gather.ts';
import { factsOf, sectionCitation } from '../../../../src/products/shared/compose/facts.ts';
import { labelOf, within, wordsOf } from '../../../../src/products/shared/compose/labels.ts';
import { checkedComponent } from '../../../../src/products/shared/compose/ledger.ts';
import { conflictsOf, timelineOf } from '../../../../src/products/shared/compose/synthesis.ts';

const citation = {
  sourceName: 'County',
  sourceUrl: 'https://example.org/',
  evidence: 'k3f9x2b7bqzt-1',
  fetchedAt: '2026-11-21T12:00:00.000Z',
};
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

test.each([
  [1, 1.01, 0],
  [1.2, 1.24, 0],
  [1.25, 1.4, 1],
  [43_560, 40_000, 1],
])('%d and %d of one unit are %d conflicts, by the precision of the coarser figure', (own, other, conflicts) => {
  const { facts } = factsOf(answer({ lotArea: { value: own, unit: 'acre', citation: 'c1' } }), 'svc_parcel_lookup');
  expect(conflictsOf(facts, [{ field: 'lotArea', value: other, unit: 'acre', citation }])).toHaveLength(conflicts);
});

describe('facts of an answer', () => {
  const tableOf = (rows: readonly object[]) =>
    factsOf(answer({ rows: rows.map((row) => ({ ...row, citation: 'c1' })) }), 'svc_x').tables[0];

  test('carry their label, unit and citation; what has no citation is left out', () => {
    const { facts, tables } = factsOf(
      answer({
        yearBuilt: { value: 1983, citation: 'c1' },
        baseFloodElevationFeet: { value: 12, citation: 'c1' },
        changeFiveYears: { value: 4, unit: 'percent', citation: 'c1' },
        programs: { value: ['air', 'water'], citation: 'c1' },
        slope: { percent: 5.2, fallsToward: 'SW', method: '', citation: 'c1' },
        spills: {
          count: 2,
          byDistance: [
            { withinMeters: 402, count: 0 },
            { withinMeters: 1609, count: 2 },
          ],
          byStatus: { Open: 1, Closed: 1 },
          citation: 'c1',
        },
        uncited: { value: 'x', citation: 'c9' },
        radiusMeters: 800,
      }),
      'svc_x',
    );
    expect(facts[0]).toEqual({ id: 'svc_x.yearBuilt', label: 'Year built', value: 1983, citation });
    expect(facts.map(({ label, value, unit }) => [label, value, unit])).toEqual([
      ['Year built', 1983, undefined],
      ['Base flood elevation', 12, 'ft'],
      ['Change five years', 4, 'percent'],
      ['Programs', 'air, water', undefined],
      ['Slope: percent', 5.2, 'percent'],
      ['Slope: falls toward', 'SW', undefined],
      ['Spills', 2, undefined],
      ['Spills: by distance', '0 within 402 m, 2 within 1,609 m', undefined],
      ['Spills: by status', 'Open: 1, Closed: 1', undefined],
    ]);
    expect(tables).toEqual([]);
  });

  test('make a table of a list of rows: a value and its unit are one cell, empty columns stay out', () => {
    const { facts, tables } = factsOf(
      answer({
        wells: [
          {
            name: 'W1',
            distanceMeters: 2018,
            depth: { value: 21.35, unit: 'ft', observedAt: '2026-08-04' },
            citation: 'c1',
          },
          { name: 'W2', distanceMeters: 90, depth: { value: -1.5, unit: 'ft' }, note: null, tags: [], citation: 'c1' },
          { name: 'W3', citation: 'c9' },
        ],
      }),
      'svc_x',
    );
    expect(facts).toEqual([]);
    expect(tables).toEqual([
      {
        id: 'svc_x.wells',
        label: 'Wells',
        columns: [
          { key: 'name', label: 'Name' },
          { key: 'distanceMeters', label: 'Distance', unit: 'm' },
          { key: 'depth', label: 'Depth' },
        ],
        rows: [
          { cells: ['W1', 2018, '21.35 ft (at 2026-08-04)'], citation },
          { cells: ['W2', 90, '-1.5 ft'], citation },
        ],
        leftOut: 0,
      },
    ]);
  });

  test('put what does not fit into five columns, named, into one', () => {
    const table = tableOf([{ a: 1, b: 2, c: 3, d: 4, widthFeet: 5, stage: 1.9, stageUnit: 'ft' }, { a: 1 }]);
    expect(table?.columns.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D', 'Further']);
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      [1, 2, 3, 4, 'Width: 5 ft; Stage: 1.9 ft'],
      [1, null, null, null, null],
    ]);
    expect(tableOf([{ a: 1, b: 2, c: 3, d: 4, e: 5 }])?.columns).toHaveLength(5);
  });

  test('name nested values in a few words, each with its own unit', () => {
    const table = tableOf([
      {
        observed: { observedAt: '2026-11-21', stage: 3, stageUnit: 'ft' },
        stages: { unit: 'ft', action: 15, minor: 18 },
        found: [{ contaminant: 'PFOS', highestNgPerL: 6.2 }],
        height: { value: 3, unit: 'm' },
      },
      { height: { value: 4, unit: 'ft' } },
    ]);
    expect(table?.rows[0]?.cells).toEqual([
      'at 2026-11-21, stage 3 ft',
      'action 15 ft, minor 18 ft',
      'contaminant PFOS, highest 6.2 ng/L',
      '3 m',
    ]);
  });

  test('cut a long list and count what is left out', () => {
    const table = tableOf(Array.from({ length: 12 }, (_, index) => ({ name: `W${index}` })));
    expect([table?.rows.length, table?.leftOut]).toEqual([10, 2]);
  });

  test('date events in words that name the thing; the year of a series and an observation are none', () => {
    const { dated } = factsOf(
      answer({
        yearBuilt: { value: 1983, citation: 'c1' },
        panels: [{ panel: 'A1', effectiveOn: '2022-07-19', citation: 'c1' }],
        events: [{ id: 'DR-4827-NC', title: 'TROPICAL STORM HELENE', declaredOn: '2024-09-28', citation: 'c1' }],
        series: [{ year: 2024, index: 1, citation: 'c1' }],
        latest: { date: '2026-11-17', citation: 'c1' },
        effectiveOn: { value: '2020-01-01', citation: 'c1' },
        wells: [{ observedAt: '2020-01-01', citation: 'c1' }],
      }),
      'svc_fema_events',
    );
    expect(dated.map(({ date, label }) => [date, label])).toEqual([
      ['1983', 'Year built'],
      ['2022-07-19', 'Flood map panel effective: A1'],
      ['2024-09-28', 'Disaster declared: DR-4827-NC TROPICAL STORM HELENE'],
    ]);
  });

  test.each([
    ['specialFloodHazardArea', { label: 'Special flood hazard area' }],
    ['distanceMeters', { label: 'Distance', unit: 'm' }],
    ['percent', { label: 'Percent', unit: 'percent' }],
    ['geoid', { label: 'GEOID' }],
    ['id', { label: 'Identifier' }],
    ['parcelId', { label: 'Parcel identifier' }],
    ['sds', { label: 'SDS' }],
    ['s1', { label: 'S1' }],
    ['tl', { label: 'TL' }],
    ['pgam', { label: 'PGA M' }],
    ['d0OrMorePercent', { label: 'D0 or more', unit: 'percent' }],
    ['mayHandlePfas', { label: 'May handle PFAS' }],
    ['icao', { label: 'ICAO' }],
    ['designated2018', { label: 'Designated 2018' }],
  ])('%s is read as words', (key, wanted) => expect(labelOf(key)).toEqual(wanted));

  test('keep a unit in the name of a list, and say nothing twice', () => {
    expect(wordsOf('otherZonesNearby')).toBe('Other zones nearby');
    expect(within('Community', 'Community identifier')).toBe('Community identifier');
    expect(within('Tanks', 'EPA identifier')).toBe('Tanks: EPA identifier');
  });
});

test('main facts are single values and the columns of tables that a reader looks for', () => {
  const zones = ['X', 'AE', 'X'].map((zone) => ({ zone, citation: 'c1' }));
  const flood = factsOf(
    answer({ specialFloodHazardArea: { value: 'inside', citation: 'c1' }, zones }),
    'svc_flood_zone',
  );
  const parcel = factsOf(answer({ yearBuilt: { value: 1983, citation: 'c1' } }), 'svc_parcel_lookup');
  expect(highlightsOf([flood, parcel])).toEqual([
    { id: 'svc_parcel_lookup.yearBuilt', label: 'Year built', value: 1983, citation },
    { id: 'svc_flood_zone.zones.zone', label: 'Flood zone', value: 'X, AE', citation },
    {
      id: 'svc_flood_zone.specialFloodHazardArea',
      label: 'Special flood hazard area',
      value: 'inside',
      citation,
    },
  ]);
});

describe('sources that differ', () => {
  const own = { id: 'svc_parcel_lookup.yearBuilt', label: 'Year built', value: 1983, citation };
  const area = { id: 'svc_parcel_lookup.lotArea', label: 'Lot area', value: 43_560, unit: 'ft2', citation };
  const other = { ...citation, sourceName: 'State' };

  test('are no conflict where one states another kind of value', () => {
    const total = { id: 'svc_parcel_lookup.totalValue', label: 'Total value', value: 400_000, unit: 'USD', citation };
    const stated = { field: 'totalValue', value: 40_000, unit: 'USD', citation: other };
    const between = (own: string, its: string) => conflictsOf([{ ...total, note: own }], [{ ...stated, note: its }]);
    expect(between('market value', 'assessed value')).toEqual([]);
    expect(between('market value', 'market value')).toHaveLength(1);
  });

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
    source: { sourceName: citation.sourceName, sourceUrl: citation.sourceUrl, fetchedAt: citation.fetchedAt },
  }));
  const { entries, leftOut } = timelineOf([{ date: '1983', label: 'Year built', citation }], records);
  expect([entries.length, leftOut]).toEqual([80, 21]);
  expect(entries.at(-1)?.date).toBe('1983');
});

test('events of one date and source stand together in the timeline, and none twice', () => {
  const event = (label: string, sourceName: string) => ({ date: '2020', label, citation: { ...citation, sourceName } });
  const { entries } = timelineOf([event('a', 'Z'), event('b', 'A'), event('c', 'Z'), event('a', 'Z')], []);
  expect(entries.map(({ label }) => label)).toEqual(['b', 'a', 'c']);
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
    const checked = checkedComponent({
      id: 'x',
      tool: 'svc_zoning',
      title: 'X',
      answer: answer({}, { state, searched }),
    });
    expect(checked.failed).toBe(failed);
    expect(checked.entry).toMatchObject({ status, complete });
    if (failed) expect(checked.entry.reason).toBe('It was silent.');
  });
});

describe('the subject parcel as a supporting fact', () => {
  const researchedAt = '2026-11-21T12:00:00.000Z';
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

  const stated = (id: string, value: number, sourceName: string) => {
    const { sourceUrl, fetchedAt, evidence } = sectionCitation(citation);
    return {
      id,
      label: 'Year built',
      value,
      citation: { sourceName, sourceUrl: `${sourceUrl}/${sourceName}`, fetchedAt, evidence },
    };
  };
  const own = stated('svc_parcel_lookup.yearBuilt', 1960, 'County');
  const twoYears = {
    id: 'conflict.yearBuilt',
    label: 'Year built',
    statements: [own, stated('conflict.yearBuilt.1', 1962, 'City')],
  };

  test.each([
    [true, false, 'verified', true],
    [true, true, 'conflict', true],
    [undefined, true, 'candidate', false],
    [false, false, 'rejected', false],
  ] as const)('whose address agrees: %s, conflicts: %s, is %s', (agrees, conflicting, state, named) => {
    const context = supportingContextOf(material(agrees), [], conflicting ? [twoYears] : [], researchedAt);
    expect(context.facts[0]?.state).toBe(state);
    // no one is named as the owner of a parcel that is not the subject's for certain
    expect(verifiedParcelOf(context) !== undefined).toBe(named);
  });

  test('a conflict is reported by both sides, each naming the other', () => {
    const [first, other] = supportingContextOf(material(true), [own], [twoYears], researchedAt).facts;
    expect(first).toMatchObject({
      state: 'conflict',
      conflictsWithFactIds: ['supporting.subject-parcel.2'],
      subject: { yearBuilt: 1960 },
    });
    expect(other).toMatchObject({
      id: 'supporting.subject-parcel.2',
      state: 'conflict',
      conflictsWithFactIds: ['supporting.subject-parcel'],
      source: { sourceName: 'City', locator: 'section:conflicts#conflict.yearBuilt' },
      subject: { addressLabel: '1 MAIN ST', yearBuilt: 1962 },
    });
  });

  test('cases of one number: the newer supersedes, undated ones conflict; what is no fact is excluded by name', () => {
    const { facts, excluded } = supportingContextOf(material(true), [], [], researchedAt);
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
