import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { faultText, readInput } from '../../../input/input-faults.ts';
import { dataFolder } from '../../../kernel/data-file.ts';
import { memoizeByFirst, once } from '../../../kernel/memoize.ts';
import { verifiedOn } from '../../../kernel/seen.ts';
import type { Jurisdiction, LaneSource } from '../../schema/jurisdiction.ts';
import type { PlaceIndex } from '../load.ts';

/** Days in a row on which a source has to fail before it is no longer queried. */
const failuresUntilUnavailable = 2;

function withLook(source: LaneSource, look: LookRow): LaneSource {
  const { verified_at: verifiedAt, failures, failed_since: since, problem } = look;
  const before = verifiedOn(source.seen);
  const isNewer = verifiedAt !== '' && (before === undefined || before < verifiedAt);
  const known: LaneSource = isNewer
    ? { ...source, seen: { by: 'doctor', on: verifiedAt, note: 'Columns, extent and rows as they are mapped.' } }
    : source;
  return failures >= failuresUntilUnavailable ? { ...known, failing: { since, why: problem } } : known;
}

/** Places with what is remembered of the looks at their sources: the day of the last, and since when one fails. */
export function withLooks(places: PlaceIndex, open: () => Looks): PlaceIndex {
  const looks = once(open);
  const looked = memoizeByFirst((place: Jurisdiction): Jurisdiction => {
    const sources = place.sources.map((source) => {
      const look = looks().of(source.lane, sourceKey(source));
      return look ? withLook(source, look) : source;
    });
    return sources.every((source, at) => source === place.sources[at]) ? place : { ...place, sources };
  });
  const lookedAt = memoizeByFirst((list: readonly Jurisdiction[]) => list.map((place) => looked(place)));
  return {
    all: () => lookedAt(places.all()),
    inState: (fips) => lookedAt(places.inState(fips)),
    byId(id) {
      const place = places.byId(id);
      return place && looked(place);
    },
  };
}

const day = z.string().regex(/^(?:\d{4}-\d{2}-\d{2})?$/);

/** What is remembered of the looks at one source. Days are calendar days; an empty cell is "never" or "not known". */
const lookCells = z.strictObject({
  lane: z.string().min(1),
  /** Address, table and condition of the source: {@link sourceKey}. */
  source: z.string().min(1),
  checked_on: day.min(1),
  verified_at: day,
  /** Days in a row on which it failed. */
  failures: z.coerce.number().int().min(0),
  failed_since: day,
  /** What was wrong at the last look, in one sentence; empty where nothing was. */
  problem: z.string(),
  known_parcel: z.string(),
  /** Newest edit as the layer states it. */
  edited_on: day,
});

export type LookRow = z.infer<typeof lookCells>;

export const lookColumns = Object.keys(lookCells.shape) as readonly (keyof LookRow)[];

/** What tells a source apart from every other, whatever the order in which its place asks them. */
export const sourceKey = ({ endpoint, table, query }: Pick<LaneSource, 'endpoint' | 'table' | 'query'>): string =>
  [endpoint.replace(/\/+$/, ''), table, query.where].filter((part) => part).join(' ');

const keyOf = ({ lane, source }: Pick<LookRow, 'lane' | 'source'>) => `${lane} ${source}`;

/** Looks by source; of two at the same source the newer counts. */
export class Looks {
  readonly #rows = new Map<string, LookRow>();

  constructor(rows: Iterable<LookRow> = []) {
    for (const row of rows) {
      const known = this.#rows.get(keyOf(row));
      if (!known || known.checked_on <= row.checked_on) this.#rows.set(keyOf(row), row);
    }
  }

  of(lane: string, source: string): LookRow | undefined {
    return this.#rows.get(keyOf({ lane, source }));
  }

  all(): readonly LookRow[] {
    return [...this.#rows.values()];
  }
}

/** Rows of a table text; throws with the number of the first line that does not fit. */
export function parseLooks(text: string): readonly LookRow[] {
  const lines: Record<string, string>[] = parse(text, { columns: true, bom: true, skip_empty_lines: true });
  return lines.map((line, at) => {
    const checked = readInput(lookCells, line);
    if ('issues' in checked) throw new Error(`line ${at + 2}: ${faultText(checked.issues)}`);
    return checked.data;
  });
}

const cell = (value: string | number) => {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The table as text, sorted by lane and source. */
export function looksText(rows: readonly LookRow[]): string {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const lines = sorted.map((row) => lookColumns.map((name) => cell(row[name])).join(','));
  return `${[lookColumns.join(','), ...lines].join('\n')}\n`;
}

/** Name of the table that `doctor --places` keeps in the data folder of an installation. */
export const looksFile = 'places-verification.csv';
/** The same of the code, for looks that hold everywhere. */
const shippedFile = join('layers', 'verification.csv');

/** Rows of a file; none where there is no file. Throws with its name where it cannot be read. */
export function readLooks(path: string): readonly LookRow[] {
  if (!existsSync(path)) return [];
  try {
    return parseLooks(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}, ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * What the shipped table and that of this installation remember together. A table of the installation that cannot be
 * read is left out and passed to `report`: it never keeps a place from being answered.
 */
export function openLooks(dataDir: string, report: (reason: string) => void): Looks {
  const shipped = readLooks(join(dataFolder(), shippedFile));
  try {
    return new Looks([...shipped, ...readLooks(join(dataDir, looksFile))]);
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return new Looks(shipped);
  }
}
