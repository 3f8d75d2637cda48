import {
  type Block,
  type Cell,
  type Column,
  item,
  muted,
  type ReportDocument,
  run,
  type Section,
  section,
  table,
  text,
} from '../../reports/document.ts';
import { chartPicture } from '../../reports/pictures/chart.ts';
import { drawMap } from '../../reports/pictures/map.ts';
import { distanceText, grouped } from '../../reports/values.ts';
import { noteOf } from '../../reports/words.ts';
import { laneTitle } from '../shared/compose/words.ts';
import type { SoldCopy } from '../shared/copies/names.ts';
import { opening, placeCells, soldPage, soldView } from '../shared/document/page.ts';
import type { View } from '../shared/document/view.ts';
import { codeWords, sameCode } from './aggregate.ts';
import type { Drawing } from './drawing.ts';
import { type CodeCounts, type Packet, packetKind, recordLanes, ringMeters, type Window } from './schema.ts';

const isSurrounding = (body: SoldCopy['body']): body is Packet & SoldCopy['body'] =>
  body.kind === packetKind && typeof body.windows === 'object' && typeof body.rings === 'object';

const dash: Cell = [muted('\u2013')];
const amount = (count: number): Cell => [[run(grouped(count), count > 0 ? 'strong' : 'muted')]];

const countedWindows = ({ windows, rings }: Packet): readonly Window[] => [
  windows['100m'],
  windows['200m'],
  ...ringMeters.flatMap((meters) => rings[`${meters}m`] ?? []),
];

type Row = readonly [label: string, cells: readonly Cell[]];

const countTable = (
  caption: string,
  what: string,
  windows: readonly Window[],
  rows: readonly Row[],
  citation: Packet['sources'][number]['citation'] | undefined,
  view: View,
): Block[] =>
  table(
    caption,
    rows,
    [
      [what, 44, ([label]) => label],
      ...windows.map(
        ({ withinMeters }, at): Column<Row> => [
          `${withinMeters} m`,
          56 / windows.length,
          ([, cells]) => cells[at] ?? dash,
        ],
      ),
    ],
    { quiet: true, grid: true, ...(citation && { source: [view.marks.of(citation)] }) },
  );

const rowOf = <T>(label: string, values: readonly (T | undefined)[], cell: (value: T) => Cell): Row[] =>
  values.some((value) => value !== undefined)
    ? [[label, values.map((value) => (value === undefined ? dash : cell(value)))]]
    : [];

/** Codes by distance: those that have at least three entries within one of them, then what is left. */
function codeRows(counts: readonly (CodeCounts | undefined)[], open: string): Row[] {
  const codes = new Map(counts.flatMap((one) => one?.byCode ?? []).map((one) => [sameCode(one), one]));
  const countsOf = (key: string) => counts.map((one) => one?.byCode.find((code) => sameCode(code) === key)?.count);
  const most = (key: string) => Math.max(...countsOf(key).map((count = 0) => count));
  const sorted = [...codes].sort(([a], [b]) => most(b) - most(a) || (a < b ? -1 : 1));
  const others = counts.map((one) => one?.otherCodes);
  const unpublished = counts.map((one) => one?.notPublishedCount);
  return [
    ...sorted.flatMap(([key, code]) => rowOf(codeWords(code), countsOf(key), amount)),
    ...rowOf('Further codes together', others, ({ count, codeCount }) => [
      [run(grouped(count)), run(` in ${codeCount}`, 'muted')],
    ]),
    ...(unpublished.some((count = 0) => count > 0) ? rowOf(open, unpublished, amount) : []),
  ];
}

const spread = (middle: string, low: string | number, high: string | number, count: number): Cell => [
  [run(middle, 'strong')],
  muted(`${low} to ${high}; ${count}`),
];

