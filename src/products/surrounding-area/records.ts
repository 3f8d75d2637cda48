import { distanceMeters } from '../../geometry/geo.ts';
import { AnswerBuilder, held } from '../../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { dayMs } from '../../kernel/time.ts';
import { gatheredLookup } from '../../places/lanes/gathered.ts';
import { readByKeys } from '../../places/lanes/keys.ts';
import { linkOf, readLinked } from '../../places/lanes/linked.ts';
import type { SurroundingParcel } from '../../places/lanes/parcels-within.ts';
import { type LaneRow, readLane } from '../../places/lanes/reader.ts';
import { takesParcelNumber } from '../../places/lanes/ways.ts';
import type { LaneField } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { codedOf } from './aggregate.ts';
import { plainNumber } from './foundation.ts';
import { type AreaQuestion, around, headOf, type LaneCounts, readWidest, unread } from './registers.ts';
import { type RecordCountLane, windowMeters } from './schema.ts';

const maxRecords = 4000;
/** Parcels by whose numbers a register is queried; more are not queried at once. */
const maxParcels = 400;

/**
 * Days of records that are counted, what is filed daily over a year and what takes longer over three; and the published
 * field that says of which kind an entry is.
 */
const counted: { readonly [L in RecordCountLane]: { readonly days: number; readonly type: LaneField<L> } } = {
  permits: { days: 365, type: 'type' },
  development_cases: { days: 1095, type: 'type' },
  transfers: { days: 1095, type: 'deedType' },
  code_violations: { days: 365, type: 'type' },
  service_requests: { days: 365, type: 'type' },
};

type Configured = ConfiguredLane<RecordCountLane>;
type Row = LaneRow<RecordCountLane>;

/** A block is about 200 m long: what is known to its block is in no compact window. */
function finest({ source }: Configured): number | undefined {
  if (source.locationPrecision === 'exact') return Math.min(...windowMeters);
  return source.locationPrecision === 'block' ? 250 : undefined;
}

interface ReadSoFar {
  readonly configured: Configured;
  readonly found: Lookup<readonly Row[]>;
  readonly meters: number;
  readonly area: string;
  readonly since: string | undefined;
  readonly until: string;
  readonly atOf: (row: Row) => number | undefined;
  readonly reasons?: readonly string[];
}

const day = (date: Date) => date.toISOString().slice(0, 10);

function periodOf({ source }: Configured, { now }: AreaQuestion) {
  const { dateField } = source.query;
  const days = Math.min(counted[source.lane].days, source.limits.lookbackDaysMax ?? Number.POSITIVE_INFINITY);
  const earliest = day(new Date(now.getTime() - days * dayMs));
  const yearStart = `${now.getUTCFullYear()}-01-01`;
  const since =
    dateField === undefined ? undefined : source.limits.yearly && earliest < yearStart ? yearStart : earliest;
  return { since, until: day(now) };
}

function readingOf({ configured, found, meters, area, since, until, atOf, reasons = [] }: ReadSoFar): LaneCounts {
  const { source } = configured;
  const rows = hasData(found) ? found.data : [];
  const { type } = counted[source.lane];
  const placed = rows.flatMap((row) => {
    const away = atOf(row);
    const { [type]: kind } = row.fields as Readonly<Record<string, unknown>>;
    return away === undefined || away > meters ? [] : [{ meters: away, code: codedOf(kind) }];
  });
  const withoutPosition = rows.filter((row) => atOf(row) === undefined).length;
  const head = headOf(configured, found, area);
  return {
    ...head,
    count: placed.length,
    ...(since && { period: `${since} to ${until}` }),
    ...(source.recordScope && { recordScope: source.recordScope }),
    reasons: held([
      ...head.reasons,
      ...reasons,
      !since && 'not bounded by date: the source has none',
      withoutPosition > 0 && `${many(withoutPosition, 'entry', 'entries')} without a position are in no window`,
    ]),
    // what nothing places could lie in any window
    completeMeters: head.whole && withoutPosition === 0 ? meters : 0,
    entries: placed,
    isCoded: type in source.fields,
    finestMeters: finest(configured),
  };
}

