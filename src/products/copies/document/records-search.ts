import { z } from 'zod';
import { type Block, type Cell, type Line, muted, plain, quote, run, type Section } from '../../../reports/document.ts';
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
import { section } from './parts.ts';

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
function matrixBlock({ rows, rule }: RecordsSearch['recordsByDistance']): Block {
  return {
    kind: 'table',
    caption: 'Records by type and distance from the matched place',
    small: true,
    grid: true,
    source: [
      run(
        `Each band ends at ${bandMeters.map(grouped).join(', ')} m. A dash: not searched so far out. Usual distances: `,
      ),
      run(rule.name, undefined, webAddress(rule.url)),
    ],
    columns: [
      { title: 'Record type', width: 30 },
      { title: 'Usual', width: 9 },
      { title: 'This site', width: 9 },
      ...mileWords.map((title) => ({ title, width: 9 })),
      { title: 'Not placed', width: 10 },
    ],
    groups: [{ rows: rows.map(matrixCells) }],
  };
}

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

const listOf = (records: readonly SiteRecord[], ordered: boolean): Block[] =>
  records.length > 0 ? [{ kind: 'list', ordered, small: true, items: records.map(recordCell) }] : [];

const further = (count: number | undefined): Block[] =>
  count
    ? [{ kind: 'text', tone: 'note', line: muted(`${grouped(count)} further are counted above and not listed.`) }]
    : [];

const stateWords = { read: 'read', read_in_part: 'read in part', not_read: 'not read' } as const;

function databaseBlock({ databases }: RecordsSearch): Block {
  return {
    kind: 'table',
    caption: 'Databases that were searched',
    named: true,
    columns: [
      { title: 'Database', width: 18 },
      { title: 'Source', width: 42 },
      { title: 'Edition', width: 24 },
      { title: 'Read', width: 16 },
    ],
    groups: [
      {
        rows: databases.map(({ name, source, edition, state, reason, citation }): readonly Cell[] => [
          [[run(name, 'strong')]],
          [[run(source, undefined, webAddress(citation?.sourceUrl))], ...(reason ? [muted(reason)] : [])],
          [plain(edition ?? 'kept up by its publisher')],
          [plain(citation ? `${stateWords[state]} ${moment(citation.fetchedAt)}` : stateWords[state])],
        ]),
      },
    ],
  };
}

/** The records search as its readers know it: the site, the matrix, what lies around, what could not be placed, the databases. */
export function searchSections(body: Readonly<Record<string, unknown>>): Section[] {
  const parsed = Fields.safeParse(body);
  if (!parsed.success) return [];
  const search = parsed.data;
  const { recordsByDistance, onSite, nearby, nearbyLeftOut, notPlaced, notPlacedLeftOut } = search;
  const noneOnSite =
    recordsByDistance.siteKnownBy.length > 0
      ? 'None of the registers that were read has a record of the place itself.'
      : 'Whether a record is of the place itself could not be told: neither its address nor its outline is known.';
  return [
    ...section('on-site', 'Records of this site', [
      ...listOf(onSite, false),
      ...(onSite.length === 0 ? [{ kind: 'text' as const, line: plain(noneOnSite) }] : []),
    ]),
    ...section('by-distance', 'Records by distance', [
      matrixBlock(recordsByDistance),
      { kind: 'text', tone: 'note', line: muted(recordsByDistance.notSearched) },
    ]),
    ...section('nearby', 'Records around it, nearest first', [...listOf(nearby, false), ...further(nearbyLeftOut)]),
    ...section('not-placed', 'Records that could not be placed', [
      ...listOf(notPlaced, false),
      ...further(notPlacedLeftOut),
    ]),
    ...section('databases', 'Databases', [databaseBlock(search)]),
  ];
}
