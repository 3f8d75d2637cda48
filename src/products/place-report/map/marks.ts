import type { RegisterReading } from '../../../answers/registers/reading.ts';
import { compass, distanceMeters } from '../../../geometry/geo.ts';
import { holdsPoint } from '../../../geometry/outline.ts';
import { defined } from '../../../kernel/defined.ts';
import { hasData } from '../../../kernel/lookup.ts';
import type { PlaceRecord } from '../../../kernel/record.ts';
import { isAnswered } from '../../../kernel/state.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { cleanText } from '../../../kernel/text.ts';
import type { Lane } from '../../../places/schema/jurisdiction.ts';
import type { DistanceRow, MapMark, MarkGroup } from '../../../reports/pictures/schema.ts';
import { bandMeters } from '../../../reports/pictures/schema.ts';
import type { RecordEntry } from '../../../reports/sections.ts';
import { sectionCitation } from '../../shared/compose/facts.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import { entryOf } from '../../shared/on-parcel/entries.ts';
import type { LaneOutcome } from '../lanes.ts';

const deletedLabel = 'Sites deleted from the National Priorities List';

const registerLabels = {
  npl: 'National Priorities List sites',
  superfund: 'Other Superfund sites',
  brownfields: 'Brownfields',
  tank_facilities: 'Underground tank facilities',
  tank_releases: 'Reported tank releases',
  regulated_facilities: 'Regulated facilities',
  pfas_superfund: 'Superfund sites with PFAS',
  pfas_federal: 'Federal sites with PFAS',
  pfas_spills: 'Reported PFAS spills',
} as const;
type MarkedId = keyof typeof registerLabels;
export const markedRegisters = Object.keys(registerLabels) as readonly MarkedId[];
export type MarkedRegister = RegisterReading & { readonly id: MarkedId };

export interface MarkMaterial {
  readonly center: GeoPoint;
  readonly local: readonly LaneOutcome[];
  readonly registers: readonly MarkedRegister[];
  readonly own: readonly RecordEntry[];
  readonly outline: readonly (readonly (readonly [number, number])[])[];
}

export interface MarkedType {
  readonly row: DistanceRow;
  readonly marks: readonly MapMark[];
}

const groups: Partial<Record<Lane, MarkGroup>> = {
  permits: 'record',
  code_violations: 'record',
  service_requests: 'record',
  incidents: 'record',
  development_cases: 'plan',
  capital_projects: 'plan',
  transfers: 'sale',
};

const near = (value: number) => Math.round(value * 1e6) / 1e6;
const placedAt = ({ latitude, longitude }: GeoPoint) => ({ latitude: near(latitude), longitude: near(longitude) });

type Where = Pick<MapMark, 'position' | 'distanceMeters' | 'direction' | 'onParcel'>;

/** Where a record lies, seen from the matched place; inside the outline it is on the parcel. */
function whereOf(at: GeoPoint, { center, outline }: MarkMaterial, matched: boolean): Where {
  const onParcel = matched || (outline.length > 0 && holdsPoint(outline, at));
  const meters = Math.round(distanceMeters(center, at));
  return {
    position: placedAt(at),
    distanceMeters: meters,
    ...(meters > 0 && { direction: compass(center, at) }),
    onParcel,
  };
}

const precisionReasons: Readonly<Record<Exclude<PlaceRecord['locationPrecision'], 'exact'>, string>> = {
  block: 'known to its block only',
  area: 'known to its area only',
  unknown: 'its source gives no position',
};

function markOfEntry(
  entry: RecordEntry,
  where: Where | { readonly unplaced: string; readonly onParcel: boolean },
): MapMark {
  const { id, lane, title, status, date, citation } = entry;
  const kind = { group: groups[lane] ?? 'record', type: lane, label: laneTitle(lane) };
  return defined({ id, ...kind, title, status, date, ...where, citation });
}

function localMarks(
  outcome: LaneOutcome,
  material: MarkMaterial,
  own: ReadonlyMap<string, RecordEntry>,
): readonly MapMark[] {
  const { rows, citation, cardId, lane, precision } = outcome;
  if (!citation || cardId === undefined) return [];
  return rows.map((row) => {
    const entry = entryOf({ row, lane, cardId, citation });
    const matched = own.has(entry.id);
    if (precision === 'exact' && row.point) return markOfEntry(entry, whereOf(row.point, material, matched));
    const unplaced = precisionReasons[precision === 'exact' ? 'unknown' : (precision ?? 'unknown')];
    return markOfEntry(entry, { unplaced, onParcel: matched });
  });
}

