import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { counted, missedState, outcomeOf } from '../../src/answers/outcome.ts';
import { askPublisher, laneOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { firstRows, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { type RentalRegisterEntry, readRentalRegisters } from '../../src/places/lanes/registers.ts';
import type { LaneSource } from '../../src/places/schema/jurisdiction.ts';
import { rentalRegisterKind } from '../../src/places/schema/rental-registers.ts';

const listed = 6;

const entry = laneValues('rental_registry', {
  registrationId: 'recordId',
  address: 'address',
  type: 'type',
  status: 'status',
  filedOn: ['filedAt', 'Date of the application'],
  recordedOn: ['recordedAt', 'Date on which a document was recorded'],
  endsOn: 'registrationEnds',
  units: 'units',
});

const kindOf = ({ recordScope }: LaneSource) => rentalRegisterKind(recordScope) ?? 'not stated';

function endedDaysAgo(ends: string | undefined, now: Date): number | undefined {
  if (!ends) return undefined;
  const days = Math.floor(now.getTime() / dayMs) - Math.floor(Date.parse(ends) / dayMs);
  return days > 0 ? days : undefined;
}

/** Dates of an entry itself, and not of its application or of a document. */
const isEntryDate = (means: string | undefined) => /^(?:registered|(?:first )?licensed)$/.test(means ?? '');

function entryOf({ row: found, configured, citation, match }: RentalRegisterEntry, now: Date) {
  const values = entry.of(found.fields);
  const registeredOn = isEntryDate(found.datedBy) ? found.occurredAt : undefined;
  const dates = { registeredOn, endedDaysAgo: endedDaysAgo(values.endsOn, now) };
  return { recordScope: kindOf(configured.source), match, ...values, ...dates, citation };
}

export default defineTool({
  title: 'Rental registration of a building',
  summary: 'Entries of the wired rental and short-term rental registers for exactly one building, each with its scope.',
  whenToUse:
    'Is this building in the rental register, is there a short-term rental entry or a house-share prohibition?',
  notFor: 'No legal conclusion and no names; what the law requires is svc_ordinance_leads.',
  scope: 'local',
  lane: 'rental_registry',
  examples: [{ title: 'Register entries of a building', arguments: { address: '100 Gold St, New York, NY 10038' } }],
  output: answerOf({
    entries: rows({
      recordScope: z
        .string()
        .describe('What the register is about: long-term registration, short-term license or enforcement-only'),
      match: z.enum(['address', 'house number range', 'tax parcel']).describe('How the entry belongs to the building'),
      ...entry.shape,
      registeredOn: z.string().optional().describe('Date of the entry or of its last renewal'),
      endedDaysAgo: z.int().optional().describe('Only where the published end lies before today'),
    }),
    leftOut,
  }),
  paid: oneCentTerms(['rental registration', 'landlord', 'short-term rental', 'local'], {
    chargesWhen: 'the named register answered for the building, with entries or with an exact-source no-match',
    freeWhen: 'unsupported, unresolved or source-unavailable (an exact-source no-match is charged)',
    chargesOn: ['found', 'partial', 'stale', 'empty'],
  }),
  async run(ctx) {
    const { subject, answer } = ctx;
    const at = laneOrAnswer(ctx, 'rental_registry', 'rental register');
    if ('answer' in at) return at.answer;
    const found = await readRentalRegisters(ctx, at.configured);
    if (found.parcel) answer.cite(found.parcel.citation);
    const registers = at.configured.map(({ source }) => `${source.name} (${kindOf(source)})`).join(', ');
    const others = found.otherAddresses.flatMap((line) => plainName(line) ?? []).slice(0, 3);
    const findings = counted(found.entries, 'entry', undefined, 'entries');
    const outcome = outcomeOf(answer.state, findings, 'no entry, which is limited to these registers');
    const state = missedState(answer, found.entries.length);
    return answer.finish({
      state,
      summary: `${registers}, queried for the building at ${placeWords(subject)}: ${outcome}.`,
      facts: firstRows('entries', found.entries, listed, (entry) => entryOf(entry, ctx.now)),
      limits: [
        !subject.streetLine &&
          'Only a point was given: entries are those of the tax parcel, on which several buildings may stand.',
        others.length > 0 &&
          `${many(found.otherAddresses.length, 'other address', 'other addresses')} on the same tax parcel: ${others.join('; ')}.`,
        ...at.configured.flatMap(({ source: { name, recordScope, limits } }) => [
          recordScope && `${name}: ${recordScope}.`,
          ...limits.notes,
        ]),
      ],
      verifyNext: askPublisher(at.configured, 'Look the building up with the office that keeps the register'),
    });
  },
});
