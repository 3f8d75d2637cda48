import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { insideParts } from './parts.ts';

export const workplaceMirror = 'lodes-workplace';
export const blocksMirror = 'lodes-blocks';

/** The twenty sectors of the file in its order: NAICS numbers and their names. */
export const sectors = [
  ['11', 'Agriculture, forestry, fishing and hunting'],
  ['21', 'Mining, quarrying, oil and gas extraction'],
  ['22', 'Utilities'],
  ['23', 'Construction'],
  ['31-33', 'Manufacturing'],
  ['42', 'Wholesale trade'],
  ['44-45', 'Retail trade'],
  ['48-49', 'Transportation and warehousing'],
  ['51', 'Information'],
  ['52', 'Finance and insurance'],
  ['53', 'Real estate and rental and leasing'],
  ['54', 'Professional, scientific and technical services'],
  ['55', 'Management of companies and enterprises'],
  ['56', 'Administrative and support, waste management and remediation'],
  ['61', 'Educational services'],
  ['62', 'Health care and social assistance'],
  ['71', 'Arts, entertainment and recreation'],
  ['72', 'Accommodation and food services'],
  ['81', 'Other services, except public administration'],
  ['92', 'Public administration'],
] as const;

const mostBlocks = 50_000;
const mostOfTract = 5000;

/** Census blocks whose internal point lies within a distance, out of the files of the states that the circle touches. */
export function blocksAround(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
  states: readonly string[],
): Lookup<readonly MirrorRow[]> {
  const blocks = insideParts(
    mirror,
    blocksMirror,
    states.map((state) => state.toLowerCase()),
    () => mirror.near(blocksMirror, point, radiusMeters, { limit: mostBlocks }),
  );
  return hasData(blocks) && blocks.data.length === 0 ? { state: 'empty', citation: blocks.citation } : blocks;
}

export interface Jobs {
  readonly blocksWithJobs: number;
  readonly jobs: number;
  /** Absent where a block does not state them. */
  readonly earnings?: { readonly to1250: number; readonly from1251To3333: number; readonly over3333: number };
  /** Jobs of each sector, in the order of {@link sectors}; absent where a block does not state them. */
  readonly bySector?: readonly number[];
}

/** Sum of a column; undefined where a row does not state it. */
function sumOf(rows: readonly MirrorRow[], column: string): number | undefined {
  let sum = 0;
  for (const row of rows) {
    const value = row[column];
    if (typeof value !== 'number') return undefined;
    sum += value;
  }
  return sum;
}

function jobsOfRows(rows: readonly MirrorRow[]): Jobs | undefined {
  const jobs = sumOf(rows, 'jobs');
  if (jobs === undefined) return undefined;
  const [to1250, from1251To3333, over3333] = ['earningsTo1250', 'earnings1251To3333', 'earningsOver3333'].map(
    (column) => sumOf(rows, column),
  );
  const bySector = sectors.flatMap((_, at) => sumOf(rows, `sector${String(at + 1).padStart(2, '0')}`) ?? []);
  return {
    blocksWithJobs: rows.length,
    jobs,
    ...(to1250 !== undefined &&
      from1251To3333 !== undefined &&
      over3333 !== undefined && { earnings: { to1250, from1251To3333, over3333 } }),
    ...(bySector.length === sectors.length && { bySector }),
  };
}

/** Jobs of the blocks together. The file has rows only of blocks with jobs: none of them is `empty`. */
export function jobsOf(mirror: MirrorAccess, blocks: readonly MirrorRow[], states: readonly string[]): Lookup<Jobs> {
  const wanted = new Set(blocks.map(({ block }) => String(block)));
  const tracts = [...new Set(blocks.map(({ tract }) => String(tract)))];
  const parts = states.map((state) => state.toLowerCase());
  const found: MirrorRow[] = [];
  let last: Lookup<readonly MirrorRow[]> | undefined;
  for (const tract of tracts) {
    last = insideParts(mirror, workplaceMirror, parts, () =>
      mirror.rows(workplaceMirror, { tract }, { limit: mostOfTract }),
    );
    if (last.state === 'empty') continue;
    if (!hasData(last)) return last;
    if (last.state === 'partial') return noneOf(last);
    found.push(...last.data.filter(({ block }) => wanted.has(String(block))));
  }
  if (!last || !('citation' in last)) {
    return { state: 'unavailable', source: mirror.status(workplaceMirror).title, reason: 'no block was asked' };
  }
  const { citation } = last;
  if (found.length === 0) return { state: 'empty', citation };
  const data = jobsOfRows(found);
  if (!data) return { state: 'unavailable', source: citation.sourceName, reason: 'a block states no number of jobs' };
  return last.state === 'stale'
    ? { state: 'stale', data, citation, reason: last.reason }
    : { state: 'found', data, citation };
}
