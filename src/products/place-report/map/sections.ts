import { distanceMeters } from '../../../geometry/geo.ts';
import { isMatchedAddress } from '../../../kernel/subject.ts';
import type { MapMark } from '../../../reports/pictures/schema.ts';
import type { RecordEntry, ReportSection } from '../../../reports/sections.ts';
import type { ReportMaterial } from '../gather.ts';
import { type MarkedType, markedTypes } from './marks.ts';

/** How many marks of one group have a number; the others are drawn small. */
const numberedPerGroup = 8;
const maxMarks = 150;
const maxUnplaced = 12;
const mapReachMeters = 1609;
/** Marks this close get numbers in a row, so that a plate of several reads "7–9". */
const neighborMeters = 120;

type Placed = MapMark & { readonly position: NonNullable<MapMark['position']> };
const isPlaced = (mark: MapMark): mark is Placed => mark.position !== undefined;
const farther = (a: MapMark, b: MapMark) =>
  (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The nearest marks of each group. What carries the parcel's number or address has its own section and is the pin. */
function chosenOf(marks: readonly Placed[]): readonly Placed[] {
  const counts = new Map<string, number>();
  return marks.filter(({ group, onParcel, distanceMeters: meters = 0 }) => {
    const count = counts.get(group) ?? 0;
    if (meters > mapReachMeters || count >= numberedPerGroup || (onParcel && group !== 'environment')) return false;
    counts.set(group, count + 1);
    return true;
  });
}

function numbered(marks: readonly Placed[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const mark of marks) {
    if (numbers.has(mark.id)) continue;
    numbers.set(mark.id, numbers.size + 1);
    for (const other of marks) {
      if (!numbers.has(other.id) && distanceMeters(mark.position, other.position) <= neighborMeters) {
        numbers.set(other.id, numbers.size + 1);
      }
    }
  }
  return numbers;
}

function withNumbers(marks: readonly Placed[], numbers: ReadonlyMap<string, number>): MapMark[] {
  const order = ({ id }: MapMark) => numbers.get(id) ?? Number.MAX_SAFE_INTEGER;
  return marks
    .toSorted((a, b) => order(a) - order(b))
    .map((mark) => {
      const number = numbers.get(mark.id);
      return number === undefined ? mark : { number, ...mark };
    });
}

const epaId = /^[A-Z]{2}[A-Z0-9]\d{9}$/;

/** A site that several federal lists name by the same EPA id is one mark, with the names of those lists. */
function onePerSite(marks: readonly Placed[]): readonly Placed[] {
  const sites = new Map<string, Placed>();
  for (const mark of marks) {
    const { recordId = '' } = mark.citation;
    const key = mark.group === 'environment' && epaId.test(recordId) ? recordId : mark.id;
    const known = sites.get(key);
    const isNamed = known?.label.includes(mark.label);
    sites.set(key, known ? { ...known, label: isNamed ? known.label : `${known.label}; ${mark.label}` } : mark);
  }
  return [...sites.values()];
}

function mapSection({ subject, mapLayers }: ReportMaterial, types: readonly MarkedType[]): ReportSection[] {
  const placed = onePerSite(types.flatMap(({ marks }) => marks).filter(isPlaced)).toSorted(farther);
  const numbers = numbered(chosenOf(placed));
  const kept = [...placed.filter(({ id }) => numbers.has(id)), ...placed.filter(({ id }) => !numbers.has(id))].slice(
    0,
    maxMarks,
  );
  if (kept.length === 0 && mapLayers.layers.length === 0) return [];
  return [
    {
      id: 'map',
      title: 'Maps',
      kind: 'map',
      center: { latitude: subject.latitude, longitude: subject.longitude },
      centerLabel: isMatchedAddress(subject) ? 'Matched address' : 'Point queried',
      marks: withNumbers(kept, numbers),
      marksLeftOut: placed.length - kept.length,
      areas: [...mapLayers.areas],
      roads: [...mapLayers.roads],
      layers: [...mapLayers.layers],
      notDrawn: [...mapLayers.notDrawn],
    },
  ];
}

function distanceSection(types: readonly MarkedType[]): ReportSection[] {
  if (types.length === 0) return [];
  const unplaced = types
    .flatMap(({ marks }) => marks)
    .filter(({ unplaced: why, onParcel }) => why !== undefined && !onParcel);
  // what is known to a block by the rule of its source is counted; what a register could not place is named
  const named = unplaced.filter(({ group }) => group !== 'record').slice(0, maxUnplaced);
  return [
    {
      id: 'distances',
      title: 'Records by distance',
      kind: 'distances',
      rows: types.map(({ row }) => row),
      unplaced: named,
      unplacedLeftOut: unplaced.length - named.length,
    },
  ];
}

/** The map of a report and the counts of its records by distance; none in a report of the adapters only. */
export function mapSections(material: ReportMaterial, own: readonly RecordEntry[]): readonly ReportSection[] {
  const { center, local, registers, outline } = material;
  if (material.input.mode !== 'reasoning') return [];
  const types = markedTypes({ center, local, registers, own, outline });
  return [...mapSection(material, types), ...distanceSection(types)];
}
