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
import { countCell } from '../../reports/pictures/matrix.ts';
import { bandMeters } from '../../reports/pictures/schema.ts';
import { distanceText, grouped } from '../../reports/values.ts';
import { moment, webAddress } from '../../reports/words.ts';
import { formOf } from '../shared/document/brief.ts';
import type { View } from '../shared/document/view.ts';
import { type MatrixRow, type RecordsSearch, recordsSearchFields, type SiteRecord } from './schema.ts';

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

function whereLine({ distanceMeters, direction, outlineDistanceMeters, matchedBy, locality }: SiteRecord): Line {
  const words = [
    ...(matchedBy ? [matchedBy.map((match) => matchWords[match]).join(' and ')] : []),
    ...(distanceMeters === undefined
      ? []
      : [`${distanceText(distanceMeters)}${direction ? ` ${direction}` : ''} of the matched point`]),
    ...(outlineDistanceMeters ? [`${distanceText(outlineDistanceMeters)} from the parcel`] : []),
    ...(locality ? [`no position; ${locality}`] : []),
  ];
  return [run(words.join('; '), 'muted')];
}

function recordCell(
  { name, label, recordId, address, status, date, citation, ...where }: SiteRecord,
  view: View,
): Cell {
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
      ...whereLine({ name, label, citation, ...where }),
      view.marks.of(citation),
    ],
  ];
}

const recordList = (records: readonly SiteRecord[], view: View, leftOut?: number): Block[] => [
  ...list(
    records.map((record) => recordCell(record, view)),
    { small: true },
  ),
  ...(leftOut ? [text(muted(`${grouped(leftOut)} further are counted above and not listed.`), 'note')] : []),
];

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
export const searchForm = formOf(recordsSearchFields, (search, view) => {
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
    ...section('nearby', 'Records around it, nearest first', recordList(nearby, view, nearbyLeftOut)),
    ...section('not-placed', 'Records that could not be placed', recordList(notPlaced, view, notPlacedLeftOut)),
    ...section('databases', 'Databases', databaseBlock(search, view)),
  ];
});
