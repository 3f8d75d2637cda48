import { configuredAnywhere } from '../../answers/uncovered.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { readByKeys } from '../../places/lanes/keys.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { configuredInCounty } from '../../places/lanes/permits.ts';
import { type LaneRow, readLane } from '../../places/lanes/reader.ts';
import { takesAddress, takesParcelNumber } from '../../places/lanes/ways.ts';
import type { ConfiguredLane, LaneLocation } from '../../places/schema/port.ts';
import type { MatchedBy } from '../../reports/sections.ts';
import type { BriefContext } from '../shared/brief-route.ts';
import { readParcel } from '../shared/parcel.ts';

const maxRows = 500;

export type RegisterLane = 'permits' | 'certificate_of_occupancy';

export interface Match {
  readonly configured: ConfiguredLane<RegisterLane>;
  readonly row: LaneRow<RegisterLane>;
  readonly citation: Citation;
  readonly by: readonly MatchedBy[];
}

export interface RegistersRead {
  readonly matches: readonly Match[];
  readonly unanswered: readonly string[];
}

/** What one register answered to one kind of question. */
interface Found {
  readonly configured: ConfiguredLane<RegisterLane>;
  readonly rows: Lookup<readonly LaneRow<RegisterLane>[]>;
  readonly by: MatchedBy;
  readonly area: string;
}

/** The matches of what was found, in its order; rows whose own address is another one than the street line are left out. */
export function matchesIn(found: readonly Found[], street: string | undefined, answer: AnswerBuilder): RegistersRead {
  const parts = found.map(({ configured, rows, by, area }) => {
    const { recordScope, name } = configured.source;
    answer.addLookup(rows, { area, recordScope });
    const whole = rows.state === 'found' || rows.state === 'stale' || rows.state === 'empty';
    const why = 'reason' in rows && rows.reason ? rows.reason : 'it did not answer';
    const matches = hasData(rows)
      ? rows.data.map((row) => ({ configured, row, citation: rows.citation, by: [by] }))
      : [];
    return {
      matches: matches.filter(({ row }) => by === 'parcel_number' || sameAddress(row.fields.address, street) !== false),
      unanswered: whole ? [] : [`${name}: ${why}`],
    };
  });
  return {
    matches: parts.flatMap(({ matches }) => matches),
    unanswered: parts.flatMap(({ unanswered }) => unanswered),
  };
}

/** Records that carry one of the parcel numbers. */
export async function byParcel(
  sources: SourceAccess,
  lanes: readonly ConfiguredLane<RegisterLane>[],
  parcelIds: readonly string[],
): Promise<readonly Found[]> {
  if (parcelIds.length === 0) return [];
  const area = many(parcelIds.length, 'parcel number');
  return Promise.all(
    lanes.map(async (configured) => {
      const rows = await readByKeys(sources, configured, parcelIds, { limit: maxRows });
      return { configured, rows, by: 'parcel_number' as const, area };
    }),
  );
}

/** Records that carry the street line. */
export async function byAddress(
  sources: SourceAccess,
  lanes: readonly ConfiguredLane<RegisterLane>[],
  address: string | undefined,
): Promise<readonly Found[]> {
  if (address === undefined) return [];
  return Promise.all(
    lanes.map(async (configured) => {
      const rows = await readLane(sources, configured, { address, limit: maxRows });
      return { configured, rows, by: 'street_address' as const, area: `the address ${address}` };
    }),
  );
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

/** By what the registers are queried, or why they cannot be. */
export interface RegisterQuery {
  readonly parcelIds: readonly string[];
  readonly byParcel: readonly ConfiguredLane<RegisterLane>[];
  readonly byAddress: readonly ConfiguredLane<RegisterLane>[];
  readonly certificates: readonly ConfiguredLane<RegisterLane>[];
  readonly street: string | undefined;
  readonly why?: string;
  /** A parcel number that could not be used, as a sentence. */
  readonly note?: string;
}

export const nothing = { parcelIds: [], byParcel: [], byAddress: [], certificates: [], street: undefined } as const;

/** The registers of the county and its cities that take a parcel number. */
export function queriedByParcel(ctx: BriefContext<'area'>, parcelIds: readonly string[]): RegisterQuery {
  const lane = configuredInCounty(configuredAnywhere(ctx.jurisdictions, 'permits'), ctx.subject);
  if (lane.state !== 'configured') return { ...nothing, parcelIds, why: lane.reason };
  const issued = configuredAnywhere(ctx.jurisdictions, 'certificate_of_occupancy');
  const certificates = configuredOf(configuredInCounty(issued, ctx.subject));
  return { ...nothing, parcelIds, byParcel: lane.configured, certificates };
}

/** The registers at the address, and the number of the parcel that carries it. */
export async function queriedByAddress(ctx: BriefContext<'area'>, subject: PointSubject): Promise<RegisterQuery> {
  const { jurisdictions, sources } = ctx;
  const street = isMatchedAddress(subject) ? subject.streetLine : undefined;
  if (!street)
    return { ...nothing, why: 'the address was not matched to a street line, so no record can match exactly' };
  const [permits, certificates, parcels] = await Promise.all([
    jurisdictions.lane(subject, 'permits', sources),
    jurisdictions.lane(subject, 'certificate_of_occupancy', sources),
    jurisdictions.lane(subject, 'parcel', sources),
  ]);
  const lanes = {
    byParcel: configuredOf(permits).filter(({ source }) => takesParcelNumber(source)),
    byAddress: configuredOf(permits).filter(({ source }) => takesAddress(source)),
  };
  if (permits.state === 'unavailable') return { ...nothing, street, why: permits.reason };
  if (lanes.byParcel.length + lanes.byAddress.length === 0)
    return { ...nothing, street, why: 'no permit register that can be queried exactly is wired there' };
  const reading =
    parcels.state === 'configured' && lanes.byParcel.length > 0
      ? await readParcel(sources, parcels.configured, subject)
      : undefined;
  const { parcelId, addressAgrees } = reading?.parcel ?? {};
  if (parcelId && addressAgrees === true) {
    return { ...lanes, street, parcelIds: [parcelId], certificates: configuredOf(certificates) };
  }
  if (lanes.byParcel.length > 0 && (parcels.state === 'unavailable' || reading?.answer.state === 'unavailable')) {
    const why = 'the parcel source did not answer, and registers here are kept by parcel number';
    return { ...nothing, street, why };
  }
  const note = 'No parcel record carries this address, so registers that are kept by parcel number were not queried.';
  return { ...nothing, byAddress: lanes.byAddress, street, ...(lanes.byParcel.length > 0 && { note }) };
}

const configuredOf = <L extends RegisterLane>(lane: LaneLocation<L>): readonly ConfiguredLane<L>[] =>
  lane.state === 'configured' ? lane.configured : [];
