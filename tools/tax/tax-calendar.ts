import { z } from 'zod';
import { askOffice, askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { address, county, inputObject, latitude, longitude } from '../../src/catalog/inputs.ts';
import { answerOf } from '../../src/kernel/answer.ts';
import { daysBetween, weekdayOf } from '../../src/rules/calendar-dates.ts';
import { pointerChecks, pointerLimits } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces, readTable } from '../../src/rules/rule-table.ts';
import { ruleRow, verificationLimit, viewRow } from '../../src/rules/rule-view.ts';
import { taxCalendars, taxEvents } from '../../src/rules/tax-tables.ts';
import { nextOccurrence } from '../../src/rules/tax-when.ts';

const date = z.string().optional();

export default defineTool({
  title: 'Property tax calendar',
  summary: 'Due dates, last days without interest and late charges of property tax in a county, each with its page.',
  whenToUse: 'When is property tax due in this county, until when is it payable without interest, and what follows?',
  notFor: 'Not a bill or a balance; sales of unpaid tax are svc_tax_sale_calendar, appeal dates svc_appeal_window.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'A county', arguments: { county: 'Wake, NC' } },
    { title: 'By address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } },
  ],
  input: inputObject(
    {
      county: county.optional().describe('County, with its state where the name is not unique: "Wake, NC"'),
      address: address.optional(),
      latitude: latitude.optional(),
      longitude: longitude.optional(),
    },
    [['county'], ['address'], ['latitude', 'longitude']],
  ),
  output: answerOf({
    events: z.array(
      ruleRow({
        event: z.enum(taxEvents),
        title: z.string(),
        date: date.describe('YYYY-MM-DD; absent where the pages give none'),
        weekday: z.string().optional(),
        daysFromToday: z.int().optional().describe('Negative: the day has passed'),
        from: date.describe('First day, where the page gives months only'),
        until: date,
        how: z.string(),
        rule: z.string(),
      }),
    ),
  }),
  run(ctx) {
    const { subject, answer } = ctx;
    const today = ctx.now.toISOString().slice(0, 10);
    const area = placeWords(subject);
    const { rows, pointers } = readTable(answer, taxCalendars, { subject, area, scope: 'due dates and late charges' });
    const events = rows
      .map((hit) => {
        const { when } = hit.row;
        const next = nextOccurrence(when, today);
        const single = next?.from === next?.to ? next?.from : undefined;
        return {
          ...viewRow(answer, hit, ['event', 'title', 'rule']),
          ...(single && { date: single, weekday: weekdayOf(single), daysFromToday: daysBetween(today, single) }),
          ...(next && !single && { from: next.from, until: next.to }),
          how: next?.how ?? (when.kind === 'undated' ? when.why : ''),
        };
      })
      .sort((a, b) => (a.date ?? a.from ?? '9').localeCompare(b.date ?? b.from ?? '9', 'en'));
    const ahead = events.find(({ daysFromToday = -1 }) => daysFromToday >= 0);
    const unknown = rows.find(({ row: one }) => one.event === 'due' && one.when.kind === 'undated')?.row.title;
    const official = rows.find(({ fit }) => fit === 'whole')?.row.page;
    const count = `${events.length} ${events.length === 1 ? 'entry' : 'entries'}`;
    const outcome =
      events.length === 0
        ? 'no row that was read in a statute or on an official page'
        : ahead
          ? `${count}, the next is ${ahead.title} on ${ahead.date}, a ${ahead.weekday}`
          : `${count}, none with a date on or after ${today}`;
    const missing = unknown ? `; the pages give no date for the ${unknown}` : '';
    return answer.finish({
      summary: `Table of property tax dates queried for ${area} as of ${today}: ${outcome}${missing}.`,
      facts: events.length > 0 && { events },
      limits: [
        events.length === 0 && `Places with rows: ${coveredPlaces(taxCalendars).join('; ')}.`,
        rows.length > 0 && verificationLimit(rows),
        ...pointerLimits(pointers),
      ],
      verifyNext: [
        ...pointerChecks(pointers),
        official && { action: 'Confirm the dates of this year', with: official.name, url: official.url },
        ...(official
          ? [askOffice(subject, offices.collector, 'Read the due date on the bill')]
          : askOfficeOrState(
              subject,
              offices.collector,
              'Read the due date on the bill',
              "Find the county's collector and its dates",
            )),
      ],
    });
  },
});
