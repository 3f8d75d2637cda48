import {
  type Block,
  type Cell,
  muted,
  plain,
  type ReportDocument,
  run,
  type Section,
} from '../../../reports/document.ts';
import { chartWords, drawChart } from '../../../reports/pictures/chart.ts';
import type { Chart } from '../../../reports/pictures/chart-schema.ts';
import { drawMap } from '../../../reports/pictures/map.ts';
import { distanceText } from '../../../reports/units.ts';
import { grouped } from '../../../reports/values.ts';
import { noteOf, sourceLine, webAddress } from '../../../reports/words.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import type { Drawing } from '../../surrounding-area/drawing.ts';
import {
  type CodeCounts,
  type Packet,
  packetKind,
  recordLanes,
  ringMeters,
  type Window,
} from '../../surrounding-area/schema.ts';
import { appendixSections, nextSection, opening, placeCells, section } from './parts.ts';

/** A body that counts what lies around a place. */
export const isSurrounding = (body: SoldCopy['body']): body is Packet & SoldCopy['body'] =>
  body.kind === packetKind && typeof body.windows === 'object' && typeof body.rings === 'object';

const dash: Cell = [muted('\u2013')];
const amount = (count: number): Cell => [[run(grouped(count), count > 0 ? 'strong' : 'muted')]];

/** The distances that were counted, the nearest first. */
const countedWindows = ({ windows, rings }: Packet): readonly Window[] => [
  windows['100m'],
  windows['200m'],
  ...ringMeters.flatMap((meters) => rings[`${meters}m`] ?? []),
];

/** A table of what is counted, with a column for each distance. */
function countTable(
  caption: string,
  what: string,
  windows: readonly Window[],
  rows: readonly (readonly [label: string, cells: readonly Cell[]])[],
  citation: Packet['sources'][number]['citation'] | undefined,
): Block {
  return {
    kind: 'table',
    caption,
    quiet: true,
    grid: true,
    ...(citation && { source: [run('Source: ', 'muted'), ...sourceLine(citation)] }),
    columns: [
      { title: what, width: 44 },
      ...windows.map(({ withinMeters }) => ({ title: `${withinMeters} m`, width: 56 / windows.length })),
    ],
    groups: [{ rows: rows.map(([label, cells]) => [[plain(label)], ...cells]) }],
  };
}

const codeKey = ({ code, meaning = '' }: CodeCounts['byCode'][number]) => `${code}\u0000${meaning}`;
const codeWords = ({ code, meaning }: CodeCounts['byCode'][number]) => (meaning ? `${meaning} (${code})` : code);

/** Codes by distance: those that have at least three entries within one of them, then what is left. */
function codeRows(counts: readonly (CodeCounts | undefined)[], open: string) {
  const codes = new Map(counts.flatMap((one) => one?.byCode ?? []).map((one) => [codeKey(one), one]));
  const most = (key: string) =>
    Math.max(...counts.map((one) => one?.byCode.find((code) => codeKey(code) === key)?.count ?? 0));
  const sorted = [...codes].sort(([a], [b]) => most(b) - most(a) || (a < b ? -1 : 1));
  const rows = sorted.map(([key, code]): readonly [string, readonly Cell[]] => [
    codeWords(code),
    counts.map((one) => {
      const found = one?.byCode.find((other) => codeKey(other) === key);
      return found ? amount(found.count) : dash;
    }),
  ]);
  const others = counts.map((one) => one?.otherCodes);
  return [
    ...rows,
    ...(others.some((one) => one !== undefined)
      ? [
          [
            'Further codes together',
            others.map((one): Cell => (one ? [[run(grouped(one.count)), run(` in ${one.codeCount}`, 'muted')]] : dash)),
          ] as const,
        ]
      : []),
    ...(counts.some((one) => (one?.notPublishedCount ?? 0) > 0)
      ? [[open, counts.map((one) => (one ? amount(one.notPublishedCount) : dash))] as const]
      : []),
  ];
}

