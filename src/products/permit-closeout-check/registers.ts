import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { readByKeys } from '../../places/lanes/keys.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { type LaneRow, readLane } from '../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';

const maxRows = 500;

/** The registers that are queried: of permits, and of certificates. */
export type RegisterLane = 'permits' | 'certificate_of_occupancy';

export type MatchedBy = 'parcel_number' | 'street_address';

/** One record of a register, found by an exact identifier. */
export interface Match {
  readonly configured: ConfiguredLane<RegisterLane>;
  readonly row: LaneRow<RegisterLane>;
  readonly citation: Citation;
  readonly by: readonly MatchedBy[];
}

/** What the registers said: their matches, and the sentences of those that did not answer in full. */
export interface RegistersRead {
  readonly matches: readonly Match[];
  readonly unanswered: readonly string[];
}

type Rows = Lookup<readonly LaneRow<RegisterLane>[]>;

function read(
  configured: ConfiguredLane<RegisterLane>,
  found: Rows,
  by: MatchedBy,
  area: string,
  answer: AnswerBuilder,
): RegistersRead {
  const { recordScope } = configured.source;
  answer.addLookup(found, { area, ...(recordScope && { recordScope }) });
  const whole = found.state === 'found' || found.state === 'stale' || found.state === 'empty';
  const why = 'reason' in found && found.reason ? found.reason : 'it did not answer';
  return {
    matches: hasData(found) ? found.data.map((row) => ({ configured, row, citation: found.citation, by: [by] })) : [],
    unanswered: whole ? [] : [`${configured.source.name}: ${why}`],
  };
}

const joined = (parts: readonly RegistersRead[]): RegistersRead => ({
  matches: parts.flatMap(({ matches }) => matches),
  unanswered: parts.flatMap(({ unanswered }) => unanswered),
});

/** Records that carry one of the parcel numbers. */
export async function byParcel(
  sources: SourceAccess,
  lanes: readonly ConfiguredLane<RegisterLane>[],
  parcelIds: readonly string[],
  answer: AnswerBuilder,
): Promise<RegistersRead> {
  const area = many(parcelIds.length, 'parcel number');
  const found = await Promise.all(
    lanes.map(async (configured) => ({
      configured,
      rows: await readByKeys(sources, configured, parcelIds, { limit: maxRows }),
    })),
  );
  return joined(found.map(({ configured, rows }) => read(configured, rows, 'parcel_number', area, answer)));
}

/** Records that carry the street line; rows whose own address is another one are left out. */
export async function byAddress(
  sources: SourceAccess,
  lanes: readonly ConfiguredLane<RegisterLane>[],
  street: string,
  answer: AnswerBuilder,
): Promise<RegistersRead> {
  const found = await Promise.all(
    lanes.map(async (configured) => ({
      configured,
      rows: await readLane(sources, configured, { address: street, limit: maxRows }),
    })),
  );
  const parts = found.map(({ configured, rows }) =>
    read(configured, rows, 'street_address', `the address ${street}`, answer),
  );
  const { matches, unanswered } = joined(parts);
  return { matches: matches.filter(({ row }) => sameAddress(row.fields.address, street) !== false), unanswered };
}

/** The same record found in two ways is one match; newest first. */
export function oneEach(matches: readonly Match[]): readonly Match[] {
  const known = new Map<string, Match>();
  for (const [at, match] of matches.entries()) {
    const { source } = match.configured;
    const key = `${source.endpoint} ${source.table ?? ''} ${match.row.recordId ?? `unnumbered ${at}`}`;
    const before = known.get(key);
    known.set(key, before ? { ...before, by: [...new Set([...before.by, ...match.by])] } : match);
  }
  return [...known.values()].sort((a, b) => (b.row.occurredAt ?? '').localeCompare(a.row.occurredAt ?? '', 'en'));
}
