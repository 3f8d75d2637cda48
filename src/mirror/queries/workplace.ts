import { codesOf } from '../../fields/legends.ts';
import type { RowOf } from '../../fields/table.ts';
import { hasData, type Lookup, mapRows, noneOf } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { blocks } from '../datasets/lodes-blocks.ts';
import { blockJobs, sectorNames } from '../datasets/lodes-workplace.ts';
import { partRows } from './parts.ts';

type Block = RowOf<typeof blocks>;
type BlockJobs = RowOf<typeof blockJobs>;

/** The twenty sectors of the file in its order: NAICS numbers and their names. */
export const sectors = codesOf('lodes-workplace', 'NAICS');

const mostBlocks = 50_000;
const mostOfTract = 5000;

/** Census blocks whose internal point lies within a distance, out of the files of the states that the circle touches. */
export function blocksAround(mirror: MirrorAccess, point: GeoPoint, radiusMeters: number, states: readonly string[]) {
  const parts = states.map((state) => state.toLowerCase());
  const near = () => mirror.near(blocks.id, point, radiusMeters, { limit: mostBlocks });
  return mapRows(partRows(mirror, blocks, parts, near), (rows) => rows);
}

export interface Jobs {
  readonly blocksWithJobs: number;
  readonly jobs: number;
  /** Absent where a block does not state them. */
  readonly earnings?: { readonly to1250: number; readonly from1251To3333: number; readonly over3333: number };
  /** Jobs of each sector, in the order of {@link sectors}; absent where a block does not state them. */
  readonly bySector?: readonly number[];
}

/** Sum over rows; undefined where a row does not state the value. */
function sumOf(rows: readonly BlockJobs[], read: (row: BlockJobs) => number | undefined): number | undefined {
  const values = rows.map(read);
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}

function sectorOf(row: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = row[name];
  return typeof value === 'number' ? value : undefined;
}

function jobsOfRows(rows: readonly BlockJobs[]): Jobs | undefined {
  const jobs = sumOf(rows, (row) => row.jobs);
  if (jobs === undefined) return undefined;
  const to1250 = sumOf(rows, (row) => row.earningsTo1250);
  const from1251To3333 = sumOf(rows, (row) => row.earnings1251To3333);
  const over3333 = sumOf(rows, (row) => row.earningsOver3333);
  const bySector = sectorNames.flatMap((name) => sumOf(rows, (row) => sectorOf(row, name)) ?? []);
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
export function jobsOf(mirror: MirrorAccess, around: readonly Block[], states: readonly string[]): Lookup<Jobs> {
  const wanted = new Set(around.map(({ block }) => block));
  const tracts = [...new Set(around.map(({ tract }) => tract))];
  const parts = states.map((state) => state.toLowerCase());
  const found: BlockJobs[] = [];
  let last: Lookup<readonly BlockJobs[]> | undefined;
  for (const tract of tracts) {
    last = partRows(mirror, blockJobs, parts, () => mirror.rows(blockJobs.id, { tract }, { limit: mostOfTract }));
    if (last.state === 'empty') continue;
    if (!hasData(last)) return last;
    if (last.state === 'partial') return noneOf(last);
    found.push(...last.data.filter(({ block }) => wanted.has(block)));
  }
  if (!last || !('citation' in last)) {
    return { state: 'unavailable', source: mirror.status(blockJobs.id).title, reason: 'no block was queried' };
  }
  const { citation } = last;
  if (found.length === 0) return { state: 'empty', citation };
  const data = jobsOfRows(found);
  if (!data) return { state: 'unavailable', source: citation.sourceName, reason: 'a block states no number of jobs' };
  return last.state === 'stale' ? { ...last, data } : { state: 'found', data, citation };
}
