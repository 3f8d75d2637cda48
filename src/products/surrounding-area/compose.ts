import { searchedWords, summaryOf } from '../../findings/summary.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { Subject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import { limitsOf } from '../../rules/limits.ts';
import { type Checked, checkedComponent, checkedLane, SourceList } from '../shared/compose/ledger.ts';
import { laneTitle, placeName } from '../shared/compose/words.ts';
import { inOrder, soldSubject } from '../shared/sold-body.ts';
import { countCodes, parcelCounts } from './aggregate.ts';
import {
  type AreaInput,
  compactMeters,
  type Foundation,
  type NoFoundation,
  others,
  parcelLedger,
} from './foundation.ts';
import type { AreaMaterial } from './gather.ts';
import { cited, type LaneCounts } from './registers.ts';
import {
  type AnalysisDiagnostic,
  diagnosticKind,
  type Packet,
  packetKind,
  type RecordCountLane,
  type RecordCounts,
  recordLanes,
  type Window,
  type ZoningCounts,
} from './schema.ts';
import { districtOf } from './zoning.ts';

const isCounted = (lane: string): lane is RecordCountLane => (recordLanes as readonly string[]).includes(lane);

/** Entries of one register within a distance; null where it was not read to its end so far out, or places them too coarsely. */
function recordCounts(reading: LaneCounts, meters: number): RecordCounts | undefined {
  const { lane, citation, completeMeters, finestMeters, entries, isCoded } = reading;
  if (!citation || !isCounted(lane)) return undefined;
  const head = { lane, label: laneTitle(lane) };
  const source = { citation: cited(citation) };
  if (finestMeters === undefined || finestMeters > meters) {
    return { ...head, count: null, reason: 'the source does not place its entries closely enough', ...source };
  }
  if (completeMeters < meters) {
    return { ...head, count: null, reason: `the register was not read to its end within ${meters} m`, ...source };
  }
  const inside = entries.filter((entry) => entry.meters <= meters);
  return {
    ...head,
    count: inside.length,
    ...(isCoded && inside.length > 0 && { byType: countCodes(inside.map(({ code }) => code)) }),
    ...source,
  };
}

function windowOf(material: AreaMaterial, read: AreaMaterial['compact'], meters: number): Window {
  const parcels = others(read.parcels, material).filter((parcel) => parcel.meters <= meters);
  return {
    withinMeters: meters,
    parcels: parcelCounts(read, parcels, meters, cited(read.citation)),
    zoning: material.zoning.flatMap((map): ZoningCounts[] =>
      map.citation && map.completeMeters >= meters && map.districts.length > 0
        ? [
            {
              byDistrict: countCodes(parcels.map((parcel) => districtOf(parcel, map))),
              citation: cited(map.citation),
            },
          ]
        : [],
    ),
    records: material.records.flatMap((reading) => recordCounts(reading, meters) ?? []),
  };
}

/** The compact windows, and the rings that the request covers whole where the parcel register was read to its end. Pure. */
function windowsOf(material: AreaMaterial): Pick<Packet, 'windows' | 'rings'> {
  const { compact, wide } = material;
  const ring = (meters: number) => (wide && wide.completeMeters >= meters ? windowOf(material, wide, meters) : null);
  return {
    windows: { '100m': windowOf(material, compact, 100), '200m': windowOf(material, compact, 200) },
    rings: { '250m': ring(250), '500m': ring(500), '1000m': ring(1000) },
  };
}

export const caveats = limitsOf('surrounding-area-analysis');

const parcelTitle = 'Parcels around';

/** The ledger: the parcel of the place, the parcels around it, then lane by lane. */
function ledgerOf(
  { lookup, compact, ownNumbers, center }: Pick<Foundation, 'lookup' | 'compact' | 'ownNumbers' | 'center'>,
  readings: readonly LaneCounts[],
  wide?: Pick<AreaMaterial, 'wide' | 'wideReason'>,
): readonly Checked[] {
  const read = wide?.wide ?? compact;
  const parcels = checkedLane(parcelLedger(read, others(read.parcels, { ownNumbers, center }).length));
  const reason = [parcels.entry.reason, wide?.wideReason && `not read farther out: ${wide.wideReason}`].filter(Boolean);
  return [
    checkedComponent(lookup),
    {
      ...parcels,
      entry: { ...parcels.entry, label: parcelTitle, ...(reason.length > 0 && { reason: reason.join('; ') }) },
    },
    ...readings.map(checkedLane),
  ];
}

const use = ({ parcels }: Window) => {
  const [first] = parcels.byUse.byCode;
  const name = first && plainName(first.meaning ?? first.code);
  return name ? `, the most frequent published use ${name} (${first.count})` : '';
};

