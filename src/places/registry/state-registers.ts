import { z } from 'zod';
import { findState } from '../../geography/us-states.ts';
import { readDataFile } from '../../kernel/data-file.ts';
import { memoizeByKey } from '../../kernel/memoize.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { personColumn } from '../../privacy/columns.ts';
import { column, columns } from './layers/columns.ts';
import { checkedLines, codeOf, linesWhere, slug } from './layers/index.ts';
import { listOf } from './layers/source.ts';
import { seenCells, seenOfLine } from './seen-cells.ts';

/** What a list of a state's environmental agency is of. */
export const registerKinds = [
  'stateCleanup',
  'voluntaryCleanup',
  'brownfields',
  'tankReleases',
  'tanks',
  'landUseControls',
  'landfills',
  'spills',
  'dryCleaners',
  'oilGasWells',
  'waterWells',
  'statePrograms',
] as const;
export type RegisterKind = (typeof registerKinds)[number];

const kind = z.enum(registerKinds);
const optional = z.string();

/**
 * One line of data/layers/state-registers.csv: a published list of a state's environmental agency and how its columns are
 * called. An empty cell is unknown: a list without any known column is read for the positions of its records alone.
 */
export const registerCells = z.strictObject({
  geoid: z.string().regex(/^\d{2}$/),
  state: z.string().regex(/^[A-Z]{2}$/),
  kind,
  /** Kinds that the list also holds and does not tell apart. */
  also: z
    .string()
    .transform((cell) => listOf(cell))
    .pipe(z.array(kind)),
  name: z.string().min(1),
  platform: z.enum(['arcgis', 'socrata', 'ckan']),
  url: z.url(),
  /** Condition that keeps the rows of the kind, in the words of the platform. */
  where: optional,
  /** `address`: the rows have no position and are searched by the street address alone. */
  located_by: z.enum(['point', 'polygon', 'address']),
  record_id: column,
  record_name: column,
  street: columns,
  city: column,
  postcode: column,
  status: column,
  /** Where rows of several programs or types are in one list: the column that says which. */
  program: column,
  date: column,
  /** What happened on the date, as the end of "on the day it was …". */
  date_means: optional,
  latitude: column,
  longitude: column,
  /** A Socrata column of points. */
  location: column,
  note: optional,
  ...seenCells,
});

export type RegisterRow = z.infer<typeof registerCells>;

export interface StateRegister {
  readonly card: SourceCard;
  readonly row: RegisterRow;
}

const file = 'layers/state-registers.csv';

/** Every column that is read from a list, in the order of the line. */
export const registerColumns = (row: RegisterRow): readonly string[] => [
  ...new Set(
    [
      ...[row.record_id, row.record_name, row.street, row.city, row.postcode, row.status, row.program, row.date],
      ...[row.latitude, row.longitude, row.location],
    ].flatMap(listOf),
  ),
];

const probeUrls: Readonly<Record<RegisterRow['platform'], (url: string) => string>> = {
  arcgis: (url) => `${url}?f=json`,
  socrata: (url) => `${url}?$limit=1`,
  ckan: (url) => `${url}&limit=1`,
};

function cardOf(row: RegisterRow, id: string): SourceCard {
  const state = findState(row.state)?.name ?? row.state;
  return {
    id,
    name: `${state} ${row.name}`,
    publisher: `${state}, environmental agency`,
    authority: 'official',
    ...{ landingUrl: row.url, datasetUrl: row.url, endpoint: row.url },
    covers: state,
    cadence: 'not stated',
    licenseNote: 'The terms were not read',
    seen: seenOfLine(row),
    http: { timeoutMs: 8000, ttlSeconds: 86_400 },
    probe: { url: probeUrls[row.platform](row.url), expect: [], columns: [...registerColumns(row)] },
    limits: [
      ...(row.note ? [row.note] : []),
      ...(row.located_by === 'address'
        ? ['Its rows have no position: it is searched by the street address alone.']
        : []),
    ],
  };
}

/** The checked lines of a table text; throws with the code of the first line that does not fit. */
export function parseRegisters(text: string): readonly RegisterRow[] {
  const rows = checkedLines(registerCells, text, file);
  for (const row of rows) {
    const person = registerColumns(row).find((name) => personColumn(name, slug(row.state)));
    if (person) throw new Error(`data/${file}, ${row.state} ${row.name}: a column about a person: ${person}`);
  }
  return rows;
}

const idOf = ({ state, kind: of }: RegisterRow) =>
  `${slug(findState(state)?.name ?? state)}-register-${of.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function registersWhere(wanted: (line: string) => boolean): readonly StateRegister[] {
  const counts = new Map<string, number>();
  return parseRegisters(linesWhere(readDataFile(file), wanted)).map((row) => {
    const id = idOf(row);
    const nth = (counts.get(id) ?? 0) + 1;
    counts.set(id, nth);
    return { row, card: cardOf(row, nth === 1 ? id : `${id}-${nth}`) };
  });
}

/** The lists of one state by its 2-digit code; of the table only the lines of that state are taken apart. */
export const stateRegisters = memoizeByKey((fips: string) => registersWhere((line) => codeOf(line) === fips));

/** The lists of all states. */
export const everyStateRegister = (): readonly StateRegister[] => registersWhere(() => true);
