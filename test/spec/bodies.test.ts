import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { crashCell } from '../../src/rules/crash-cells.ts';
import { contextBox } from '../../src/rules/satellite-area.ts';
import { readGolden } from '../example-answers.ts';
import { proves } from './requirements.ts';

const registry = shippedRegistry();
const inputOf = (slug: string): z.ZodType => {
  const tool = registry.paidTool(slug) ?? registry.freeTool(slug);
  if (!tool) throw new Error(`no ${slug}`);
  return tool.input;
};
const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const words = (text: string) => text.split(' ').sort();
const address = '222 W Hargett St, Raleigh, NC 27601';

describe('request bodies', () => {
  const report = inputOf('svc-place-report');
  const takesReport = (more: object) => takes(report, { address, ...more });
  const record = {
    id: 'r',
    category: 'permit',
    title: 'Deck',
    locationPrecision: 'exact',
    tags: [],
    source: { sourceName: 'me' },
  };

  test('place report: address or zip, known fields, limits', () => {
    proves('body-place-report', 'limit-report', 'limit-lengths');
    expect([takes(report, {}), takes(report, { zip: '27601' }), takesReport({})]).toEqual([false, true, true]);
    expect(report.parse({ address })).toMatchObject({ radiusMeters: 800, lookbackDays: 365 });
    const long = (length: number) => 'x'.repeat(length);
    const prefs = (more: object) => ({ reportPrefs: more });
    const cases: readonly (readonly [object, object])[] = [
      [{ radiusMeters: 50_000 }, { radiusMeters: 50_001 }],
      [{ radiusMeters: 0.5 }, { radiusMeters: 0 }],
      [{ lookbackDays: 3650 }, { lookbackDays: 3651 }],
      [{ lookbackDays: 1 }, { lookbackDays: 1.5 }],
      [
        { latitude: 35, longitude: -78 },
        { latitude: 91, longitude: -78 },
      ],
      [{ jurisdiction: 'chicago' }, { jurisdiction: 'boston' }],
      [{ mode: 'adapters-only' }, { mode: 'fast' }],
      [{ reportType: 'site_feasibility' }, { reportType: 'appraisal' }],
      [
        { sourceAdapters: ['chicago-crimes', 'raleigh-permits', 'raleigh-ask', 'raleigh-nibrs'] },
        { sourceAdapters: ['nyc'] },
      ],
      [{ records: Array(200).fill(record) }, { records: Array(201).fill(record) }],
      [prefs({ goal: long(160) }), prefs({ goal: long(161) })],
      [prefs({ projectType: long(160) }), prefs({ projectType: long(161) })],
      [prefs({ decisionStage: long(120) }), prefs({ decisionStage: long(121) })],
      [prefs({ focusAreas: Array(8).fill(long(120)) }), prefs({ focusAreas: Array(9).fill('a') })],
      [prefs({ questions: Array(3).fill(long(200)) }), prefs({ questions: [long(201)] })],
      [{}, { unknownField: 1 }],
    ];
    for (const [good, bad] of cases)
      expect([takesReport(good), takesReport(bad)], JSON.stringify(bad).slice(0, 60)).toEqual([true, false]);
  });

  test('follow-up and renovation: fields, enumerations and lengths', () => {
    proves('body-follow-up', 'body-renovation', 'limit-lengths');
    const follow = inputOf('svc-transaction-follow-up');
    const intent = 'homebuyer_due_diligence';
    for (const value of words(
      'homebuyer_due_diligence land_investor_due_diligence developer_predevelopment commercial_tenant_due_diligence renovation_planning',
    ))
      expect(takes(follow, { address, intent: value }), value).toBe(true);
    for (const value of words('early_screen under_contract pre_closing pre_lease pre_application pre_construction'))
      expect(takes(follow, { address, intent, transactionStage: value }), value).toBe(true);
    for (const value of words(
      'residential vacant_land multifamily retail restaurant office industrial logistics mixed_use other',
    ))
      expect(takes(follow, { address, intent, projectArchetype: value }), value).toBe(true);
    const renovation = inputOf('svc-renovation-site-context');
    for (const [schema, more] of [
      [follow, { intent }],
      [renovation, {}],
    ] as const) {
      expect(takes(schema, { address: 'x'.repeat(240), ...more })).toBe(true);
      expect(takes(schema, { address: 'x'.repeat(241), ...more })).toBe(false);
      expect(takes(schema, { address: 'x'.repeat(4), ...more })).toBe(false);
      expect(takes(schema, { address, ...more, projectType: 'x'.repeat(161) })).toBe(false);
      expect(takes(schema, { address, ...more, suiteOrUnit: 'x'.repeat(81) })).toBe(false);
    }
    expect(takes(follow, { address })).toBe(false);
    expect(
      takes(follow, { address, intent, requestedAreaContext: ['workplace_employment', 'workplace_employment'] }),
    ).toBe(false);
    expect(takes(renovation, { address, intent })).toBe(false);
  });

  test('owner actions, satellite box, workplace radius, parcel lists', () => {
    proves('body-owner-action', 'body-satellite', 'limit-satellite', 'limit-workplace', 'limit-parcels');
    const owner = inputOf('svc-owner-action-brief');
    expect(takes(owner, { address, noticeDate: '2026-03-01', withinDays: 90 })).toBe(true);
    expect(takes(owner, { address, noticeDate: 'March' })).toBe(false);
    const satellite = inputOf('svc-large-site-satellite-change');
    const body = { bbox: [-78.654, 35.769, -78.632, 35.787], beforeDate: '2024-05-01', afterDate: '2026-05-01' };
    expect(satellite.parse(body)).toMatchObject({ windowDays: 30, size: 512, maxCloudCoverage: 30 });
    for (const bad of [
      { windowDays: 6 },
      { windowDays: 91 },
      { size: 255 },
      { size: 1025 },
      { maxCloudCoverage: 61 },
      { afterDate: '2024-05-01' },
      { bbox: [-78.654, 35.769, -78.65, 35.787] },
      { bbox: [-79, 35, -78, 36] },
      { bbox: [-78.654, 35.769, -78.558, 35.775] },
      { address },
    ])
      expect(takes(satellite, { ...body, ...bad }), JSON.stringify(bad)).toBe(false);
    const [place, radius] = [{ latitude: 35.8, longitude: -78.6 }, 'radiusMeters'];
    const workplace = inputOf('svc-workplace-employment-context');
    expect([250, 5000, 249, 5001].map((meters) => takes(workplace, { ...place, [radius]: meters }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const addresses = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1} Main St, Raleigh, NC`);
    expect([25, 26].map((count) => takes(inputOf('svc_parcel_set'), { addresses: addresses(count) }))).toEqual([
      true,
      false,
    ]);
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `170345${1000 + at}`);
    const closeout = inputOf('svc-permit-closeout-check');
    const example = { state: 'NC', county: 'Wake', jurisdiction: 'raleigh-nc' };
    const limited = [25, 26].map(
      (count) =>
        closeout
          .safeParse({ ...example, parcelIds: ids(count) })
          .error?.issues.some(({ path, code }) => path[0] === 'parcelIds' && code === 'too_big') ?? false,
    );
    expect(limited).toEqual([false, true]);
  });
});

describe('limits of answers', () => {
  test('crash cells below 3 are suppressed', () => {
    proves('limit-crash');
    expect(crashCell([100, 200], 250).status).toBe('suppressed');
    expect(crashCell([100, 200, 210], 250)).toMatchObject({ status: 'counted', crashes: 3 });
  });

  test('a half extent of 1000 m gives about 2 km by 2 km', () => {
    proves('limit-helper');
    const { widthMeters, heightMeters } = sizeOf(contextBox({ latitude: 35.7783, longitude: -78.6431 }, 1000));
    expect([Math.round(widthMeters / 20), Math.round(heightMeters / 20)]).toEqual([100, 100]);
  });

  test('the year of the loan limits is fixed, that of the rents is asked', () => {
    proves('version-years');
    expect(takes(inputOf('svc_fair_market_rents'), { stateFips: '37', countyFips3: '183', year: 2024 })).toBe(true);
    const county = { state: 'NC', county: 'Wake' };
    expect([
      takes(inputOf('svc_loan_limits'), county),
      takes(inputOf('svc_loan_limits'), { ...county, year: 2026 }),
    ]).toEqual([...[true, false]]);
    // the year is that of the clock: 2026 for the answers that are kept
    const kept = Object.values(readGolden('svc_loan_limits')) as { readonly facts: { readonly year: number } }[];
    expect(kept.map(({ facts }) => facts.year)).toEqual([2026, 2026]);
  });
});

/** Degrees of a small box in meters on the sphere. */
function sizeOf([west, south, east, north]: readonly number[]) {
  const degree = 111_195;
  const middle = (((south ?? 0) + (north ?? 0)) / 2) * (Math.PI / 180);
  return {
    widthMeters: ((east ?? 0) - (west ?? 0)) * degree * Math.cos(middle),
    heightMeters: ((north ?? 0) - (south ?? 0)) * degree,
  };
}