/** "building permits 4; recorded sales 2": what the registers have in a window, those that could be counted. */
function recordWords({ records }: Window): string {
  const counted = recordLanes.flatMap((lane) => {
    const own = records.flatMap(({ lane: of, count }) => (of === lane && count !== null ? [count] : []));
    return own.length > 0 ? [`${laneTitle(lane).toLowerCase()} ${own.reduce((sum, one) => sum + one, 0)}`] : [];
  });
  return counted.length > 0 ? `; ${counted.join(', ')}` : '';
}

function summaryHere(subject: Subject, { windows }: Pick<Packet, 'windows'>, checked: readonly Checked[]) {
  const near = windows['200m'];
  const least = near.parcels.isComplete ? '' : 'at least ';
  return summaryOf({
    lead: `Within ${near.withinMeters} m: ${least}${many(near.parcels.parcelCount, 'other parcel')}${use(near)}${recordWords(near)}`,
    searched: searchedWords(
      placeName(subject),
      checked.map(({ entry }) => entry),
    ),
  });
}

const mostChecks = 6;

/** Where the registers themselves are read: one line each publisher. */
function nextChecks({ compact, zoning, records }: AreaMaterial): Packet['nextChecks'] {
  const { publisher, landingUrl } = compact.lane.source;
  const ways = [
    { action: 'Read the records of the parcels around in the register itself', with: publisher, url: landingUrl },
    ...[...zoning, ...records].flatMap(({ lane, source, citation, count }) =>
      source && citation && count > 0
        ? [{ action: `Read the entries: ${laneTitle(lane).toLowerCase()}`, with: source, url: citation.sourceUrl }]
        : [],
    ),
  ];
  return inOrder(ways.slice(0, mostChecks));
}

function sourcesOf(material: AreaMaterial): Packet['sources'] {
  const { subject, subjectParcel, compact, wide, zoning, records, streets } = material;
  const sources = new SourceList();
  if (subject.citation) sources.add(cited(subject.citation), 'Matched place');
  if (subjectParcel) sources.add(subjectParcel.citation, 'Tax parcel of the place');
  for (const read of [compact, wide]) if (read) sources.add(cited(read.citation), parcelTitle);
  for (const { lane, citation } of [...zoning, ...records]) if (citation) sources.add(cited(citation), laneTitle(lane));
  if ('citation' in streets) sources.add(cited(streets.citation), 'Streets on the map');
  return sources.all();
}

/** A packet without its evidence and hash: everything that is counted, and what was checked for it. Pure. */
export function composePacket(
  material: AreaMaterial,
  made: { readonly packetId: string; readonly mapHash: string },
): Packet {
  const { subject, center, subjectParcel, zoning, records, input, now } = material;
  const checked = ledgerOf(material, [...zoning, ...records], material);
  const counted = windowsOf(material);
  const { notes } = material.compact.lane.source.limits;
  return {
    kind: packetKind,
    charged: true,
    generatedAt: now.toISOString(),
    summary: summaryHere(subject, counted, checked),
    packetId: made.packetId,
    subject: soldSubject(subject),
    radiusMeters: input.radiusMeters as Packet['radiusMeters'],
    center,
    ...(subjectParcel && { subjectParcel }),
    ...counted,
    coverage: checked.map(({ entry }) => entry),
    nextChecks: nextChecks(material),
    caveats: [...new Set([...caveats, ...notes])],
    mapHash: made.mapHash,
    sources: sourcesOf(material),
    composeStatus: checked.some(({ failed }) => failed) ? 'degraded' : 'ok',
  };
}

const nextOf = ({ answer }: Foundation['lookup']): AnalysisDiagnostic['nextChecks'] => inOrder(answer.verifyNext);

/** Says why nothing is sold: the place is not a stable one, or too little of what lies around it is published. Pure. */
export function composeDiagnostic(
  subject: Subject,
  input: AreaInput,
  short: NoFoundation | { readonly foundation: Foundation; readonly readings: readonly LaneCounts[] },
): AnalysisDiagnostic {
  const head: Omit<AnalysisDiagnostic, 'reason' | 'message' | 'coverage' | 'nextChecks'> = {
    kind: diagnosticKind,
    charged: false,
    subject: soldSubject(subject),
    radiusMeters: input.radiusMeters as Packet['radiusMeters'],
    caveats: [...caveats],
  };
  if ('foundation' in short) {
    const { foundation, readings } = short;
    return {
      ...head,
      reason: 'too_few_components',
      message: `Not charged: the parcels around were read, and no other register brought entries that can be counted within ${compactMeters} m.`,
      coverage: ledgerOf(foundation, readings).map(({ entry }) => entry),
      nextChecks: nextOf(foundation.lookup),
    };
  }
  const { reason, message, lookup, parcels } = short;
  const around = parcels && checkedLane(parcels).entry;
  return {
    ...head,
    reason,
    message: `Not charged: ${message.replace(/\.$/, '')}.`,
    coverage: [checkedComponent(lookup).entry, ...(around ? [{ ...around, label: parcelTitle }] : [])],
    nextChecks: nextOf(lookup),
  };
}