function parcelSection(windows: readonly Window[], view: View): Section[] {
  const [first] = windows;
  const parcels = windows.map((one) => one.parcels);
  const row = <T>(
    label: string,
    stated: (counts: Window['parcels']) => T | undefined,
    cell: (value: T) => Cell,
  ): Row => [label, parcels.map(stated).map((value) => (value === undefined ? dash : cell(value)))];
  const cut = parcels.some(({ isComplete }) => !isComplete);
  const fromOutlines = parcels.some(({ lotArea }) => lotArea?.basis === 'outline');
  const units = parcels.some(({ outlineCount: of, parcelCount }) => of !== undefined && of !== parcelCount);
  const notes = [
    ...(cut ? ['The register was not read to its end: at least so many.'] : []),
    ...(fromOutlines ? ['Lot areas are computed from the outlines, which are no survey.'] : []),
  ];
  const rows = [
    row('Parcel records', ({ parcelCount }) => parcelCount, amount),
    ...(units ? [row('Different outlines', ({ outlineCount }) => outlineCount, amount)] : []),
    row(
      'Lot area, square feet: median; range; of so many',
      ({ lotArea }) => lotArea,
      ({ medianSquareFeet, smallestSquareFeet, largestSquareFeet, statedCount }) =>
        spread(grouped(medianSquareFeet), grouped(smallestSquareFeet), grouped(largestSquareFeet), statedCount),
    ),
    row(
      'Year built: median; range; of so many',
      ({ builtYear }) => builtYear,
      ({ medianYear, oldestYear, newestYear, statedCount }) =>
        spread(String(medianYear), oldestYear, newestYear, statedCount),
    ),
  ];
  return section('parcels', 'Parcels around', [
    ...noteOf(notes.join(' ')),
    ...countTable('Parcels around, by distance', 'Within', windows, rows, first?.parcels.citation, view),
  ]);
}

function useSection(windows: readonly Window[], view: View): Section[] {
  const title = 'Parcels by published use';
  const uses = windows.map(({ parcels }) => parcels.byUse);
  const rows = codeRows(uses, 'No published use');
  const counts = countTable(title, 'Published use', windows, rows, windows[0]?.parcels.citation, view);
  return section('uses', title, counts.length > 0 ? [legendNote, ...counts] : []);
}

/** One table for each zoning map: the codes of the districts that hold the parcels. */
function zoningSection(windows: readonly Window[], view: View): Section[] {
  const title = 'Parcels by zoning district';
  const maps = new Map(windows.flatMap(({ zoning }) => zoning).map(({ citation }) => [citation.sourceName, citation]));
  const blocks = [...maps].flatMap(([name, citation]) => {
    const counts = windows.map(({ zoning }) => zoning.find((one) => one.citation.sourceName === name)?.byDistrict);
    return countTable(title, 'District', windows, codeRows(counts, 'In no mapped district'), citation, view);
  });
  return section('zoning', title, blocks);
}

const registersIn = (windows: readonly Window[]) => [
  ...new Map(
    windows.flatMap(({ records }) => records).map((one) => [`${one.lane} ${one.citation.sourceName}`, one]),
  ).values(),
];

const ofRegister = ({ lane, citation }: Window['records'][number], windows: readonly Window[]) =>
  windows.map(({ records }) =>
    records.find((one) => one.lane === lane && one.citation.sourceName === citation.sourceName),
  );

function recordSection({ coverage }: Packet, windows: readonly Window[], view: View): Section[] {
  const registers = registersIn(windows).toSorted((a, b) => recordLanes.indexOf(a.lane) - recordLanes.indexOf(b.lane));
  const blocks = registers.flatMap((register): Block[] => {
    const { lane, label, citation } = register;
    const own = ofRegister(register, windows);
    const [counts, byType] = [own.map((one) => one?.count ?? undefined), own.map((one) => one?.byType)];
    const total = rowOf('All', counts, amount);
    if (total.length === 0) return [];
    const period = coverage.find((entry) => entry.lane === lane && entry.sourceUrl !== undefined)?.period;
    const types = codeRows(byType, 'No published type');
    return [
      text([run(label, 'strong'), run(period ? `  ${period}` : '', 'muted')]),
      ...countTable(`${label}, by distance`, 'Published type', windows, [...total, ...types], citation, view),
    ];
  });
  return section('records', 'Records by distance', blocks);
}

const legendNote = text(
  'Every column counts all within that distance. A dash: none, or not read to its end so far out.',
  'note',
);

