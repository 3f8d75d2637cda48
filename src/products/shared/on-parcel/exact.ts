import { within } from '../../../kernel/bounded.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { hasData, type Lookup } from '../../../kernel/lookup.ts';
import type { SourceAccess } from '../../../kernel/ports/sources.ts';
import type { SourceCard } from '../../../kernel/source-card.ts';
import { isMatchedAddress, type Subject } from '../../../kernel/subject.ts';
import { readByKeys } from '../../../places/lanes/keys.ts';
import { detailsOf, linkOf } from '../../../places/lanes/linked.ts';
import { sameAddress } from '../../../places/lanes/parcel.ts';
import { type LaneRow, readLane } from '../../../places/lanes/reader.ts';
import { takesAddress, takesParcelNumber, takesRecordNumber } from '../../../places/lanes/ways.ts';
import type { Jurisdiction, Lane } from '../../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../../places/schema/port.ts';
import type { MatchedBy } from '../../../reports/sections.ts';
import type { ParcelReading } from '../parcel.ts';

const exactLanes = [
  'permits',
  'certificate_of_occupancy',
  'code_violations',
  'service_requests',
  'development_cases',
  'transfers',
] as const satisfies readonly Lane[];
export type ExactLane = (typeof exactLanes)[number];

const maxRows = 200;

export interface ExactReading {
  readonly configured: ConfiguredLane<ExactLane>;
  readonly lane: ExactLane;
  readonly state: Lookup<unknown>['state'];
  readonly rows: readonly { readonly row: LaneRow<ExactLane>; readonly by: readonly MatchedBy[] }[];
  readonly citation?: Citation;
  readonly by: readonly MatchedBy[];
  readonly reason?: string;
  /** Something that was queried did not answer, be it in one of two ways. */
  readonly failed?: boolean;
}

interface ExactQuestion {
  readonly subject: Subject;
  readonly jurisdictions: readonly Jurisdiction[];
  readonly cardOf: (id: string) => SourceCard | undefined;
  readonly limitMs: number;
}

type Configured = ConfiguredLane<ExactLane>;
type Rows = Lookup<readonly LaneRow<ExactLane>[]>;

type ParcelNumber = { readonly number: string } | { readonly state: 'unavailable' | 'unresolved' };

/** The number under which the parcel's own records are kept; none where the parcel may be a neighbor's. */
function numberOf({ parcel, answer }: ParcelReading): ParcelNumber {
  const own = parcel && parcel.addressAgrees !== false ? parcel.parcelId : undefined;
  if (own !== undefined && /\d/.test(own)) return { number: own };
  return { state: answer.state === 'unavailable' ? 'unavailable' : 'unresolved' };
}

function unasked(number: ParcelNumber): Pick<ExactReading, 'state' | 'reason' | 'failed'> {
  if ('number' in number) throw new Error('a register was queried and gave no reading');
  const failed = number.state === 'unavailable';
  const why = failed ? 'the parcel source did not answer' : 'no parcel number of the address is known';
  return {
    state: number.state,
    reason: `It is kept by parcel number, and ${why}.`,
    ...(failed && { failed }),
  };
}

/** The records of a parcel in a lane that its publisher keeps in two sets. */
async function readDetails(sources: SourceAccess, all: readonly Configured[], index: Configured, number: string) {
  const named: Rows = await readByKeys(sources, index, [number], { limit: maxRows });
  const cases = all.flatMap((one) =>
    one.source.lane === 'development_cases' ? [one as ConfiguredLane<'development_cases'>] : [],
  );
  const link = linkOf(cases);
  if (!link || link.index.card.id !== index.card.id || !hasData(named)) return named;
  const ids = named.data.flatMap(({ recordId }) => recordId ?? []);
  return detailsOf(sources, link.details, ids) as Promise<Rows>;
}

interface Asked {
  readonly by: MatchedBy;
  readonly found: Rows;
}

