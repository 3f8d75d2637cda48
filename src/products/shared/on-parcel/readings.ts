import { type PartReading, unanswered } from '../../../answers/ask-tools.ts';
import { pickFields } from '../../../fields/table.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import { within } from '../../../kernel/bounded.ts';
import type { Lookup } from '../../../kernel/lookup.ts';
import { firstRows, many } from '../../../kernel/nearby-shape.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import { recordOfRow } from '../../../places/lanes/reader.ts';
import type { Lane } from '../../../places/schema/jurisdiction.ts';
import type { RecordEntry } from '../../../reports/sections.ts';
import { type BriefContext, type ExtraReadings, ownReading } from '../brief-route.ts';
import { laneTitle } from '../compose/words.ts';
import { type ParcelReading, readParcel } from '../parcel.ts';
import { entriesOf, newestFirst } from './entries.ts';
import { type ExactReading, readExactRecords } from './exact.ts';

/** Rows of one register that a section lists. */
const shown = 15;
/** The parcel and then what is kept by its number, one after the other. */
const onParcelMs = 10_000;

const ways = { parcel_number: 'parcel number', street_address: 'street address' } as const;

export interface OnParcelReading extends ExtraReadings {
  readonly entries: readonly RecordEntry[];
}

function lookupOf({ state, rows, citation, reason, configured }: ExactReading): Lookup<ExactReading['rows']> {
  const why = reason ?? 'not all of it could be read';
  if (citation && rows.length > 0)
    return state === 'found'
      ? { state, data: rows, citation }
      : { state: state === 'stale' ? 'stale' : 'partial', data: rows, citation, reason: why };
  if (citation && state === 'empty') return { state, citation };
  const missed = state === 'unresolved' || state === 'not_covered' ? state : 'unavailable';
  return { state: missed, source: configured.card.name, reason: why };
}

function readingOf(reading: ExactReading, subject: PointSubject, slug: RouteName): PartReading {
  const { configured, lane, by } = reading;
  const answer = new AnswerBuilder(subject);
  const area = `the subject parcel${by.length > 0 ? `, by its ${by.map((way) => ways[way]).join(' and ')}` : ''}`;
  const cited = answer.addLookup(lookupOf(reading), { area, period: 'all dates' });
  const entries = cited ? entriesOf(reading).toSorted(newestFirst) : [];
  const rowOf = new Map(reading.rows.map(({ row }) => [row.recordId, row]));
  const { name, publisher } = configured.source;
  const outcome = answer.state === 'empty' ? 'no record' : 'not known';
  const id = `on_parcel_${configured.card.id.replaceAll('-', '_')}`;
  return ownReading({ id, tool: slug, title: `${laneTitle(lane)} of the parcel: ${name}`, lane }, answer, {
    summary: `${name}, ${area}, all dates: ${entries.length > 0 ? many(entries.length, 'record') : outcome}.`,
    facts: firstRows('records', entries, shown, ({ amount, matchedBy, citation, ...entry }) => {
      const row = rowOf.get(citation.recordId);
      return {
        recordId: citation.recordId,
        ...pickFields(entry, 'title', 'date', 'status', 'statusMeaning'),
        amountUsd: amount?.value,
        matchedBy: matchedBy?.map((way) => ways[way]).join(' and '),
        citation: reading.citation ? answer.cite({ ...reading.citation, ...(row && recordOfRow(row)) }) : '',
      };
    }),
    limits: [
      'Records that carry the number or the address of the parcel; what is filed under another number or spelling is not among them.',
    ],
    verifyNext: [{ action: 'Ask for the files of the parcel', with: publisher }],
  });
}

/** What registers of these lanes hold under the parcel's own number or street address, whatever its date. */
export async function readOnParcel(
  ctx: BriefContext,
  slug: RouteName,
  lanes: readonly Lane[],
): Promise<OnParcelReading> {
  const { subject, sources, jurisdictions } = ctx;
  const located = await jurisdictions.locate(subject, sources);
  const here = 'jurisdictions' in located ? located.jurisdictions : [];
  const queried = here.map((place) => ({
    ...place,
    sources: place.sources.filter(({ lane }) => lanes.includes(lane)),
  }));
  const parcel = async (): Promise<ParcelReading> => {
    const lane = await jurisdictions.lane(subject, 'parcel', sources);
    if (lane.state !== 'configured') return { answer: unanswered(lane.state, lane.reason) };
    return within(onParcelMs, readParcel(sources, lane.configured, subject), () => ({
      answer: unanswered('unavailable', 'The parcel source did not answer in time.'),
    }));
  };
  const cardOf = (id: string) => jurisdictions.card(id);
  const question = { subject, jurisdictions: queried, cardOf, limitMs: onParcelMs };
  const exact = await readExactRecords(sources, question, parcel());
  return {
    readings: exact.map((reading) => readingOf(reading, subject, slug)),
    entries: exact.flatMap((one) => entriesOf(one)).toSorted(newestFirst),
  };
}
