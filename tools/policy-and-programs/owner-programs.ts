import { z } from 'zod';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { address, inputObject, latitude, longitude, place, someOf } from '../../src/catalog/inputs.ts';
import { answerOf } from '../../src/kernel/answer.ts';
import { beyond } from '../../src/kernel/nearby-shape.ts';
import { annualDayWords, daysBetween, nextAnnualDay } from '../../src/rules/calendar-dates.ts';
import { type OwnerProgram, ownerClasses, ownerPrograms } from '../../src/rules/program-tables.ts';
import { pointerChecks } from '../../src/rules/rule-pointers.ts';
import { readTable } from '../../src/rules/rule-table.ts';
import { ruleRow, soldByPlace, tableLimits, viewRow } from '../../src/rules/rule-view.ts';

const shown = 6;

const classWords = (classes: readonly string[] | undefined) =>
  classes ? `for ${classes.map((name) => name.replace('_', ' ')).join(', ')}` : 'for all classes of owners';

/** Days computed from the row and today's date: nothing that the page says. */
function derived(row: OwnerProgram, today: string) {
  if (!row.closes) return {};
  const day = nextAnnualDay(row.closes, today);
  return {
    nextLastDay: day,
    daysFromToday: daysBetween(today, day),
    how: `first ${annualDayWords(row.closes)} on or after today; weekends and holidays not looked at`,
  };
}

export default defineTool({
  title: 'Property tax programs for owners',
  summary: 'Published exemptions, exclusions, freezes and deferrals of property tax for owners of a place, cited.',
  whenToUse: 'Which property tax exemptions or deferrals exist here for an owner who is a senior, veteran, disabled?',
  notFor:
    'Not whether somebody qualifies and not an appeal (svc_appeal_window); bills of utilities: svc_utility_credits.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'Programs of a place', arguments: { place: 'Boston, MA' } },
    {
      title: 'For seniors, with computed days',
      arguments: { address: '100 Gold St, New York, NY 10038', classes: ['senior'], includeDerived: true },
    },
  ],
  input: inputObject(
    {
      place: place.optional(),
      address: address.optional(),
      latitude: latitude.optional(),
      longitude: longitude.optional(),
      classes: someOf(ownerClasses)
        .optional()
        .describe('Only programs that name one of these kinds of owners; all where absent'),
      includeDerived: z
        .boolean()
        .default(false)
        .describe('Adds what is computed here and not stated by the page: the next last day and the days until then'),
    },
    [['place'], ['address'], ['latitude', 'longitude']],
  ),
  output: answerOf({
    programs: z.array(
      ruleRow({
        program: z.string(),
        classes: z.array(z.enum(ownerClasses)),
        amount: z.string().optional(),
        eligibility: z.string().optional(),
        apply: z.string().optional().describe('When to apply, as the row states it; absent where the page gives none'),
        statute: z.string().optional().describe('Where it stands; read where verification is statute_text'),
        nextLastDay: z.string().optional().describe('Derived: the next such day, YYYY-MM-DD'),
        daysFromToday: z.int().optional().describe('Derived'),
        how: z.string().optional().describe('Derived: how the day was computed'),
      }),
    ),
    leftOut: z.int().optional(),
  }),
  paid: oneCentTerms(['property tax', 'exemption', 'homestead', 'relief'], soldByPlace('programs')),
  run({ subject, now, answer }, { classes, includeDerived }) {
    const area = placeWords(subject);
    const today = now.toISOString().slice(0, 10);
    const { rows, pointers } = readTable(answer, ownerPrograms, {
      subject,
      area,
      now,
      scope: classWords(classes),
      wanted: (row) => !classes || row.classes.some((name) => classes.includes(name)),
    });
    const ask = askOfficeOrState(
      subject,
      offices.assessor,
      'Ask which exemptions apply and for their forms',
      'Ask which programs apply and how',
    );
    const kept = rows.slice(0, shown);
    const names = kept.map(({ row }) => row.program);
    const named =
      rows.length <= 3 ? names.join('; ') : `${rows.length} programs, among them ${names.slice(0, 3).join('; ')}`;
    return answer.finish({
      summary:
        kept.length > 0
          ? `The table of property tax programs for owners was read ${classWords(classes)} in ${area}: ${named}.`
          : `The table of property tax programs for owners has no row ${classWords(classes)} in ${area} that was read in a statute or on an official page.`,
      facts: kept.length > 0 && {
        programs: kept.map((hit) => ({
          ...viewRow(answer, hit, ['program', 'classes', 'amount', 'eligibility', 'apply', 'statute']),
          ...(includeDerived && derived(hit.row, today)),
        })),
        leftOut: beyond(rows, shown),
      },
      limits: tableLimits(ownerPrograms, kept, pointers),
      verifyNext: [...pointerChecks(pointers), ...ask],
    });
  },
});
