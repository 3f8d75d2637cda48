import { describe, expect, test } from 'vitest';
import type { PartReading } from '../../src/answers/ask-tools.ts';
import { findingRules, foundBy, inOrder, type RuleName } from '../../src/findings/engine.ts';
import { noWords, type StatusWords } from '../../src/findings/status-words.ts';
import { register as c1, partReading as reading } from '../part-reading.ts';

const find = (name: RuleName, one: PartReading, words: StatusWords = noWords) =>
  foundBy([findingRules[name]], one, words);

const page = {
  sourceName: 'The register on its words',
  sourceUrl: 'https://example.gov/words',
  fetchedAt: '2026-11',
};
const published = (sourceName: string, word: string) =>
  sourceName !== c1.sourceName
    ? undefined
    : (
        {
          'Permit Finaled': { reading: 'closed', meaning: 'The final inspection is recorded.', page },
          Expired: { reading: 'ended', meaning: 'Past its date.', page },
          CLOSED: { reading: 'says_nothing_of_closeout', meaning: "The assessor's own workflow.", page },
        } as const
      )[word];

const permitsWith = (status?: string) =>
  find('permits', reading({ permits: [{ permitNumber: 'P-1', ...(status && { status }), citation: 'c1' }] }), {
    ...noWords,
    permits: published,
  });

describe('zoning of the outline', () => {
  const districts = [{ code: 'R-4', citation: 'c1' }];
  const overlay = { code: 'NCOD', name: 'Trailwood', label: 'Conservation', citation: 'c1' };
  test('a split lot and an overlay that the point does not tell are items, each with its shares', () => {
    const items = find(
      'zoningOutline',
      reading({
        districts,
        districtsOnParcel: [
          { code: 'R-4', sharePercent: 70, citation: 'c1' },
          { code: 'NX-3', sharePercent: 30, citation: 'c1' },
        ],
        overlaysOnParcel: [{ ...overlay, sharePercent: 25 }],
        pointAgrees: { value: false, citation: 'c1' },
      }),
    );
    expect(items.map(({ id, finding }) => [id, finding])).toEqual([
      ['one.districts_on_parcel', 'The parcel outline lies in R-4 (70%), NX-3 (30%); the matched point lies in R-4.'],
      [
        'one.overlays_on_parcel',
        'The parcel outline lies in the zoning overlay "Trailwood" (25%); the matched point does not.',
      ],
    ]);
    expect(items.every(({ citations, where }) => citations.length === 1 && where === 'on_parcel')).toBe(true);
  });
  test('an overlay at the point and one that meets the edge alone are none', () => {
    const facts = {
      districts,
      overlays: [overlay],
      districtsOnParcel: [{ code: 'R-4', sharePercent: 100, citation: 'c1' }],
      overlaysOnParcel: [
        { ...overlay, sharePercent: 25 },
        { code: 'TOD', sharePercent: 0, touches: true, citation: 'c1' },
      ],
    };
    for (const value of [true, false]) {
      expect(find('zoningOutline', reading({ ...facts, pointAgrees: { value, citation: 'c1' } }))).toEqual([]);
    }
  });
});

describe('permits', () => {
  test('are resolved by a word that is published to mean so, with the record as evidence', () => {
    expect(permitsWith('Permit Finaled')).toMatchObject([
      {
        status: 'resolved_with_evidence',
        resolvedBy: [c1],
        recordIds: ['P-1'],
        citations: [{ sourceName: c1.sourceName }, page],
      },
    ]);
  });
  test.each([
    ['CLOSED', 'Is the work under permit P-1 finished, inspected and closed?'],
    ['Expired', 'What became of the work under permit P-1?'],
    ['Final', 'Is the work under permit P-1 finished, inspected and closed?'],
    ['Withdrawn', 'Is the work under permit P-1 finished, inspected and closed?'],
    ['Under Review', 'Is the work under permit P-1 finished, inspected and closed?'],
    [undefined, 'Is the work under permit P-1 finished, inspected and closed?'],
  ])('stay open with the word %s', (word, question) => {
    expect(permitsWith(word)).toMatchObject([{ status: 'open', question }]);
  });
  test('with a word that has no published meaning are listed with it, and nothing is made of the word', () => {
    expect(permitsWith('Final').map(({ finding }) => finding)).toEqual([
      'The permit record gives the status "Final". What "Final" means is not published.',
    ]);
    expect(permitsWith().map(({ finding }) => finding)).toEqual(['The permit record gives no status.']);
  });
});