function parcelSection(windows: readonly Window[]): Section[] {
  const [first] = windows;
  const parcels = windows.map((one) => one.parcels);
  const row = (label: string, cellOf: (counts: Window['parcels']) => Cell) => [label, parcels.map(cellOf)] as const;
  const areaWords = ({ lotArea }: Window['parcels']): Cell =>
    lotArea
      ? [
          [run(grouped(lotArea.medianSquareFeet), 'strong')],
          muted(
            `${grouped(lotArea.smallestSquareFeet)} to ${grouped(lotArea.largestSquareFeet)}; ${lotArea.statedCount}`,
          ),
        ]
      : dash;
  const yearWords = ({ builtYear }: Window['parcels']): Cell =>
    builtYear
      ? [
          [run(String(builtYear.medianYear), 'strong')],
          muted(`${builtYear.oldestYear} to ${builtYear.newestYear}; ${builtYear.statedCount}`),
        ]
      : dash;
  const cut = parcels.some(({ isComplete }) => !isComplete);
  const fromOutlines = parcels.some(({ lotArea }) => lotArea?.basis === 'outline');
  const rows = [
    row('Parcel records', ({ parcelCount }) => amount(parcelCount)),
    ...(parcels.some(({ outlineCount, parcelCount }) => outlineCount !== undefined && outlineCount !== parcelCount)
      ? [row('Different outlines', ({ outlineCount }) => (outlineCount === undefined ? dash : amount(outlineCount)))]
      : []),
    row('Lot area, square feet: median; range; of so many', areaWords),
    row('Year built: median; range; of so many', yearWords),
  ];
  return section('parcels', 'Parcels around', [
    ...noteOf(
      [
        cut ? 'The register was not read to its end: at least so many.' : '',
        fromOutlines ? 'Lot areas are computed from the outlines, which are no survey.' : '',
      ]
        .filter(Boolean)
        .join(' '),
    ),
    countTable('Parcels around, by distance', 'Within', windows, rows, first?.parcels.citation),
  ]);
}

function useSection(windows: readonly Window[]): Section[] {
  const rows = codeRows(
    windows.map(({ parcels }) => parcels.byUse),
    'No published use',
  );
  const table = countTable('Parcels by published use', 'Published use', windows, rows, windows[0]?.parcels.citation);
  return section('uses', 'Parcels by published use', rows.length > 0 ? [legendNote, table] : []);
}

/** One table for each zoning map: the codes of the districts that hold the parcels. */
function zoningSection(windows: readonly Window[]): Section[] {
  const maps = new Map(windows.flatMap(({ zoning }) => zoning).map(({ citation }) => [citation.sourceName, citation]));
  return section(
    'zoning',
    'Parcels by zoning district',
    [...maps].map(([name, citation]) => {
      const counts = windows.map(({ zoning }) => zoning.find((one) => one.citation.sourceName === name)?.byDistrict);
      return countTable(
        'Parcels by zoning district',
        'District',
        windows,
        codeRows(counts, 'In no mapped district'),
        citation,
      );
    }),
  );
}

const registersIn = (windows: readonly Window[]) => [
  ...new Map(
    windows.flatMap(({ records }) => records).map((one) => [`${one.lane} ${one.citation.sourceName}`, one]),
  ).values(),
];

function recordSection({ coverage }: Packet, windows: readonly Window[]): Section[] {
  const registers = registersIn(windows).toSorted((a, b) => recordLanes.indexOf(a.lane) - recordLanes.indexOf(b.lane));
  const blocks = registers.flatMap((register): Block[] => {
    const { lane, label, citation } = register;
    const own = windows.map(({ records }) =>
      records.find((one) => one.lane === lane && one.citation.sourceName === citation.sourceName),
    );
    if (own.every((one) => one?.count === null || one?.count === undefined)) return [];
    const period = coverage.find((entry) => entry.lane === lane && entry.sourceUrl !== undefined)?.period;
    const total = [
      'All',
      own.map((one) => (one?.count === null || one?.count === undefined ? dash : amount(one.count))),
    ] as const;
    const types = codeRows(
      own.map((one) => one?.byType),
      'No published type',
    );
    return [
      { kind: 'text', line: [run(label, 'strong'), run(period ? `  ${period}` : '', 'muted')] },
      countTable(`${label}, by distance`, 'Published type', windows, [total, ...types], citation),
    ];
  });
  return section('records', 'Records by distance', blocks);
}

