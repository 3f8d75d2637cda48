import { defined } from '../../kernel/defined.ts';
import { groupBy } from '../../kernel/group.ts';
import {
  type Block,
  type Cell,
  type Column,
  type Line,
  list,
  muted,
  quote,
  run,
  section,
  table,
  text,
} from '../../reports/document.ts';
import { drawMap } from '../../reports/pictures/map.ts';
import { countCell } from '../../reports/pictures/matrix.ts';
import { bandMeters, type MapMark } from '../../reports/pictures/schema.ts';
import { distanceText, grouped } from '../../reports/values.ts';
import { moment, webAddress } from '../../reports/words.ts';
import { formOf } from '../shared/document/brief.ts';
import type { View } from '../shared/document/view.ts';
import {
  type MatrixRow,
  type RecordsMap,
  type RecordsSearch,
  recordsMapFields,
  recordsSearchFields,
  type SiteRecord,
} from './schema.ts';

const mileWords = ['1/8 mi', '1/4 mi', '1/2 mi', '1 mi'] as const;

const milesOf = (meters: number) =>
  mileWords[(bandMeters as readonly number[]).indexOf(meters)] ?? `${grouped(meters)} m`;

/** A count of what was read; nothing of what was not. */
const counted = (count: (row: MatrixRow) => number | undefined) => (row: MatrixRow) =>
  countCell(row.state === 'not_read' ? undefined : count(row));

const matrixColumns: readonly Column<MatrixRow>[] = [
  [
    'Record type',
    30,
    ({ label, state }) => [[run(label), ...(state === 'read_in_part' ? [run(' (read in part)', 'muted')] : [])]],
  ],
  [
    'Usual',
    9,
    ({ state, usualRadiusMeters }) => [muted(state === 'not_read' ? 'not read' : milesOf(usualRadiusMeters))],
  ],
  ['This site', 9, counted(({ onSiteCount }) => onSiteCount)],
  ...bandMeters.map(
    (meters, at): Column<MatrixRow> => [
      mileWords[at] ?? '',
      9,
      counted(({ bands }) => bands.find(({ withinMeters }) => withinMeters === meters)?.count),
    ],
  ),
  ['Not placed', 10, counted(({ notPlacedCount }) => notPlacedCount)],
];

const bandsNote = `Each band ends at ${bandMeters.map(grouped).join(', ')} m. A dash: not searched so far out. Usual distances: `;

const matrixBlock = ({ rows, rule }: RecordsSearch['recordsByDistance']): Block[] =>
  table('Records by type and distance from the matched place', rows, matrixColumns, {
    small: true,
    grid: true,
    source: [run(bandsNote), run(rule.name, undefined, webAddress(rule.url))],
  });

const matchWords: Readonly<Record<NonNullable<SiteRecord['matchedBy']>[number], string>> = {
  parcel_outline: 'position inside the outline of the parcel',
  street_address: 'same street address',
};

/** "12 ft higher", against the matched point. */
const heightWords = (feet: number) =>
  feet === 0 ? 'level with it' : `${grouped(Math.abs(feet))} ft ${feet > 0 ? 'higher' : 'lower'}`;

function whereLine(record: SiteRecord): Line {
  const { distanceMeters, direction, outlineDistanceMeters, matchedBy, locality, elevationDifferenceFeet } = record;
  const words = [
    ...(matchedBy ? [matchedBy.map((match) => matchWords[match]).join(' and ')] : []),
    ...(distanceMeters === undefined
      ? []
      : [`${distanceText(distanceMeters)}${direction ? ` ${direction}` : ''} of the matched point`]),
    ...(outlineDistanceMeters ? [`${distanceText(outlineDistanceMeters)} from the parcel`] : []),
    ...(elevationDifferenceFeet === undefined ? [] : [heightWords(elevationDifferenceFeet)]),
    ...(locality ? [`no position; ${locality}`] : []),
  ];
  return [run(words.join('; '), 'muted')];
}

/** Name, type, status and day of a record; its number and address; where it lies. */
function recordLines(record: SiteRecord, view: View): readonly Line[] {
  const { name, label, recordId, address, status, date, citation } = record;
  return [
    [
      quote(name),
      run(` ${label}`, 'muted'),
      ...(status ? [run(', ', 'muted'), quote(status)] : []),
      ...(date ? [run(`, ${date}`, 'muted')] : []),
    ],
    [
      ...(recordId
        ? [
            run('Record ', 'muted'),
            run(recordId, 'muted', webAddress(citation.recordUrl ?? citation.sourceUrl)),
            run('; ', 'muted'),
          ]
        : []),
      ...(address ? [quote(address), run('; ', 'muted')] : []),
      ...whereLine(record),
      view.marks.of(citation),
    ],
  ];
}

const leftOutNote = (leftOut: number | undefined): Block[] =>
  leftOut ? [text(muted(`${grouped(leftOut)} further are counted above and not listed.`), 'note')] : [];

const recordList = (records: readonly SiteRecord[], view: View, leftOut?: number): Block[] => [
  ...list(
    records.map((record) => recordLines(record, view)),
    { small: true },
  ),
  ...leftOutNote(leftOut),
];

