import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartReading } from '../../../src/answers/ask-tools.ts';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { ToolName } from '../../../src/kernel/tool-names.ts';
import { type OwnerActionFields, ownerActions } from '../../../src/products/owner-action-brief/actions.ts';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { appealWindows } from '../../../src/rules/appeal-windows.ts';
import type { RowScope } from '../../../src/rules/cited-row.ts';
import { ownerPrograms } from '../../../src/rules/program-tables.ts';
import { stringsOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { withRowsAdded } from '../more-rows.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-owner-action-brief';
const { raleigh, biloxi, chicago } = samplePlaces;
type OwnerBrief = Brief & OwnerActionFields;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

test('is sold with dated, cited actions in the order of the calendar', async () => {
  const { charged, body, tool } = await askPaid(service, slug, { address: raleigh.address });
  const brief = body as unknown as OwnerBrief;
  expect([charged, tool.paid.priceUsdc, brief.kind]).toEqual([true, '0.05', 'owner_action_brief']);
  expect([brief.asOf, brief.until]).toEqual(['2026-11-21', '2027-11-21']);
  const dates = brief.actions.map(({ date }) => date);
  expect(dates.length).toBeGreaterThan(3);
  expect(dates).toEqual(dates.toSorted());
  expect(new Set(brief.actions.map(({ tool: by }) => by)).size).toBeGreaterThan(2);
  for (const { citation, daysFromToday } of brief.actions) {
    expect(citation.sourceUrl).toMatch(/^https?:/);
    expect(daysFromToday).toBeGreaterThanOrEqual(0);
  }
  for (const text of stringsOf(brief))
    if (!/^https?:/.test(text)) expect(text).not.toMatch(/\b(best|worst|scores?|ranked|recommend\w*|urgent)\b/i);
});

test('takes no date from the page of another county', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address });
  const { actions, passed } = body as unknown as OwnerBrief;
  const pages = [...actions, ...passed].map(({ citation }) => citation.sourceName);
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).not.toMatch(/(?<!Wake )County/);
});

test('lists only the days requested and counts the later ones', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address, withinDays: 30 });
  const brief = body as unknown as OwnerBrief;
  expect([brief.until, brief.actions.every(({ date }) => date <= '2026-12-21')]).toEqual(['2026-12-21', true]);
  expect(brief.datesLeftOut).toBeGreaterThan(0);
});

test('counts appeal days from the notice date that was given', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address, noticeDate: '2026-11-02' });
  const brief = body as unknown as OwnerBrief;
  expect(brief.noticeDate).toBe('2026-11-02');
  const section = brief.sections.find(({ id }) => id === 'appeal_window');
  expect(section?.facts.find(({ label }) => label === 'Notice date')?.value).toBe('2026-11-02');
});

describe('with few subjects', () => {
  const queried = async () => {
    const { charged, body } = await askPaid(service, slug, { address: biloxi.address });
    const { kind, message, coverage } = body as unknown as BriefDiagnostic;
    return {
      charged,
      kind,
      message,
      covered: coverage.filter(({ status }) => status === 'covered').map(({ id }) => id),
    };
  };
  // no sample place has rows on one subject alone: rows of the next state stand for Mississippi's
  const alabama = <R extends { readonly scope: RowScope }>({ rows }: { readonly rows: readonly R[] }) =>
    rows
      .filter(({ scope }) => scope.state === 'AL' && !scope.counties && !scope.place)
      .map((row) => ({ ...row, scope: { ...row.scope, name: 'Mississippi', state: 'MS' } }));

  test('is free without any, whatever programs against hazards are listed', async () => {
    const { charged, kind, message, covered } = await queried();
    expect([charged, kind, covered]).toEqual([false, 'owner_action_brief_diagnostic', ['mitigation_incentives']]);
    expect(message).toMatch(/fewer than two subjects/);
  });

  test('is free with one, although two sections tell of it', async () => {
    const { charged, kind, message, covered } = await withRowsAdded(appealWindows, alabama(appealWindows), queried);
    expect([charged, kind]).toEqual([false, 'owner_action_brief_diagnostic']);
    expect(message).toMatch(/fewer than two subjects/);
    expect(covered).toEqual(['appeal_window', 'appeal_filing_guide', 'mitigation_incentives']);
  });

  test('is sold with two', async () => {
    const { charged, kind, covered } = await withRowsAdded(appealWindows, alabama(appealWindows), () =>
      withRowsAdded(ownerPrograms, alabama(ownerPrograms), queried),
    );
    expect([charged, kind]).toEqual([true, 'owner_action_brief']);
    expect(covered).toEqual(['appeal_window', 'appeal_filing_guide', 'owner_programs', 'mitigation_incentives']);
  });
});