/** The same row found in both ways is one; a row whose own address is another one is none of the parcel. */
function rowsOf(queried: readonly Asked[], street: string | undefined): ExactReading['rows'] {
  const rows = new Map<string, { row: LaneRow<ExactLane>; by: MatchedBy[] }>();
  for (const { by, found } of queried) {
    for (const [at, row] of (hasData(found) ? found.data : []).entries()) {
      if (by === 'street_address' && sameAddress(addressOf(row), street) === false) continue;
      const key = row.recordId ?? `${by} ${at}`;
      const known = rows.get(key);
      rows.set(key, known ? { row: known.row, by: [...known.by, by] } : { row, by: [by] });
    }
  }
  return [...rows.values()];
}

/** One state for what was queried in one or two ways: a way that failed makes the whole partial. */
function stateOf(
  queried: readonly Asked[],
  rows: number,
): Pick<ExactReading, 'state' | 'reason' | 'citation' | 'failed'> {
  const found = queried.map((one) => one.found);
  const answered = found.find((one) => 'citation' in one);
  const failed = found.find((one) => !hasData(one) && one.state !== 'empty');
  const short = failed ?? found.find((one) => one.state === 'partial' || one.state === 'stale');
  const reason = short && 'reason' in short ? short.reason : undefined;
  const read = short?.state ?? (rows > 0 ? 'found' : 'empty');
  return {
    state: answered && failed ? 'partial' : read,
    ...(failed?.state === 'unavailable' && { failed: true }),
    ...(answered && 'citation' in answered && { citation: answered.citation }),
    ...(reason !== undefined && { reason }),
  };
}

async function readOne(
  sources: SourceAccess,
  all: readonly Configured[],
  configured: Configured,
  street: string | undefined,
  number: Promise<ParcelNumber>,
): Promise<ExactReading> {
  const { source } = configured;
  const byNumber = takesParcelNumber(source)
    ? number.then((known) => ('number' in known ? readDetails(sources, all, configured, known.number) : undefined))
    : undefined;
  const byAddress: Promise<Rows> | undefined =
    street !== undefined && takesAddress(source)
      ? readLane(sources, configured, { address: street, limit: maxRows })
      : undefined;
  const [numbered, addressed] = await Promise.all([byNumber, byAddress]);
  const queried: Asked[] = [
    ...(numbered ? [{ by: 'parcel_number' as const, found: numbered }] : []),
    ...(addressed ? [{ by: 'street_address' as const, found: addressed }] : []),
  ];
  if (queried.length === 0) return { configured, lane: source.lane, rows: [], by: [], ...unasked(await number) };
  const rows = rowsOf(queried, street);
  return { configured, lane: source.lane, rows, by: queried.map(({ by }) => by), ...stateOf(queried, rows.length) };
}

function addressOf({ fields }: LaneRow<ExactLane>): string | undefined {
  const value = (fields as Readonly<Record<string, unknown>>).address;
  return value === undefined ? undefined : String(value);
}

/**
 * Asks every configured source that takes the parcel's number or its street line for what carries them, whatever its
 * date. What needs the address alone does not wait for the parcel. One reading per source that could be queried.
 */
export async function readExactRecords(
  sources: SourceAccess,
  { subject, jurisdictions, cardOf, limitMs }: ExactQuestion,
  parcel: Promise<ParcelReading>,
): Promise<readonly ExactReading[]> {
  const street = isMatchedAddress(subject) ? subject.streetLine : undefined;
  const number = parcel.then(numberOf);
  const configured = jurisdictions.flatMap((jurisdiction) =>
    jurisdiction.sources.flatMap((source): Configured[] => {
      const card = cardOf(source.cardId);
      const isExact = (exactLanes as readonly Lane[]).includes(source.lane);
      return card && isExact ? [{ jurisdiction, source, card } as Configured] : [];
    }),
  );
  const canBeAsked = ({ source }: Configured) =>
    (takesParcelNumber(source) || (street !== undefined && takesAddress(source))) && !takesRecordNumber(source);
  return Promise.all(
    configured.filter(canBeAsked).map((one) =>
      within(limitMs, readOne(sources, configured, one, street, number), () => ({
        configured: one,
        lane: one.source.lane,
        state: 'unavailable' as const,
        rows: [],
        by: [],
        reason: `${one.card.name} did not answer within ${Math.round(limitMs / 1000)} seconds.`,
      })),
    ),
  );
}
