import type { ToolContext } from '../../catalog/context.ts';
import { pickFields } from '../../fields/table.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { mapBounded, within } from '../../kernel/bounded.ts';
import { defined } from '../../kernel/defined.ts';
import { pendingEvidence } from '../../kernel/evidence.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isPointSubject, type PointSubject, type Subject } from '../../kernel/subject.ts';
import { dayMs, toSeconds } from '../../kernel/time.ts';
import { gatheredLookup } from '../../places/lanes/gathered.ts';
import { type Matter, mattersSince } from '../../places/lanes/matters.ts';
import { type LaneRow, readLane } from '../../places/lanes/reader.ts';
import { readRentalRegisters } from '../../places/lanes/registers.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { differenceOf, type Listed } from './diff.ts';
import type { Change, MonitorResult, RegisterCheck, Snapshot, WatchedLane } from './schema.ts';

const maxRecords = 3000;
const registerMs = 20_000;
const atOnce = 3;

type Asking = Pick<ToolContext, 'sources' | 'jurisdictions' | 'now'>;
type Listings = Lookup<readonly Listed[]>;

const listedRow = ({ recordId: id, fields, occurredAt: date, recordUrl }: LaneRow): Listed => ({
  ...{ id, fields, date, recordUrl },
});

const listedMatter = ({ number: id, introducedOn: date, url: recordUrl, ...fields }: Matter): Listed => ({
  ...{ id, fields: { ...fields, introducedOn: date }, date, recordUrl },
});

async function ofBuilding(
  ctx: Asking,
  configured: ConfiguredLane<'rental_registry'>,
  subject: PointSubject,
): Promise<Listings> {
  const answer = new AnswerBuilder();
  const { entries } = await readRentalRegisters({ ...ctx, subject, answer }, [configured]);
  return gatheredLookup(
    answer,
    configured.card.name,
    entries.map(({ row }) => listedRow(row)),
  );
}

const isLane = <L extends WatchedLane>(
  lane: L,
  configured: ConfiguredLane<WatchedLane>,
): configured is ConfiguredLane<L> => configured.source.lane === lane;

/** What a register lists now, and not what it was last heard to list. */
const queriedAnew = (sources: SourceAccess): SourceAccess => ({
  ...sources,
  fetch: (card, request) => sources.fetch(card, { ...request, ttlSeconds: 0 }),
});

async function ask(
  ctx: Asking,
  configured: ConfiguredLane<WatchedLane>,
  { way, since = '' }: Snapshot,
  subject: PointSubject,
): Promise<Listings> {
  if (way.by === 'council' && isLane('legislation', configured)) {
    const found = await mattersSince(ctx.sources, configured, since);
    return hasData(found) ? { ...found, data: found.data.map(listedMatter) } : found;
  }
  if (way.by === 'building' && isLane('rental_registry', configured)) return ofBuilding(ctx, configured, subject);
  const shared = { limit: maxRecords, ...(since !== '' && { since }) };
  const query =
    way.by === 'radius'
      ? { point: subject, radiusMeters: way.radiusMeters }
      : way.by === 'parcel'
        ? { key: way.parcelId }
        : way.by === 'address'
          ? { address: way.streetLine }
          : {};
  const found = await readLane(ctx.sources, configured, { ...query, ...shared });
  return hasData(found) ? { ...found, data: found.data.map(listedRow) } : found;
}

/** The day before which a register keeps nothing: what it drops for its age has not changed. */
function keptSinceOf({ source }: ConfiguredLane<WatchedLane>, now: Date): string | undefined {
  const { lookbackDaysMax, yearly } = source.limits;
  const days =
    lookbackDaysMax === undefined
      ? []
      : [new Date(now.getTime() - (lookbackDaysMax - 1) * dayMs).toISOString().slice(0, 10)];
  return [...days, ...(yearly ? [`${now.getUTCFullYear()}-01-01`] : [])].sort().at(-1);
}

interface Reading {
  readonly snapshot: Snapshot;
  readonly check: RegisterCheck;
  readonly changes: readonly Change[];
}

const missed = (snapshot: Snapshot, reason: string): Reading => ({
  snapshot,
  check: { lane: snapshot.lane, register: snapshot.register, state: 'not_checked', reason: reason.slice(0, 300) },
  changes: [],
});

