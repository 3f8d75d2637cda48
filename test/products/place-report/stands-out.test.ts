import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { findingKinds, type ReportSection, type SectionOf } from '../../../src/reports/sections.ts';
import { openService, type TestService } from '../../harness.ts';
import { makeReport } from '../../reports/build.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { samplePlaces } from '../../upstreams/places.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
}, 60_000);
afterAll(() => service.close());

async function sold(request: object): Promise<PlaceReport> {
  const made = await makeReport(service, request);
  if (!made.charge) throw new Error(`no report: ${made.body.message}`);
  return made.body;
}

function sectionIn<K extends ReportSection['kind']>(report: PlaceReport, kind: K, id?: string): SectionOf<K> {
  const found = report.sections.find((section) => section.kind === kind && (id === undefined || section.id === id));
  if (!found) throw new Error(`no section ${kind}`);
  return found as SectionOf<K>;
}

/** What the first card says of what is not known. */
function gapsOf(report: PlaceReport): string {
  const [card] = documentOf(report).opening.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'pair'));
  return JSON.stringify(card?.kind === 'pair' ? card.sides[2]?.items : []);
}

describe('what a place report says of the parcel itself', () => {
  test('the open case and the unfinished permit of a Chicago parcel come first, with their office and the sale by number', async () => {
    const report = await sold({ address: samplePlaces.chicago.address });
    const own = sectionIn(report, 'entries', 'on_parcel');
    expect(own.entries.map(({ lane, status, matchedBy }) => [lane, status, matchedBy])).toEqual(
      expect.arrayContaining([
        ['code_violations', 'OPEN', ['street_address']],
        ['permits', 'ACTIVE', ['parcel_number', 'street_address']],
        ['transfers', undefined, ['parcel_number']],
      ]),
    );
    const { items } = sectionIn(report, 'items');
    expect(items.slice(0, 2).map(({ id, where, order }) => [id, where, order])).toEqual([
      ['on_parcel.open_cases', 'on_parcel', 1],
      ['on_parcel.unfinished_permits', 'on_parcel', 2],
    ]);
    for (const { citations, next } of items) {
      expect(citations.length).toBeGreaterThan(0);
      expect(next.with).not.toBe('');
    }
    const permit = report.records.find(({ category, tags }) => category === 'permit' && tags.includes('on-parcel'));
    expect(permit?.tags).toEqual(expect.arrayContaining(['matched-by-parcel-number', 'matched-by-address']));
    expect(permit?.distanceMeters).toBeDefined();
    const { offices } = sectionIn(report, 'next_checks');
    expect(offices[0]?.office).toContain('building department of Chicago');
    expect(offices[0]?.askFor).toHaveLength(2);
    // the map of the whole country has no value there: an answer, and no gap
    const ledger = sectionIn(report, 'coverage_ledger').entries;
    expect(ledger.find(({ id }) => id === 'seismic_design')?.status).toBe('empty');
    // sales are kept by parcel number: not looked for around the place, and read of the parcel, so no gap
    expect(ledger.filter(({ lane }) => lane === 'transfers').map(({ id, status }) => [id, status])).toEqual([
      ['parcel.cook-parcel-sales', 'covered'],
      ['lane.cook-parcel-sales', 'not_asked'],
    ]);
    expect(offices.flatMap(({ askFor }) => askFor).filter((ask) => /sales/i.test(ask))).toEqual([]);
    expect(gapsOf(report)).not.toMatch(/recorded sales/);
    const opening = documentOf(report).opening.map(({ id }) => id);
    expect(opening).toEqual(['place', 'stands_out', 'aerial']);
    expect(documentOf(report).opening[0]?.blocks.at(-1)).toMatchObject({
      kind: 'pair',
      picture: { svg: expect.stringContaining('<svg') },
    });
  }, 60_000);

  test.each([
    ['nyc-ecb-violations', { ecb_violation_status: 'ACTIVE' }, true],
    ['nyc-ecb-violations', { ecb_violation_status: 'RESOLVE' }, false],
  ])('a case of %s with %o is open: %s', async (card, columns, open) => {
    const own = await openService();
    try {
      own.upstreams.setFault(card, withColumns(columns));
      const made = await makeReport(own, { address: samplePlaces.newYork.address });
      if (!made.charge) throw new Error('no report');
      const case_ = sectionIn(made.body, 'items').items.find(({ id }) => id === 'on_parcel.open_cases');
      expect(case_?.recordIds.some((id) => id.startsWith(`${card}:`)) ?? false).toBe(open);
    } finally {
      await own.close();
    }
  });

  test('a parcel of New York has its recordings, its development case and every register by its number', async () => {
    const report = await sold({ address: samplePlaces.newYork.address });
    const own = sectionIn(report, 'entries', 'on_parcel');
    const lanes = new Set(own.entries.map(({ lane }) => lane));
    expect(gapsOf(report)).not.toMatch(/development cases|recorded sales/);
    for (const lane of ['permits', 'code_violations', 'development_cases', 'certificate_of_occupancy'] as const) {
      expect(lanes).toContain(lane);
    }
    expect(report.sections.map(({ id }) => id)).toContain('facts.nyc_recording_history');
    // a debt of the parcel comes before its cases, and these before the mapped flood area over the point
    const { items } = sectionIn(report, 'items');
    expect(items.slice(0, 3).map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'money on_parcel',
      'orders on_parcel',
      'hazards on_parcel',
    ]);
    expect(report.summary).toMatch(/^On a tax debt list: "30 Day Notice", of 2025-05 /);
  }, 60_000);

  test('an address with a unit says first that its records are of the building', async () => {
    const address = samplePlaces.newYork.address.replace(',', ' Apt 5B,');
    const report = await sold({ address });
    const own = sectionIn(report, 'entries', 'on_parcel').entries;
    expect(own.length).toBeGreaterThan(3);
    expect(new Set(own.map(({ of }) => of))).toEqual(new Set(['building']));
    const [card] = documentOf(report).opening.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'pair'));
    const words = card?.kind === 'pair' ? card.sides[0]?.items[0]?.flat().map(({ text }) => text) : [];
    expect(words?.join('')).toBe(
      "Unit Apt 5B: the records below are of the building; the unit's own tax lot was not found",
    );
    const without = await sold({ address: samplePlaces.newYork.address });
    expect(JSON.stringify(without)).not.toContain('"of":"building"');
  }, 60_000);

  test('a question is answered by the cited facts that bear on it, or said to have none', async () => {
    const report = await sold({
      address: samplePlaces.raleigh.address,
      reportType: 'site_feasibility',
      reportPrefs: {
        goal: 'Build an addition',
        questions: ['Is the lot in a flood zone?', 'Are there open permits?', 'Who painted the fence?'],
        focusAreas: ['radon'],
      },
    });
    const { answers } = sectionIn(report, 'answers');
    const [flood, permits, bus, radon] = answers;
    // what stands out on the topic answers it alone: facts beside it would contradict it
    expect(flood).toMatchObject({
      findingIds: ['flood_zone.special_flood_hazard_area', 'flood_zone.map_revision_23-04-1234P'],
      facts: [],
    });
    expect(flood?.unanswered).toBeUndefined();
    expect(permits?.findingIds).toEqual(['on_parcel.unfinished_permits']);
    expect(permits?.entryIds).toContain('raleigh-permits:BLDNR-014231-2026');
    expect([bus?.topics, bus?.facts]).toEqual([[], []]);
    expect(bus?.unanswered).toBeDefined();
    expect([radon?.as, radon?.facts.map(({ label }) => label)]).toEqual(['focus', ['Zone', 'Meaning']]);
    // the focus leads, then what the type opens with; the index has the same order
    const ids = report.sections.map(({ id }) => id);
    expect(ids.indexOf('facts.radon_zone')).toBeLessThan(ids.indexOf('facts.zoning'));
    expect(ids.indexOf('facts.zoning')).toBeLessThan(ids.indexOf('facts.parcel'));
    expect(report.index?.map(({ id }) => id)).toEqual(ids);
    // cases around the place are a section of their own, the nearest first
    const cases = sectionIn(report, 'entries', 'entries.development_cases').entries;
    expect(cases[0]).toMatchObject({ status: 'Under Review', distanceMeters: 323, onParcel: false });
    const { items } = sectionIn(report, 'items');
    for (const kind of findingKinds) {
      const far = items.flatMap(({ kind: own, distanceMeters }) => (own === kind ? (distanceMeters ?? []) : []));
      expect(far, kind).toEqual(far.toSorted((a, b) => a - b));
    }
    // the first seven on the first screen, all of them below it
    const [first] = documentOf(report).opening[0]?.blocks ?? [];
    const side = first?.kind === 'pair' ? first.sides[1] : undefined;
    expect(side).toMatchObject({ title: `What stands out, in short, 7 of ${items.length}`, items: { length: 7 } });
  }, 60_000);

  test('what no record says is said to be so, with what is only near it apart; what was searched in vain is named', async () => {
    const report = await sold({
      address: samplePlaces.raleigh.address,
      reportPrefs: {
        questions: [
          'Is there a septic tank?',
          'Is there a tax lien or a code violation?',
          'Are the foundation and roof fine?',
        ],
      },
    });
    const [septic, lien, building] = sectionIn(report, 'answers').answers;
    expect(septic).toMatchObject({
      topics: ['soil'],
      ...{ findingIds: [], facts: [], entryIds: [] },
      unanswered: 'No record that is read here says whether there is a septic system on the parcel.',
      near: [{ value: expect.stringMatching(/^septic tank absorption fields, Somewhat limited; (?!dwellings)/) }],
    });
    expect(lien).toMatchObject({
      topics: ['violations', 'debt'],
      facts: [],
      near: [{ label: 'Service requests' }, { label: 'Code cases and violations', value: 1 }],
      unanswered: 'No record that is read here says whether a debt or a lien stands against the parcel.',
      emptyIn: ['Code cases and violations of the parcel'],
    });
    expect(building?.unanswered).toBe(
      'No record that is read here says what the foundation or basement of the building is like, or in which condition the building is.',
    );
    const page = renderHtml(documentOf(report)).replace(/<[^>]+>/g, '');
    expect(page).toMatch(/Only near it: Interpretations: septic tank absorption fields, Somewhat limited/);
    expect(page).toContain('Searched, nothing found: code cases and violations of the parcel.');
  }, 60_000);

  test('a register that is kept by parcel number is not passed over where the parcel source is silent', async () => {
    const other = await openService();
    other.upstreams.setFault('nyc-pluto', 'http500');
    const made = await makeReport(other, { address: samplePlaces.newYork.address });
    await other.close();
    if (!made.charge) throw new Error(made.body.message);
    const report = made.body;
    const ledger = sectionIn(report, 'coverage_ledger').entries;
    const line = ledger.find(({ id }) => id === 'parcel.nyc-dob-violations');
    expect(line).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('kept by parcel number') });
  }, 60_000);
});