describe('land', () => {
  const flood = (value: string, more: object = {}) =>
    find('flood', reading({ specialFloodHazardArea: { value, citation: 'c1' }, zones: [], ...more })).map(
      ({ id }) => id,
    );
  test('asks about a flood hazard area inside, on the boundary and within 50 m, not elsewhere', () => {
    const near = (inside: boolean) => ({
      otherZonesNearby: [{ zone: 'AE', specialFloodHazardArea: inside, withinMeters: 50, citation: 'c1' }],
    });
    expect(flood('inside')).toEqual(['one.special_flood_hazard_area']);
    expect(flood('boundary')).toEqual(['one.special_flood_hazard_area']);
    expect(flood('outside', near(true))).toEqual(['one.special_flood_hazard_area']);
    expect(flood('outside', near(false))).toEqual([]);
    expect(flood('outside')).toEqual([]);
  });
  test('asks from wildfire class 4 on, and not about the classes of water and bare ground', () => {
    const of = (value: number) => find('wildfire', reading({ hazardClass: { value, citation: 'c1' } })).length;
    expect([3, 4, 5, 6, 7].map(of)).toEqual([0, 1, 1, 0, 0]);
  });
  test('asks about soil only where its survey calls it wet', () => {
    const of = (floodingFrequency: string, mapUnitPonding: number, hydric: string) =>
      find(
        'soil',
        reading({
          mapUnit: { symbol: 'CeB2', citation: 'c1' },
          floodingFrequency: { value: floodingFrequency, citation: 'c1' },
          mapUnitPonding: { value: mapUnitPonding, citation: 'c1' },
          components: [{ name: 'Cecil', hydric, citation: 'c1' }],
        }),
      ).length;
    expect([of('None', 0, 'No'), of('Rare', 0, 'No'), of('None', 1, 'No'), of('None', 0, 'Yes')]).toEqual([0, 1, 1, 1]);
  });
  test('asks about tank releases that the register calls open', () => {
    const nearest = ['Open', 'No Further Action', 'Reopened later'].map((status, i) => ({
      releaseId: `R${i}`,
      status,
    }));
    expect(
      find('tanks', reading({ releases: { nearest, citation: 'c1' } })).flatMap(({ recordIds }) => recordIds),
    ).toEqual(['R0']);
  });
  test('keeps two areas of a parcel that differ by more than a twentieth as a conflict', () => {
    const of = (acres: number) =>
      find(
        'parcel',
        reading({
          parcelId: { value: '1', citation: 'c1' },
          lotArea: { value: 43_560, unit: 'ft2', citation: 'c1' },
          deedArea: { value: acres, unit: 'acre', citation: 'c1' },
        }),
      ).map(({ id }) => id);
    expect([of(1), of(1.05), of(1.06)]).toEqual([[], [], ['one.area_conflict']]);
  });
});

