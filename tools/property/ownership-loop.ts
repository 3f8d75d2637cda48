import { z } from 'zod';
import type { Arguments } from '../../src/answers/arguments.ts';
import { askParts, mostWithout } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, countyFips3, placeOf, radiusMeters, state, zip } from '../../src/catalog/inputs.ts';
import { summaryOf } from '../../src/findings/summary.ts';
import { answerOf, type Component, optionalRows, rows } from '../../src/kernel/answer.ts';
import { filled, many } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { cleanText } from '../../src/kernel/text.ts';
import { dayMs } from '../../src/kernel/time.ts';
import {
  type Check,
  type CheckPlace,
  citationIn,
  datesIn,
  ownerChecks,
  verificationIn,
} from '../../src/products/owner-action-brief/actions.ts';

const shownDates = 5;
const sentenceLength = 180;
const daysBack = 90;
const daysAhead = 365;
type Query = Parameters<typeof placeOf>[0] & { readonly zip?: string | undefined; readonly radiusMeters: number };

/** The place as each kind of check takes it; undefined where it is not known as far as the check needs. */
function placesOf(
  subject: Subject,
  input: Query,
  sinceDate: string,
): Readonly<Record<CheckPlace, Arguments | undefined>> {
  const at = isPointSubject(subject) ? placeOf(input) : undefined;
  const { county, stateCode } = subject;
  const named = county && stateCode ? `${county.name}, ${stateCode}` : undefined;
  const place = input.address ?? named ?? input.zip;
  const { radiusMeters: around } = input;
  return {
    point: at,
    around: at && { ...at, radiusMeters: around },
    county: at ?? (named === undefined ? undefined : { county: named }),
    place: place === undefined ? undefined : { place },
    programs: place === undefined ? undefined : { place, withinDays: daysAhead },
    aid: at ?? (county && stateCode ? { state: stateCode, county: county.name } : undefined),
    state: at ?? (stateCode === undefined ? undefined : { state: stateCode }),
    permits: isPointSubject(subject)
      ? { latitude: subject.latitude, longitude: subject.longitude, radiusMeters: around, sinceDate }
      : undefined,
  };
}

export default defineTool({
  title: 'What an owner checks again and again',
  summary:
    'One digest for an owner: tax and appeal dates, program windows, disaster aid, cases, council and flood map.',
  whenToUse:
    'A yearly or quarterly check-in on a property that somebody owns: what comes due and what changed around it?',
  notFor:
    'Not one question in depth (each check names its tool), not who owns the property, and no report of what changed since another day.',
  scope: 'national',
  subject: 'area',
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
  output: answerOf(
    {
      dates: optionalRows('Days to come that the checks state, soonest first', {
        date: z.iso.date(),
        daysFromToday: z.int(),
        what: z.string(),
        verification: z.string().optional().describe('How far the row behind the date is checked'),
      }),
      checks: rows({
        check: z.string(),
        changes: z.string().describe('When what is read here changes'),
        verification: z.string().optional().describe('How far the row behind the sentence is checked'),
        says: z.string().describe('What the tool said, in its own sentence'),
        tool: z.string().describe('Tool that gives the whole answer, its limits and all its sources'),
      }).optional(),
    },
    { components: true },
  ),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    const today = ctx.now.toISOString().slice(0, 10);
    const since = new Date(ctx.now.getTime() - daysBack * dayMs).toISOString().slice(0, 10);
    const places = placesOf(subject, input, since);
    const checks = ownerChecks();
    const askable: Record<string, Check> = {};
    const components: Record<string, Component> = {};
    for (const one of checks) {
      if (places[one.place]) askable[one.check] = one;
      else components[one.check] = { state: 'unresolved', reason: 'not queried: needs an address or a point' };
    }
    const parts = await askParts(ctx, answer, askable, (name) => places[askable[name]?.place ?? 'point'] ?? {});
    const dates = Object.entries(askable)
      .flatMap(([name, check]) => datesIn(parts.facts[name], check.days, today))
      .sort((a, b) => a.date.localeCompare(b.date, 'en') || a.what.localeCompare(b.what, 'en'))
      .filter(
        ({ date, what }, index, all) => !all.slice(0, index).some((one) => one.date === date && one.what === what),
      );
    const answered = Object.entries(askable).flatMap(([name, { label: words, changes, tool }]) => {
      const citation = citationIn(parts.facts[name]);
      const says = parts.summaries[name];
      if (citation === undefined || says === undefined) return [];
      const verification = verificationIn(parts.facts[name]);
      const sentence = cleanText(says, sentenceLength);
      return [{ check: words, changes, verification, says: sentence, tool, citation }];
    });
    const [next] = dates;
    const left = Object.keys(components).length;
    if (mostWithout(parts.withFacts.length, checks.length)) answer.count('partial');
    return answer.finish({
      summary: summaryOf({
        lead: next && `Next date: ${next.date} (${next.of})`,
        searched:
          `${many(Object.keys(askable).length, 'check')} that an owner repeats, for ${placeWords(subject)} as of ${today}: ${parts.withFacts.length} answered` +
          `${parts.unread.length > 0 ? `; could not be read: ${parts.unread.join(', ')}` : ''}` +
          `${parts.withoutFacts.length > 0 ? `; without facts: ${parts.withoutFacts.join(', ')}` : ''}` +
          `${left > 0 ? `; ${left} need an address` : ''}`,
      }),
      facts: {
        dates: filled(dates.slice(0, shownDates).map(({ of: _of, ...day }) => day)),
        checks: filled(answered),
      },
      components: { ...parts.components, ...components },
      limits: [dates.length > shownDates && `${dates.length - shownDates} later dates are not listed.`],
      verifyNext: [
        askOffice(subject, offices.assessor, 'Read the bill and the assessment notice'),
        { action: 'Ask one check in depth', with: 'the tool that it names' },
      ],
    });
  },
});
