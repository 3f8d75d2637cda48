import { z } from 'zod';
import {
  type Block,
  type Cell,
  type Line,
  list,
  muted,
  plain,
  quote,
  run,
  type Section,
  section,
  table,
  text,
} from '../../../reports/document.ts';
import { distanceText } from '../../../reports/units.ts';
import { grouped } from '../../../reports/values.ts';
import { moment, webAddress } from '../../../reports/words.ts';
import {
  bandMeters,
  type MatrixRow,
  type RecordsSearch,
  recordsSearchFields,
  type SiteRecord,
} from '../../environmental-context/schema.ts';

const Fields = z.looseObject(recordsSearchFields);
export const searchFields: readonly string[] = Object.keys(recordsSearchFields);

const mileWords = ['1/8 mi', '1/4 mi', '1/2 mi', '1 mi'] as const;
const notSearched = '\u2013';
const none: Cell = [muted(notSearched)];

const countCell = (count: number | undefined): Cell =>
  count === undefined ? none : [[run(grouped(count), count > 0 ? 'strong' : undefined)]];

const milesOf = (meters: number) =>
  mileWords[(bandMeters as readonly number[]).indexOf(meters)] ?? `${grouped(meters)} m`;

function matrixCells({
  label,
  usualRadiusMeters,
  state,
  onSiteCount,
  bands,
  notPlacedCount,
}: MatrixRow): readonly Cell[] {
  const kind: Line = [run(label), ...(state === 'read_in_part' ? [run(' (read in part)', 'muted')] : [])];
  if (state === 'not_read') return [[kind], [muted('not read')], none, ...bandMeters.map(() => none), none];
  return [
    [kind],
    [muted(milesOf(usualRadiusMeters))],
    countCell(onSiteCount),
    ...bandMeters.map((meters) => countCell(bands.find(({ withinMeters }) => withinMeters === meters)?.count)),
    countCell(notPlacedCount),
  ];
}

/** Record types by distance, the place itself first. */
const matrixBlock = ({ rows, rule }: RecordsSearch['recordsByDistance']): Block[] =>
  table(
    'Records by type and distance from the matched place',
    {
      ...{ 'Record type': 30, Usual: 9, 'This site': 9 },
      ...Object.fromEntries(mileWords.map((title) => [title, 9])),
      'Not placed': 10,
    },
    rows.map(matrixCells),
    {
      small: true,
      grid: true,
      source: [
        run(
          `Each band ends at ${bandMeters.map(grouped).join(', ')} m. A dash: not searched so far out. Usual distances: `,
        ),
        run(rule.name, undefined, webAddress(rule.url)),
      ],
    },
  );

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

function recordCell({ name, label, recordId, address, status, date, citation, ...where }: SiteRecord): Cell {
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
    ],
  ];
}

const recordList = (records: readonly SiteRecord[], leftOut?: number): Block[] => [
  ...list(records.map(recordCell), { small: true }),
  ...(leftOut ? [text(muted(`${grouped(leftOut)} further are counted above and not listed.`), 'note')] : []),
];

const stateWords = { read: 'read', read_in_part: 'read in part', not_read: 'not read' } as const;

const databaseBlock = ({ databases }: RecordsSearch): Block[] =>
  table(
    'Databases that were searched',
    { Database: 18, Source: 42, Edition: 24, Read: 16 },
    databases.map(({ name, source, edition, state, reason, citation }): readonly Cell[] => [
      [[run(name, 'strong')]],
      [[run(source, undefined, webAddress(citation?.sourceUrl))], ...(reason ? [muted(reason)] : [])],
      [plain(edition ?? 'kept up by its publisher')],
      [plain(citation ? `${stateWords[state]} ${moment(citation.fetchedAt)}` : stateWords[state])],
    ]),
    { named: true },
  );

/** The records search as its readers know it: the site, the matrix, what lies around, what could not be placed, the databases. */
export function searchSections(body: Readonly<Record<string, unknown>>): Section[] {
  const parsed = Fields.safeParse(body);
  if (!parsed.success) return [];
  const search = parsed.data;
  const { recordsByDistance, onSite, nearby, nearbyLeftOut, notPlaced, notPlacedLeftOut } = search;
  const noneOnSite =
    recordsByDistance.siteKnownBy.length > 0
      ? 'None of the registers that were read has a record of the place itself.'
      : 'Whether a record is of the place itself could not be determined: neither its address nor its outline is known.';
  return [
    ...section('on-site', 'Records of this site', onSite.length > 0 ? recordList(onSite) : [text(noneOnSite)]),
    ...section('by-distance', 'Records by distance', [
      ...matrixBlock(recordsByDistance),
      text(muted(recordsByDistance.notSearched), 'note'),
    ]),
    ...section('nearby', 'Records around it, nearest first', recordList(nearby, nearbyLeftOut)),
    ...section('not-placed', 'Records that could not be placed', recordList(notPlaced, notPlacedLeftOut)),
    ...section('databases', 'Databases', databaseBlock(search)),
  ];
}