/** What a register lists; a site that was deleted from the priorities list is of a type of its own. */
function registerMarks({ id: register, lookup, radiusMeters }: MarkedRegister, material: MarkMaterial): MapMark[] {
  if (!hasData(lookup)) return [];
  return lookup.data.flatMap(({ recordId, recordUrl, name, at, status, date, locality }): MapMark[] => {
    const where = at && whereOf(at, material, false);
    if (where && (where.distanceMeters ?? 0) > radiusMeters) return [];
    const id = recordId ?? name;
    const isDeleted = register === 'npl' && /^deleted\b/i.test(status ?? '');
    const [type, label] = isDeleted ? ['npl_deleted', deletedLabel] : [register, registerLabels[register]];
    return [
      {
        id: `${register}:${id}`,
        group: 'environment',
        type,
        label,
        title: cleanText(name, 300) || label,
        ...(status && { status: cleanText(status, 120) }),
        ...(date && { date }),
        ...(where ?? {
          unplaced: locality ? `no coordinates in its source; ${locality}` : precisionReasons.unknown,
          onParcel: false,
        }),
        citation: sectionCitation({ ...lookup.citation, recordId: id, ...(recordUrl && { recordUrl }) }),
      },
    ];
  });
}

interface Searched {
  readonly group: MarkGroup;
  readonly label: string;
  readonly radiusMeters: number;
  readonly complete: boolean;
}

/** A distance of 800 m is half a mile to a reader: a band counts as searched that lacks this share at most. */
const slack = 0.99;

/** How many records of one type lie on the parcel and in each band of distance. */
export function distanceRow(type: string, marks: readonly MapMark[], searched: Searched): DistanceRow {
  const away = marks.filter(({ onParcel, unplaced }) => !onParcel && unplaced === undefined);
  const lower = (at: number) => (at === 0 ? 0 : (bandMeters[at - 1] ?? 0));
  const { radiusMeters } = searched;
  return {
    type,
    group: searched.group,
    label: searched.label,
    radiusMeters: Math.round(radiusMeters),
    onParcelCount: marks.filter(({ onParcel }) => onParcel).length,
    bands: bandMeters.map((upper, at) => {
      const count = away.filter(({ distanceMeters: d = 0 }) => d <= upper && (at === 0 || d > lower(at))).length;
      return radiusMeters < upper * slack && count === 0 ? null : count;
    }),
    beyondCount: away.filter(({ distanceMeters: d = 0 }) => d > (bandMeters.at(-1) ?? 0)).length,
    unplacedCount: marks.filter(({ onParcel, unplaced }) => !onParcel && unplaced !== undefined).length,
    count: marks.length,
    complete: searched.complete,
    ...(marks[0] && { citation: sourceOf(marks[0]) }),
  };
}

function sourceOf({ citation: { recordId: _id, recordUrl: _url, ...source } }: MapMark): DistanceRow['citation'] {
  return source;
}

/** Marks of all types that were read, by type in the order of the report: local records, then registers. */
export function markedTypes(material: MarkMaterial): readonly MarkedType[] {
  const own = new Map(material.own.map((entry) => [entry.id, entry]));
  const answered = material.local.filter(({ state }) => isAnswered(state)).map(({ lane }) => lane);
  const lanes = [...new Set([...answered, ...material.own.map(({ lane }) => lane)])];
  const local = lanes.map((lane): MarkedType => {
    const some = material.local.filter((outcome) => outcome.lane === lane && isAnswered(outcome.state));
    const found = some.flatMap((outcome) => localMarks(outcome, material, own));
    const known = new Set(found.map(({ id }) => id));
    const further = material.own
      .filter((entry) => entry.lane === lane && !known.has(entry.id))
      .map((entry) => markOfEntry(entry, { distanceMeters: 0, onParcel: true }));
    const marks = unique([...further, ...found]);
    return {
      marks,
      row: distanceRow(lane, marks, {
        group: groups[lane] ?? 'record',
        label: laneTitle(lane),
        // a register by parcel number is searched for the parcel alone
        radiusMeters: some.length === 0 ? 0 : Math.min(...some.map(({ searchedMeters = 0 }) => searchedMeters)),
        complete: some.every(({ state, whole }) => state !== 'partial' && whole),
      }),
    };
  });
  const registered = material.registers
    .filter(({ lookup }) => isAnswered(lookup.state))
    .flatMap((reading): MarkedType[] => {
      const all = unique(registerMarks(reading, material));
      const { id, radiusMeters, lookup } = reading;
      const searched = { group: 'environment' as const, radiusMeters, complete: lookup.state !== 'partial' };
      const types =
        id === 'npl'
          ? ([
              ['npl', registerLabels.npl],
              ['npl_deleted', deletedLabel],
            ] as const)
          : [[id, registerLabels[id]] as const];
      return types.map(([type, label]) => {
        const marks = all.filter((mark) => mark.type === type);
        return { marks, row: distanceRow(type, marks, { ...searched, label }) };
      });
    });
  return [...local, ...registered];
}

const unique = (marks: readonly MapMark[]): readonly MapMark[] => [
  ...new Map(marks.map((mark) => [mark.id, mark])).values(),
];