test('is free where no geocoder answers', async () => {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(() => true, 'http500');
    expect((await askPaid(own, slug, { address: raleigh.address })).charged).toBe(false);
  } finally {
    await own.close();
  }
});

test('names the field of a bad input', () => {
  const { input } = service.service.registry.paidTool(slug) as PaidTool;
  const fields = (given: object) => [
    ...new Set(input.safeParse(given).error?.issues.map(({ path }) => path.join('.'))),
  ];
  expect(fields({})).toEqual(['address']);
  expect(fields({ address: raleigh.address, noticeDate: '11/02/2026' })).toEqual(['noticeDate']);
  expect(fields({ address: raleigh.address, withinDays: 731 })).toEqual(['withinDays']);
});

describe('ownerActions', () => {
  const source = { sourceName: 'Synthetic', sourceUrl: 'https://example.gov/', fetchedAt: '2026-11-21T12:00:00Z' };
  const reading = (tool: ToolName, facts: Record<string, unknown>): PartReading => ({
    id: tool,
    tool,
    title: tool,
    answer: {
      state: 'found',
      summary: '',
      facts,
      citations: { c1: { ...source, authority: 'official' } as never },
      searched: [],
      limits: [],
      verifyNext: [],
    },
  });
  const day = (date: string, title: string, citation = 'c1') => ({ date, title, citation });

  test('sorts by date, keeps the edges, says each once and keeps what has passed apart', () => {
    const events = [day('2026-12-21', 'edge'), day('2026-12-22', 'later'), day('2026-11-21', 'today')];
    const passed = [day('2026-11-20', 'gone'), day('2026-11-21', 'today'), day('2026-12-01', 'uncited', 'c9')];
    const window = { deadlines: [{ date: '2026-12-02', applies: 'all', citation: 'c1' }] };
    const result = ownerActions(
      [reading('svc_tax_calendar', { events: [...events, ...passed] }), reading('svc_appeal_window', window)],
      { asOf: '2026-11-21', withinDays: 30, isExempt: false },
    );
    expect(result.actions.map(({ date, what }) => `${date} ${what}`)).toEqual([
      '2026-11-21 Property tax, today',
      '2026-12-02 Last day to appeal the assessment, all',
      '2026-12-21 Property tax, edge',
    ]);
    expect(result.passed.map(({ date, daysFromToday }) => [date, daysFromToday])).toEqual([['2026-11-20', -1]]);
    expect([result.datesLeftOut, result.until]).toEqual([1, '2026-12-21']);
  });
});

test('says of each day first how it is known and where to confirm it, and when to be reminded', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address });
  const { actions, calendar } = body as unknown as OwnerBrief;
  for (const action of actions) {
    expect(Object.keys(action)[0]).toBe('verification');
    expect(action.verification.means).not.toBe('');
    expect(action.verification.confirm.with).not.toBe('');
    expect(action.reminders.every((day) => day >= '2026-11-21' && day < action.date)).toBe(true);
  }
  const charge = actions.find(({ date }) => date === '2027-01-06');
  expect(charge?.verification).toMatchObject({
    word: 'statute_text',
    means: 'text of the statute or rule, read in a stored copy',
  });
  expect(charge?.reminders).toEqual(['2026-12-07', '2026-12-30', '2027-01-05']);
  expect(calendar?.text.match(/^BEGIN:VEVENT\r$/gm)?.length).toBe(actions.length);
});

test('says beside the dates of taxed property that the record calls the parcel exempt', async () => {
  const exempt = (await askPaid(service, slug, { address: raleigh.address })).body as unknown as OwnerBrief;
  expect(exempt.standsOut.map(({ id }) => id)).toEqual(['parcel.exempt']);
  for (const { tool, caution } of exempt.actions) {
    expect(caution !== undefined, tool).toBe(tool !== 'svc_open_disaster_assistance');
  }
  const taxed = (await askPaid(service, slug, { address: chicago.address })).body as unknown as OwnerBrief;
  expect(taxed.standsOut).toEqual([]);
  expect(taxed.actions.some(({ caution }) => caution !== undefined)).toBe(false);
});