/** What the dashes of the tables mean. */
const legendNote: Block = {
  kind: 'text',
  tone: 'note',
  line: plain(`Every column counts all within that distance. A dash: none, or not read to its end so far out.`),
};

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
  return [
    {
      kind: 'picture',
      svg,
      alt: `Map: ${lots} parcels around the place, each with the pattern and letter of its published use, and circles of ${rings.join(', ')} m.`,
      caption: [
        [
          run('Parcels around by published use. ', 'strong'),
          run('A letter stands on every parcel that has room for it; outlines are no survey.', 'muted'),
        ],
        ...(missing ? [muted(missing)] : []),
      ],
    },
  ];
}

/** Columns of counts by distance: the parcels, then the registers that were counted in at least two distances. */
function chartBlocks(windows: readonly Window[]): Block[] {
  const labels = windows.map(({ withinMeters }) => `${withinMeters} m`);
  const [first] = windows;
  if (!first) return [];
  const parcels: Chart = {
    id: 'parcels',
    title: 'Parcels within',
    form: 'columns',
    unit: 'parcels',
    labels,
    series: [{ values: windows.map((one) => one.parcels.parcelCount) }],
    citation: first.parcels.citation,
  };
  const records = registersIn(windows).flatMap(({ lane, citation }): Chart[] => {
    const values = windows.map(
      (window) =>
        window.records.find((one) => one.lane === lane && one.citation.sourceName === citation.sourceName)?.count ??
        null,
    );
    if (values.filter((value) => value !== null && value > 0).length < 2) return [];
    return [
      {
        id: `records-${lane.replaceAll('_', '-')}`,
        title: `${laneTitle(lane)} within`,
        form: 'columns',
        unit: 'entries',
        labels,
        series: [{ values }],
        citation,
      },
    ];
  });
  return [parcels, ...records].map(
    (chart, at): Block => ({
      kind: 'picture',
      svg: drawChart(chart, `chart-${at}-${chart.id}`),
      alt: chartWords(chart),
      caption: [
        [run(chart.title, 'strong')],
        [run('Source: ', 'muted'), run(chart.citation.sourceName, 'muted', webAddress(chart.citation.sourceUrl))],
      ],
      width: 'half',
    }),
  );
}

const centerWords: Readonly<Record<Packet['center']['basis'], string>> = {
  parcel_middle: 'the middle of its tax parcel',
  matched_point: 'the matched address',
  given_point: 'the point that was given',
};

function measuredFrom({ center, radiusMeters, subjectParcel }: Packet): Cell[] {
  return [
    [[run('Distances run from: ', 'muted'), run(centerWords[center.basis], 'strong')]],
    ...(subjectParcel ? [[[run('Tax parcel: ', 'muted'), run(subjectParcel.parcelId, 'strong')]]] : []),
    [[run('Counted to: ', 'muted'), run(distanceText(radiusMeters), 'strong')]],
  ];
}

/**
 * What is counted around a place; with its drawing the report of it: a map, and columns by distance.
 *
 * @param drawing what the map is drawn from; without it tables alone
 */
export function surroundingDocument(copy: SoldCopy, packet: Packet, drawing?: Drawing): ReportDocument {
  const { generatedAt, summary, subject, coverage, caveats, nextChecks, sources } = packet;
  const windows = countedWindows(packet);
  return {
    kind: copy.title,
    title: subject.resolved ?? subject.input,
    generatedAt,
    reportId: copy.id,
    meta: [],
    opening: [
      ...section('in-short', 'In short', opening(summary, [...placeCells(subject), ...measuredFrom(packet)], coverage)),
      ...useSection(windows),
      ...(drawing ? section('map', 'The map', mapBlocks(drawing)) : []),
    ],
    sections: [
      ...(drawing ? section('charts', 'Counts by distance', chartBlocks(windows)) : []),
      ...parcelSection(windows),
      ...zoningSection(windows),
      ...recordSection(packet, windows),
      ...nextSection(nextChecks),
      ...appendixSections(copy, { entries: coverage, limits: caveats, sources }),
    ],
  };
}