/** One register, held against what is known of it. Where it fails nothing of that moves. */
async function readOne(
  { sources, jurisdictions, now }: Asking,
  subject: PointSubject,
  snapshot: Snapshot,
): Promise<Reading> {
  const location = await jurisdictions.lane(subject, snapshot.lane, sources);
  if (location.state !== 'configured') return missed(snapshot, location.reason);
  const configured = location.configured.find(({ card }) => card.id === snapshot.cardId);
  if (!configured) return missed(snapshot, 'the register is wired here no longer');
  const found = await ask({ jurisdictions, now, sources: queriedAnew(sources) }, configured, snapshot, subject);
  if (!('citation' in found)) return missed(snapshot, found.reason);
  // what failed in between is no list that anything could be missing in
  if (found.state === 'partial' && found.missing === 'failed') return missed(snapshot, found.reason);
  const records = hasData(found) ? found.data : [];
  const isWhole = found.state !== 'partial';
  const citation = sectionCitation({ ...found.citation, fetchedAt: toSeconds(found.citation.fetchedAt) });
  const keptSince = keptSinceOf(configured, now);
  const difference = differenceOf(snapshot, { records, isWhole, citation, keptSince });
  const { changes, firstSeenCount, agedOutCount } = difference;
  const reason = 'reason' in found ? found.reason : undefined;
  const whole: RegisterCheck['state'] = isWhole ? 'checked' : 'checked_in_part';
  const state: RegisterCheck['state'] = snapshot.records ? whole : 'baseline_taken';
  return {
    snapshot: difference.snapshot,
    changes,
    check: defined({
      ...pickFields(snapshot, 'lane', 'register'),
      state,
      reason: reason?.slice(0, 300),
      recordCount: Object.keys(difference.snapshot.records ?? {}).length,
      changeCount: changes.length,
      firstSeenCount: firstSeenCount || undefined,
      agedOutCount: agedOutCount || undefined,
    }),
  };
}

/** All registers of a monitor at one moment. */
export async function readAll(ctx: Asking, subject: Subject, snapshots: readonly Snapshot[]): Promise<MonitorResult> {
  if (!isPointSubject(subject)) throw new Error('a place that is watched is a point');
  const late = (snapshot: Snapshot) => () => missed(snapshot, `did not answer within ${registerMs / 1000} seconds`);
  const readings = await mapBounded(snapshots, atOnce, (snapshot) =>
    within(registerMs, readOne(ctx, subject, snapshot), late(snapshot)),
  );
  return {
    subject,
    snapshots: readings.map(({ snapshot }) => snapshot),
    registers: readings.map(({ check }) => check),
    changes: readings.flatMap(({ changes }) => changes),
    checkedAt: ctx.now.toISOString(),
  };
}

/** The first reading, which resolved the place too: who matched it is cited like the registers. */
export async function readBaseline(
  ctx: Asking,
  subject: Subject,
  snapshots: readonly Snapshot[],
): Promise<MonitorResult> {
  const baseline = await readAll(ctx, subject, snapshots);
  const { citation } = subject;
  return citation
    ? { ...baseline, subject: { ...subject, citation: { evidence: pendingEvidence, ...citation } } }
    : baseline;
}

/** "3 of 3 registers read: 12 records that later checks are held against." */
export function baselineWords({ registers }: Pick<MonitorResult, 'registers'>): string {
  const read = registers.filter(({ state }) => state !== 'not_checked');
  const records = read.reduce((sum, { recordCount = 0 }) => sum + recordCount, 0);
  return `${read.length} of ${many(registers.length, 'register')} read: ${many(records, 'record')} that later checks are held against.`;
}

/** "2 of 3 registers checked: 1 added, 2 changed, 1 no longer listed." */
export function summaryOf({ registers, changes }: Pick<MonitorResult, 'registers' | 'changes'>): string {
  const checked = registers.filter(({ state }) => state !== 'not_checked').length;
  const of = (change: Change['change'], words: string) => {
    const count = changes.filter((one) => one.change === change).length;
    return count > 0 ? [`${count} ${words}`] : [];
  };
  const counted = [...of('added', 'added'), ...of('changed', 'changed'), ...of('no_longer_listed', 'no longer listed')];
  return `${checked} of ${many(registers.length, 'register')} checked: ${counted.length > 0 ? counted.join(', ') : 'no change'}.`;
}