/** The sites around it under the numbers of the maps, each with all of its records. */
function siteList(records: readonly SiteRecord[], view: View, leftOut?: number): Block[] {
  const sites = groupBy(records, ({ placeNumber = 0 }) => String(placeNumber));
  const cells = [...sites].map(
    ([number, own]): Cell =>
      own.flatMap((record, at) => {
        const [first = [], ...rest] = recordLines(record, view);
        return at === 0 ? [[run(`${number}  `, 'strong'), ...first], ...rest] : [first, ...rest];
      }),
  );
  return [...list(cells, { small: true }), ...leftOutNote(leftOut)];
}

/** One mark for each site, where the first of its records that has a position lies; the pin is the place itself. */
function marksOf(records: readonly SiteRecord[]): MapMark[] {
  const sites = groupBy(records, ({ placeNumber = 0 }) => String(placeNumber));
  return [...sites].flatMap(([number, own]) => {
    const [first] = own.filter(({ position }) => position !== undefined);
    if (!first || number === '0') return [];
    const { name: title, types, position, distanceMeters, direction, citation } = first;
    return [
      {
        ...{ number: Number(number), id: `site-${number}`, group: 'environment' as const, type: types[0] ?? '', title },
        label: [...new Set(own.map(({ label }) => label))].join('; '),
        ...defined({ position, distanceMeters, direction }),
        onParcel: false,
        citation,
      },
    ];
  });
}

const mileMeters = 1609.344;
const maps = [
  { id: 'quarter-mile', title: 'Within a quarter mile', halfMeters: (mileMeters / 4) * 1.06, remark: 'All roads. ' },
  { id: 'one-mile', title: 'Within one mile', halfMeters: mileMeters * 1.04, remark: 'Main roads only. ' },
] as const;

/** The maps of the usual distances, the numbers of the sites on them. */
function mapBlocks(map: RecordsMap['map'], records: readonly SiteRecord[]): Block[] {
  const marks = marksOf(records);
  return maps.map(({ id, title, halfMeters, remark }): Block => {
    const isNear = id === 'quarter-mile';
    const roads = map.roads.filter((road) => isNear || road.class !== 'local');
    const svg = drawMap({ ...map, roads, marks, marksLeftOut: 0 }, { id, title, height: 300, halfMeters });
    return {
      kind: 'picture',
      svg,
      alt: `Map: ${title.toLowerCase()}, north up, with the numbers of the sites in the list below it.`,
      caption: [[run(`${title}. `, 'strong'), run(remark, 'muted')]],
      width: 'half',
    };
  });
}

const elevationNote = ({ elevation }: RecordsMap, view: View): Block[] => {
  if (!elevation) return [];
  const words = `Ground at the matched point: ${grouped(elevation.matchedPointFeet)} ft (NAVD88). The heights of sites are against it; ground water can run otherwise.`;
  return list([[[run(words, 'muted'), view.marks.of(elevation.citation)]]], { small: true });
};

const stateWords = { read: 'read', read_in_part: 'read in part', not_read: 'not read' } as const;

const databaseBlock = ({ databases }: RecordsSearch, { zone }: View): Block[] =>
  table(
    'Databases that were searched',
    databases,
    [
      ['Database', 18, ({ name }) => [[run(name, 'strong')]]],
      [
        'Source',
        42,
        ({ source, citation, reason }) => [
          [run(source, undefined, webAddress(citation?.sourceUrl))],
          ...(reason ? [muted(reason)] : []),
        ],
      ],
      ['Edition', 24, ({ edition = 'kept up by its publisher' }) => edition],
      [
        'Read',
        16,
        ({ state, citation }) => `${stateWords[state]} ${citation ? moment(citation.fetchedAt, zone) : ''}`.trim(),
      ],
    ],
    { named: true },
  );

/** The records search as its readers know it: the site, the matrix, what lies around, what could not be placed, the databases. */
export const searchForm = formOf({ ...recordsSearchFields, ...recordsMapFields }, (search, view) => {
  const { recordsByDistance, onSite, nearby, nearbyLeftOut, notPlaced, notPlacedLeftOut } = search;
  const noneOnSite =
    recordsByDistance.siteKnownBy.length > 0
      ? 'None of the registers that were read has a record of the place itself.'
      : 'Whether a record is of the place itself could not be determined: neither its address nor its outline is known.';
  return [
    ...section('on-site', 'Records of this site', onSite.length > 0 ? recordList(onSite, view) : [text(noneOnSite)]),
    ...section('by-distance', 'Records by distance', [
      ...matrixBlock(recordsByDistance),
      text(muted(recordsByDistance.notSearched), 'note'),
    ]),
    ...section('nearby', 'Sites around it, nearest first', [
      ...mapBlocks(search.map, nearby),
      ...elevationNote(search, view),
      ...siteList(nearby, view, nearbyLeftOut),
    ]),
    ...section('not-placed', 'Records that could not be placed', recordList(notPlaced, view, notPlacedLeftOut)),
    ...section('databases', 'Databases', databaseBlock(search, view)),
  ];
});
