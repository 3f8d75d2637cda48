import { placeWords } from '../../answers/uncovered.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import { defined } from '../../kernel/defined.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { isPointSubject } from '../../kernel/subject.ts';
import { textField } from '../../places/lanes/published.ts';
import { recordOfRow } from '../../places/lanes/reader.ts';
import { notesByParcelNumber } from '../../places/lanes/ways.ts';
import { rowCitation } from '../../rules/cited-row.ts';
import { statusMeaning } from '../../rules/permit-status-words.ts';
import { type BriefContext, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import {
  byAddress,
  byParcel,
  type Match,
  matchesIn,
  nothing,
  oneEach,
  queriedByAddress,
  queriedByParcel,
  type RegisterQuery,
  type RegistersRead,
} from './registers.ts';
import type { CloseoutFields, CloseoutPermit, CloseoutStatusWord } from './schema.ts';

interface CloseoutInput {
  readonly address?: string | undefined;
  readonly parcelIds?: readonly string[] | undefined;
}

/** The matched records, and why they are no answer where they are none. */
interface CloseoutReading extends ExtraReadings, CloseoutFields {
  /** Set where nothing may be charged. */
  readonly why: string | undefined;
}

const cited = ({ citation, row }: Match): Citation => ({ ...citation, ...recordOfRow(row) });

function permitOf(match: Match): CloseoutPermit {
  const { row, configured, by } = match;
  const text = textField(row.fields);
  const status = text('status');
  const statusReading: CloseoutPermit['statusReading'] = status
    ? (statusMeaning(configured.card.id, status)?.reading ?? 'no_published_meaning_read')
    : 'not_published';
  return defined({
    permitNumber: text('permitNumber') ?? row.recordId,
    officePermitNumber: text('localPermitNumber'),
    type: text('title'),
    work: text('description'),
    status,
    filedOn: text('filedAt'),
    approvedOn: text('approvedAt'),
    issuedOn: text('issuedAt'),
    startedOn: text('startedAt'),
    completedOn: text('completedAt'),
    expiresOn: text('expiresAt'),
    address: text('address'),
    parcelId: text('parcelId'),
    register: configured.source.name,
    statusReading,
    matchedBy: [...by],
    citation: sectionCitation(cited(match)),
  });
}

function wordsOf(matches: readonly Match[]): CloseoutStatusWord[] {
  const counted = new Map<string, CloseoutStatusWord>();
  for (const { configured, row } of matches) {
    const status = textField(row.fields)('status');
    if (!status) continue;
    const key = `${configured.source.name} ${status}`;
    const known = statusMeaning(configured.card.id, status);
    counted.set(key, {
      register: configured.source.name,
      status,
      permitCount: (counted.get(key)?.permitCount ?? 0) + 1,
      reading: known?.reading ?? 'no_published_meaning_read',
      ...(known && { meaning: known.meaning, citation: sectionCitation(rowCitation(known)) }),
    });
  }
  return [...counted.values()];
}

function certificateOf(match: Match): CloseoutFields['certificatesOfOccupancy'][number] {
  const text = textField(match.row.fields);
  return defined({
    recordId: match.row.recordId,
    type: text('title'),
    status: text('status'),
    issuedOn: text('issuedAt'),
    address: text('address'),
    register: match.configured.source.name,
    citation: sectionCitation(cited(match)),
  });
}

const digits = (text: string) => text.replace(/\D/g, '');

/** Whether a record names a parcel; a 10-digit number names the land of its 14-digit accounts. */
function namesParcel({ row }: Match, parcelId: string): boolean {
  const queried = digits(parcelId);
  return String(row.fields.parcelId ?? '')
    .split(/[^\d-]+/)
    .map(digits)
    .some((own) => own !== '' && (own.startsWith(queried) || queried.startsWith(own)));
}

/** Whether a record has a status of the permit itself: not one that its publisher keeps for something else. */
const speaks = ({ configured, row }: Match) => {
  const status = textField(row.fields)('status');
  return status !== undefined && statusMeaning(configured.card.id, status)?.reading !== 'says_nothing_of_closeout';
};

function whyFree(
  queried: RegisterQuery,
  read: RegistersRead & { readonly certificates: readonly Match[] },
  where: string,
): string | undefined {
  const { matches, unanswered, certificates } = read;
  if (queried.why) return `nothing was queried for ${where}: ${queried.why}`;
  if (unanswered.length > 0)
    return `a register did not answer in full, so a permit may be missing. ${unanswered.join('; ')}`;
  if (matches.length === 0) {
    return `the registers hold no permit that matches ${where} exactly, which does not say that no work was done`;
  }
  if (certificates.length === 0 && !matches.some(speaks)) {
    return `${many(matches.length, 'permit record')} matched ${where}, and none has a published status of the permit itself`;
  }
  return undefined;
}

function registersOf(records: readonly Match[], answer: AnswerBuilder) {
  const registers = new Map<string, { records: number; newest?: string; citation: string }>();
  for (const { configured, row, citation } of records) {
    const before = registers.get(configured.source.name);
    registers.set(configured.source.name, {
      records: (before?.records ?? 0) + 1,
      ...defined({ newest: before?.newest ?? row.occurredAt }),
      citation: before?.citation ?? answer.cite(citation),
    });
  }
  return registers;
}

const limitsOf = (matches: readonly Match[], certificates: readonly Match[]): readonly string[] => [
  ...new Set([
    ...matches.flatMap(({ configured, by }) =>
      by.includes('parcel_number') ? notesByParcelNumber(configured.source) : configured.source.limits.notes,
    ),
    ...certificates.flatMap(({ configured }) => configured.source.limits.notes),
  ]),
];

/**
 * Reads every configured register of permits by exact identifiers: the parcel numbers as given, or the address and the
 * number of the parcel that carries it. All dates; a register that is not read to its end leaves the check uncharged.
 */
export async function readCloseout(ctx: BriefContext<'area'>, input: CloseoutInput): Promise<CloseoutReading> {
  const { subject, sources } = ctx;
  const answer = new AnswerBuilder(subject);
  const queried: RegisterQuery = input.parcelIds
    ? queriedByParcel(ctx, input.parcelIds)
    : isPointSubject(subject)
      ? await queriedByAddress(ctx, subject)
      : { ...nothing, why: 'the address is known to its area only' };
  const numbers = queried.parcelIds;
  const [numbered, addressed, certified] = await Promise.all([
    byParcel(sources, queried.byParcel, numbers),
    byAddress(sources, queried.byAddress, queried.street),
    byParcel(sources, queried.certificates, numbers),
  ]);
  // the source that came first must not decide the order of the answer
  const [keyed, located, issued] = [
    matchesIn(numbered, queried.street, answer),
    matchesIn(addressed, queried.street, answer),
    matchesIn(certified, queried.street, answer),
  ];
  const matches = oneEach([...located.matches, ...keyed.matches]);
  const certificates = oneEach(issued.matches);
  const where = input.parcelIds ? many(input.parcelIds.length, 'parcel number') : placeWords(subject);
  const why = whyFree(
    queried,
    { matches, unanswered: [...located.unanswered, ...keyed.unanswered], certificates },
    where,
  );
  const registers = registersOf([...matches, ...certificates], answer);
  if (queried.why) {
    answer.note({ source: 'wired permit registers', area: where, state: 'not_covered', reason: queried.why });
  }
  const head = {
    id: 'permit_registers',
    tool: 'svc_metro_permits',
    title: 'Permit registers',
    lane: 'permits',
  } as const;
  const reading = ownReading(head, answer, {
    state: queried.why && 'not_covered',
    summary: why
      ? `Permit registers: ${why}.`
      : `Permit registers queried exactly, all dates, for ${where}: ${many(matches.length, 'permit record')}${certificates.length > 0 ? ` and ${many(certificates.length, 'certificate')} of occupancy` : ''}.`,
    facts: registers.size > 0 && {
      registers: [...registers].map(([register, found]) => ({ register, ...found })),
    },
    limits: [...limitsOf(matches, certificates), queried.note],
    verifyNext: [...queried.byAddress, ...queried.byParcel].slice(0, 1).map(({ source }) => ({
      action: 'Ask for the permit file: inspections, final sign-off and certificate of occupancy',
      with: source.publisher,
      url: source.landingUrl,
    })),
  });
  return {
    readings: [reading],
    permits: matches.map(permitOf),
    statusWords: wordsOf(matches),
    certificatesOfOccupancy: certificates.map(certificateOf),
    parcels: numbers.map((parcelId) => ({
      parcelId,
      permitCount: matches.filter((match) => namesParcel(match, parcelId)).length,
    })),
    why,
  };
}