describe('surroundings', () => {
  test('a case that is published to have ended raises no question, and one of an unknown word comes after an open one', () => {
    const row = (status: string, distanceMeters: number) => ({
      caseNumber: `${distanceMeters}`,
      status,
      distanceMeters,
      citation: 'c1',
    });
    const readings = { Filed: 'open', Completed: 'ended' } as const;
    const cases: StatusWords['cases'] = (_, word) => {
      const says = Object.entries(readings).find(([known]) => known === word)?.[1];
      return says && { reading: says, meaning: `${word}, as published.`, page };
    };
    const items = find(
      'cases',
      reading({
        cases: [row('Denied', 10), row('Completed', 20), row('Filed', 40), row('Under Review', 50), row('Filed', 900)],
      }),
      { ...noWords, cases },
    );
    expect(items.map(({ status, finding }) => [status, finding])).toEqual([
      ['awaiting_authority', 'Case 40: listed with the status "Filed", 40 m from the point. Filed, as published.'],
      ['awaiting_authority', 'Case 900: listed with the status "Filed", 900 m from the point. Filed, as published.'],
      ['open', 'Case 10: listed with the status "Denied", 10 m from the point. What "Denied" means is not published.'],
    ]);
    expect(items.map(({ citations }) => citations.length)).toEqual([2, 2, 1]);
  });
  test('a lien stays open until each of its documents has a discharge', () => {
    const document = (type: string, recordedOn: string) => ({
      type,
      documentId: recordedOn,
      recordedOn,
      citation: 'c1',
    });
    const said = (...documents: readonly object[]) =>
      find('recordedLien', reading({ documents })).map(({ finding }) => finding);
    const lien = document('TAX LIEN SALE CERTIFICATE', '2021-05-01');
    const other = document('TAX LIEN SALE CERTIFICATE', '2023-05-01');
    const discharge = document('DISCHARGE OF TAX LIEN', '2024-05-01');
    expect(said(document('DEED', '2024-01-01'))).toEqual([]);
    expect(said(lien, discharge)).toEqual([]);
    expect(said(discharge)).toEqual([]);
    expect(said(lien)[0]).toContain('1 document on a tax lien and 0 discharges');
    expect(said(lien, other, discharge)[0]).toContain(
      '2 documents on a tax lien and 1 discharge; the newest of the former is "TAX LIEN SALE CERTIFICATE" (2023-05-01)',
    );
    // one that was entered after the discharge is another lien
    expect(said(document('DISCHARGE OF TAX LIEN', '2020-05-01'), lien)).toHaveLength(1);
  });
  test('a row of tanks hides nothing of the parcel', () => {
    const tank = (at: number) => ({ releaseId: `R${at}`, status: 'Open', distanceMeters: at });
    const releases = { nearest: [1, 2, 3, 4].map(tank), citation: 'c1' };
    const near = find('tanks', reading({ releases }));
    const [permit] = find('permits', reading({ permits: [{ permitNumber: 'P1', citation: 'c1' }] }));
    expect(inOrder([...near, ...(permit ? [permit] : [])]).map(({ recordIds }) => recordIds[0])).toEqual([
      ...['R1', 'R2', 'P1', 'R3', 'R4'],
    ]);
  });
  test('two electric territories are open, one that the county lists awaits the utility', () => {
    const of = (...listed: boolean[]) =>
      find(
        'electric',
        reading({
          territoriesAtPoint: listed.map((alsoListedInCounty, i) => ({
            name: `U${i}`,
            alsoListedInCounty,
            citation: 'c1',
          })),
        }),
      ).map(({ status }) => status);
    expect([of(true), of(false), of(true, true), of()]).toEqual([['awaiting_authority'], ['open'], ['open'], []]);
  });
  test('the next tax date is the one that is not past', () => {
    const events = [
      { title: 'past', date: '2026-01-05', daysFromToday: -3 },
      { title: 'later', date: '2027-09-01', daysFromToday: 284 },
      { title: 'next', date: '2027-01-05', daysFromToday: 45 },
    ].map((event) => ({ ...event, citation: 'c1' }));
    expect(find('taxDates', reading({ events }))[0]?.question).toContain('2027-01-05 (next)');
    expect(find('taxDates', reading({ events: events.slice(0, 1) }))).toEqual([]);
  });
});