function mapBlocks({ map, shades, ringMeters: rings, halfMeters }: Drawing): Block[] {
  const svg = drawMap(map, {
    id: 'area-map',
    title: 'Parcels around by published use',
    width: 520,
    height: 420,
    halfMeters,
    lots: true,
    shades: shades.map(({ label, letter, rest }) => ({ label, letter, rest })),
    rings: rings.map((meters) => ({ label: `${meters} m`, meters })),
  });
  const lots = map.areas.filter(({ kind }) => kind === 'neighbor').length;
  const missing = map.notDrawn.map(({ label, reason }) => `${label} not drawn: ${reason}.`).join(' ');
  const alt = `Map: ${lots} parcels around the place, each with the pattern and letter of its published use, and circles of ${rings.join(', ')} m.`;
  const words = [
    run('Parcels around by published use. ', 'strong'),
    run('A letter stands on every parcel that has room for it; outlines are no survey.', 'muted'),
  ];
  return [{ kind: 'picture', svg, alt, caption: [words, ...(missing ? [muted(missing)] : [])] }];
}

/** Columns of counts by distance: the parcels, then the registers that were counted in at least two distances. */
function chartBlocks(windows: readonly Window[], view: View): Block[] {
  const [first] = windows;
  if (!first) return [];
  const columns = { form: 'columns' as const, labels: windows.map(({ withinMeters }) => `${withinMeters} m`) };
  const counts = [{ values: windows.map(({ parcels }) => parcels.parcelCount) }];
  const { citation: register } = first.parcels;
  const parcels = { id: 'parcels', title: 'Parcels within', unit: 'parcels', series: counts, citation: register };
  const records = registersIn(windows).flatMap((one) => {
    const values = ofRegister(one, windows).map((count) => count?.count ?? null);
    if (values.filter((value) => value !== null && value > 0).length < 2) return [];
    const [id, title] = [`records-${one.lane.replaceAll('_', '-')}`, `${laneTitle(one.lane)} within`];
    return [{ id, title, unit: 'entries', series: [{ values }], citation: one.citation }];
  });
  return [parcels, ...records].map((chart, at) => {
    const { id, title, citation } = chart;
    const caption = [[run(title, 'strong'), view.marks.of(citation)]];
    return chartPicture({ ...chart, ...columns }, `chart-${at}-${id}`, caption);
  });
}

const centerWords: Readonly<Record<Packet['center']['basis'], string>> = {
  parcel_middle: 'the middle of its tax parcel',
  matched_point: 'the matched address',
  given_point: 'the point that was given',
};

const measuredFrom = ({ center, radiusMeters, subjectParcel }: Packet): Cell[] => [
  ...item('Distances run from', centerWords[center.basis], 'strong'),
  ...item('Tax parcel', subjectParcel?.parcelId, 'strong'),
  ...item('Counted to', distanceText(radiusMeters), 'strong'),
];

/** The page of a body that counts what lies around a place. */
export const surroundingPage = (copy: SoldCopy): ReportDocument | undefined =>
  isSurrounding(copy.body) ? surroundingDocument(copy, copy.body) : undefined;

/**
 * What is counted around a place; with its drawing the report of it: a map, and columns by distance.
 *
 * @param drawing what the map is drawn from; without it tables alone
 */
export function surroundingDocument(copy: SoldCopy, packet: Packet, drawing?: Drawing): ReportDocument {
  const { summary, subject, coverage, caveats, nextChecks, sources } = packet;
  const windows = countedWindows(packet);
  const view = soldView(copy, sources, subject);
  return soldPage(copy, view, {
    title: subject.resolved ?? subject.input,
    summary,
    inShort: [opening([...placeCells(subject), ...measuredFrom(packet)], coverage, view)],
    opening: [...useSection(windows, view), ...(drawing ? section('map', 'The map', mapBlocks(drawing)) : [])],
    sections: [
      ...(drawing ? section('charts', 'Counts by distance', chartBlocks(windows, view)) : []),
      ...parcelSection(windows, view),
      ...zoningSection(windows, view),
      ...recordSection(packet, windows, view),
    ],
    nextChecks,
    entries: coverage,
    limits: caveats,
  });
}
