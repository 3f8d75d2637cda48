import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, countyFips3, placeOf, radiusMeters, state, zip } from '../../src/catalog/inputs.ts';
import { answerSchema, type Component, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { cleanText, textOf } from '../../src/kernel/text.ts';
import { askParts, type ContextPart, saidOf } from '../../src/sources/local/context-parts.ts';
import { placeWords } from '../../src/sources/local/uncovered.ts';

const shownDates = 5;
const sentenceLength = 220;
const daysAhead = 365;

const facts = z.strictObject({
  dates: z
    .array(
      row({
        date: z.iso.date(),
        daysFromToday: z.int(),
        what: z.string(),
        verification: z.string().optional().describe('How far the row behind the date is checked'),
      }),
    )
    .optional()
    .describe('Days to come that the checks state, soonest first'),
  checks: z
    .array(
      row({
        check: z.string(),
        changes: z.string().describe('When what is read here changes'),
        says: z.string().describe('What the tool said, in its own sentence'),
        tool: z.string().describe('Tool that gives the whole answer, its limits and all its sources'),
      }),
    )
    .optional(),
});

const limits = [
  'A digest of several tools: each check has its own limits, told by the tool that is named, and cites one of its sources here.',
  'Dates are those of records and dated tables. The bill, the notice and the office decide; nothing here says who qualifies or what is owed.',
];

/** One check of the loop: the part that answers it, and where its days to come stand. */
interface Check extends ContextPart {
  readonly changes: string;
  readonly days?: { readonly list: string; readonly date: string; readonly what: string; readonly words: string };
}

type Args = Readonly<Record<string, unknown>>;

/** What each check is asked with; undefined where the place is not known as far as the check needs. */
interface Places {
  /** An address or a point. */
  readonly point: Args | undefined;
  readonly county: Args | undefined;
  readonly place: Args | undefined;
  readonly aid: Args | undefined;
  readonly state: Args | undefined;
  readonly radius: number;
}

function placesOf(subject: Subject, input: Parameters<typeof placeOf>[0] & { readonly zip?: string | undefined }) {
  const at = isPointSubject(subject) ? placeOf(input) : undefined;
  const { county, stateCode } = subject;
  const named = county && stateCode ? `${county.name}, ${stateCode}` : undefined;
  const place = input.address ?? named ?? input.zip;
  return {
    point: at,
    county: at ?? (named === undefined ? undefined : { county: named }),
    place: place === undefined ? undefined : { place },
    aid: at ?? (county && stateCode ? { state: stateCode, county: county.name } : undefined),
    state: at ?? (stateCode === undefined ? undefined : { state: stateCode }),
  };
}

/** The checks in the order in which they are told. A check without arguments cannot be asked for this place. */
function checksFor(at: Places): Readonly<Record<string, Omit<Check, 'args'> & { readonly args: Args | undefined }>> {
  const around = at.point && { ...at.point, radiusMeters: at.radius };
  return {
    taxCalendar: {
      tool: 'svc_tax_calendar',
      words: 'tax calendar',
      changes: 'each tax year',
      args: at.county,
      keep: ['events'],
      days: { list: 'events', date: 'date', what: 'title', words: 'property tax' },
    },
    appealWindow: {
      tool: 'svc_appeal_window',
      words: 'assessment appeal',
      changes: 'with each assessment notice',
      args: at.state,
      keep: ['filedWith', 'deadlines'],
      days: { list: 'deadlines', date: 'date', what: 'applies', words: 'assessment appeal' },
    },
    programWindows: {
      tool: 'svc_program_windows',
      words: 'owner program windows',
      changes: 'each year',
      args: at.place && { ...at.place, withinDays: daysAhead },
      keep: ['windows'],
      entries: 1,
      days: { list: 'windows', date: 'lastDay', what: 'program', words: 'last day to apply' },
    },
    disasterAid: {
      tool: 'svc_open_disaster_assistance',
      words: 'open disaster aid',
      changes: 'as disasters are declared and filing dates pass',
      args: at.aid,
      keep: ['openForRegistration', 'otherDeclarations'],
      days: {
        list: 'openForRegistration',
        date: 'lastFilingDate',
        what: 'id',
        words: 'disaster aid, last filing date',
      },
    },
    developmentNearby: {
      tool: 'svc_development_cases',
      words: 'development cases nearby',
      changes: 'as cases are filed and decided',
      args: around,
      keep: ['cases'],
      entries: 1,
    },
    councilMatters: {
      tool: 'svc_local_legislation',
      words: 'council matters',
      changes: 'with each council meeting',
      args: at.point,
      keep: ['systems'],
      entries: 1,
    },
    floodMap: {
      tool: 'svc_flood_zone',
      words: 'flood map',
      changes: 'with each map revision',
      args: at.point,
      keep: ['specialFloodHazardArea'],
    },
    recordingNotices: {
      tool: 'svc_fraud_alert_pointer',
      words: 'notices of recorded documents',
      changes: 'when the recording office changes its service',
      args: at.place,
      keep: ['alerts'],
      entries: 1,
    },
  };
}

/** The first citation key inside a part's facts. */
function citationIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(citationIn).find((key) => key !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const { citation, ...rest } = value as Record<string, unknown>;
  return typeof citation === 'string' ? citation : citationIn(Object.values(rest));
}

const dayMs = 86_400_000;

function datesIn(found: unknown, { days }: Pick<Check, 'days'>, today: string) {
  const list = days && (found as Record<string, unknown> | undefined)?.[days.list];
  if (!days || !Array.isArray(list)) return [];
  return (list as Record<string, unknown>[]).flatMap((entry) => {
    const [date, what, citation] = [entry[days.date], textOf(entry[days.what], 80), entry.citation];
    if (typeof date !== 'string' || typeof citation !== 'string' || date < today) return [];
    return [
      {
        date,
        daysFromToday: Math.round((Date.parse(date) - Date.parse(today)) / dayMs),
        what: what ? `${days.words}, ${what}` : days.words,
        of: days.words,
        ...(typeof entry.verification === 'string' && { verification: entry.verification }),
        citation,
      },
    ];
  });
}

export default defineTool({
  title: 'What an owner checks again and again',
  summary:
    'One digest for an owner: tax and appeal dates, program windows, disaster aid, cases, council and flood map.',
  whenToUse:
    'A yearly or quarterly check-in on a property that somebody owns: what comes due and what changed around it?',
  notFor:
    'Not one question in depth (each check names its tool), not who owns the property, and no change report (svc-property-update).',
  synonyms: ['annual checkup', 'homeowner dashboard', 'upcoming deadlines for owners', 'keep watch on my property'],
  scope: 'national',
  subject: 'area',
  sources: [],
  limits,
  examples: [
    { title: 'Of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Of a county', arguments: { state: 'NC', countyFips3: '183' } },
  ],
  input: atAddress(
    {
      radiusMeters: radiusMeters(800, 2000),
      state: state.optional(),
      countyFips3: countyFips3.optional(),
      zip: zip.optional(),
    },
    [['state', 'countyFips3'], ['zip']],
  ),
  output: answerSchema({ facts, components: true }),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const today = ctx.now.toISOString().slice(0, 10);
    const checks = checksFor({ ...placesOf(subject, input), radius: input.radiusMeters });
    const askable: Record<string, Check> = {};
    const components: Record<string, Component> = {};
    for (const [name, { args, ...check }] of Object.entries(checks)) {
      if (args) askable[name] = { ...check, args };
      else components[name] = { state: 'unresolved', reason: 'not asked: needs an address or a point' };
    }
    const parts = await askParts(ctx, answer, askable);
    const dates = Object.entries(askable)
      .flatMap(([name, check]) => datesIn(parts.facts[name], check, today))
      .sort((a, b) => a.date.localeCompare(b.date) || a.what.localeCompare(b.what))
      .filter(
        ({ date, what }, index, all) => !all.slice(0, index).some((one) => one.date === date && one.what === what),
      );
    const told = Object.entries(askable).flatMap(([name, { words, changes, tool }]) => {
      const citation = citationIn(parts.facts[name]);
      const says = parts.summaries[name];
      if (citation === undefined || says === undefined) return [];
      return [{ check: words, changes, says: cleanText(says, sentenceLength), tool, citation }];
    });
    const [next] = dates;
    const left = Object.keys(components).length;
    return answer.finish({
      summary:
        `${Object.keys(askable).length} checks that an owner repeats were made for ${placeWords(subject)} as of ${today}: ${saidOf(parts)}` +
        `${left > 0 ? `; ${left} need an address` : ''}` +
        `${next ? `; the next date is ${next.date} (${next.of})` : ''}.`,
      facts: {
        ...(dates.length > 0 && { dates: dates.slice(0, shownDates).map(({ of: _of, ...day }) => day) }),
        ...(told.length > 0 && { checks: told }),
      },
      components: { ...parts.components, ...components },
      limits: [
        ...limits,
        ...(dates.length > shownDates ? [`${dates.length - shownDates} later dates are not listed.`] : []),
      ],
      verifyNext: [
        { action: 'Read the bill and the assessment notice', with: 'county or city tax collector and assessor' },
        { action: 'Ask one check in depth', with: 'the tool that it names' },
      ],
    });
  },
});
