import { z } from 'zod';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { inputObject, place, whole } from '../../src/catalog/inputs.ts';
import { answerOf } from '../../src/kernel/answer.ts';
import { addDays } from '../../src/kernel/time.ts';
import { daysBetween, nextAnnualDay, plainDate, weekdayOf } from '../../src/rules/calendar-dates.ts';
import { type OwnerProgram, ownerPrograms } from '../../src/rules/program-tables.ts';
import { readTable, ruleTable } from '../../src/rules/rule-table.ts';
import { coverageLimit, ruleRow, soldByPlace, verificationLimit, viewRow } from '../../src/rules/rule-view.ts';

const defaultDays = 180;

/** The rows with a last day; the others are named apart. */
const dated = ruleTable('program-windows', 'application windows of programs for owners', () => ownerPrograms.rows);

export default defineTool({
  title: 'Application windows of programs',
  summary: 'Last days to apply for owner programs of a place that fall within a number of days, computed and cited.',
  whenToUse: 'Which application deadlines for exemptions and relief programs come up here in the next weeks or months?',
  notFor:
    'Not tax due dates (svc_tax_calendar), appeals (svc_appeal_window) or what a program gives (svc_owner_programs).',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'Next windows of a city', arguments: { place: 'Boston, MA' } },
    { title: 'From a day on', arguments: { place: 'Raleigh, NC', asOf: '2027-05-01', withinDays: 45 } },
  ],
  input: inputObject({
    place,
    asOf: plainDate.optional().describe('Day to count from, YYYY-MM-DD; today where absent'),
    withinDays: whole(1, 730).default(defaultDays).describe(`Days ahead to look; default ${defaultDays}, at most 730`),
  }),
  output: answerOf({
    asOf: z.string().describe('Day that is counted from'),
    windows: z
      .array(
        ruleRow({
          program: z.string(),
          apply: z.string().describe('As the row states it'),
          lastDay: z.string().describe('YYYY-MM-DD, computed: the first such day on or after asOf'),
          weekday: z.string(),
          daysFromAsOf: z.int(),
        }),
      )
      .describe('Soonest first'),
  }),
  paid: oneCentTerms(['deadline', 'exemption', 'program', 'calendar'], soldByPlace('windows')),
  run({ subject, now, answer }, { asOf, withinDays }) {
    const area = placeWords(subject);
    const from = asOf ?? now.toISOString().slice(0, 10);
    const until = addDays(from, withinDays);
    const lastDayOf = (row: OwnerProgram) => row.closes && nextAnnualDay(row.closes, from);
    const undated: string[] = [];
    const { rows } = readTable(answer, dated, {
      subject,
      area,
      now,
      scope: `last days from ${from} to ${until}`,
      wanted: (row) => {
        const day = lastDayOf(row);
        if (!day) undated.push(row.program);
        return day !== undefined && day <= until;
      },
    });
    const withoutDay =
      undated.length > 0 && `No last day is in the table for ${undated.slice(0, 4).join('; ')}: ask the office.`;
    const ask = askOffice(subject, offices.assessor, 'Ask for the days of this year and the forms');
    if (rows.length === 0) {
      const none = answer.state === 'not_covered';
      return answer.finish({
        summary: none
          ? `The table of application windows has no row for ${area}.`
          : `The table of application windows has no last day for ${area} from ${from} to ${until}.`,
        limits: [withoutDay, none && coverageLimit(dated)],
        verifyNext: [ask],
      });
    }
    const windows = rows
      .flatMap((hit) => {
        const lastDay = lastDayOf(hit.row);
        if (!lastDay || !hit.row.apply) return [];
        const day = { lastDay, weekday: weekdayOf(lastDay), daysFromAsOf: daysBetween(from, lastDay) };
        return [{ ...day, ...viewRow(answer, hit, ['program', 'apply']) }];
      })
      .sort((a, b) => a.daysFromAsOf - b.daysFromAsOf);
    const first = windows[0];
    return answer.finish({
      summary: `Application windows for ${area} from ${from} to ${until}: ${windows.length} last day${windows.length === 1 ? '' : 's'}, the first ${first?.lastDay} (${windows
        .filter(({ lastDay }) => lastDay === first?.lastDay)
        .map(({ program }) => program)
        .join('; ')}).`,
      facts: { asOf: from, windows },
      limits: [withoutDay, verificationLimit(rows)],
      verifyNext: [ask],
    });
  },
});