async function byRadius(configured: Configured, question: AreaQuestion): Promise<LaneCounts> {
  const period = periodOf(configured, question);
  const most = configured.source.query.radius?.maxMeters ?? 0;
  const { center: point, sources } = question;
  const bounds = { limit: maxRecords, ...(period.since && { since: period.since }) };
  const { found, meters: wanted } = await readWidest(question, (meters) =>
    readLane(sources, configured, { point, radiusMeters: Math.min(meters, most), ...bounds }),
  );
  const meters = Math.min(wanted, most);
  const atOf = (row: Row) => row.point && Math.round(distanceMeters(point, row.point));
  const reasons = meters < wanted ? [`the source is read to ${meters} m at most`] : [];
  return readingOf({ configured, found, meters, area: around(meters), ...period, atOf, reasons });
}

function numbersOf(parcels: readonly SurroundingParcel[]) {
  const numbers = new Map<string, number>();
  const queried: string[] = [];
  for (const { row, meters } of parcels) {
    const number = row.fields.parcelId ?? row.fields.accountId;
    if (number === undefined || numbers.has(plainNumber(number))) continue;
    numbers.set(plainNumber(number), meters);
    queried.push(String(number));
  }
  return { numbers, queried };
}

async function byParcels(
  configured: Configured,
  all: readonly Configured[],
  question: AreaQuestion,
): Promise<LaneCounts> {
  const { parcels, sources } = question;
  const { numbers, queried } = numbersOf(parcels.parcels);
  const period = periodOf(configured, question);
  const area = `on ${many(Math.min(queried.length, maxParcels), 'tax parcel')} ${around(parcels.readMeters)}`;
  const cases = all.flatMap((one) =>
    one.source.lane === 'development_cases' ? [one as ConfiguredLane<'development_cases'>] : [],
  );
  const link = linkOf(cases);
  const keys = queried.slice(0, maxParcels);
  let found: Lookup<readonly Row[]>;
  let parcelOf = (row: Row): unknown => row.fields.parcelId;
  if (link?.index.card.id === configured.card.id) {
    const answer = new AnswerBuilder();
    const { cited, parcelsOf } = await readLinked({ sources, answer }, link, keys, area);
    found = gatheredLookup(answer, configured.card.name, cited?.data ?? []);
    parcelOf = ({ recordId = '' }) => parcelsOf.get(recordId);
  } else {
    const since = period.since && { since: period.since };
    found = await readByKeys(sources, configured, keys, { limit: maxRecords, ...since });
  }
  const isCut = queried.length > maxParcels || parcels.completeMeters < parcels.readMeters;
  const reading = readingOf({
    configured,
    found,
    meters: parcels.readMeters,
    area,
    ...period,
    atOf: (row) => numbers.get(plainNumber(parcelOf(row))),
    reasons: isCut ? ['not every tax parcel of the window was queried'] : [],
  });
  return { ...reading, ...(isCut && { completeMeters: 0, whole: false }) };
}

/** One reading of each register of a lane: by position where it has one, else by the numbers of the parcels around. */
export async function readRecords(lane: RecordCountLane, question: AreaQuestion): Promise<readonly LaneCounts[]> {
  const location = await question.jurisdictions.lane(question.subject, lane, question.sources);
  if (location.state !== 'configured') return [unread(lane, location, question)];
  const configured: readonly Configured[] = location.configured;
  const placed = configured.filter(({ source }) => source.query.radius);
  if (placed.length > 0) return Promise.all(placed.map((one) => byRadius(one, question)));
  const numbered = configured.filter(
    ({ source, jurisdiction }) =>
      takesParcelNumber(source) && sharesCounty(jurisdiction, question.parcels.lane.jurisdiction),
  );
  if (numbered.length > 0) return Promise.all(numbered.map((one) => byParcels(one, configured, question)));
  const reason = 'kept by record number or address, and not by position or parcel: it cannot be counted around a place';
  const [first] = configured;
  return [unread(lane, { state: 'not_covered', reason }, question, first)];
}

/** Parcels are numbered county by county: a register of another one keeps other numbers. */
const sharesCounty = (a: Configured['jurisdiction'], b: Configured['jurisdiction']) =>
  a.id === b.id || a.geoid.county.some((fips) => b.geoid.county.includes(fips));
