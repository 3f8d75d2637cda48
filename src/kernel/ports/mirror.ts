import type { Citation } from '../citation.ts';
import type { Lookup } from '../lookup.ts';
import type { GeoPoint } from '../subject.ts';

/** A condition on one column of a table, in no query language. The conditions of a question hold together. */
export type Condition =
  | {
      readonly column: string;
      readonly oneOf: readonly (string | number)[];
      /** Without regard to case; the values are upper case. */
      readonly folded?: boolean;
      /** The value may go on after a comma: a street line, and then the city. */
      readonly line?: boolean;
    }
  | { readonly column: string; readonly contains: readonly string[] }
  | { readonly column: string; readonly between: readonly [number, number] }
  /** Calendar days, both included. */
  | { readonly column: string; readonly from?: string; readonly to?: string; readonly form: 'iso' | 'yyyymmdd' };

export type MirrorCell = string | number | null;
export type MirrorRow = Readonly<Record<string, MirrorCell>>;

export type MirrorState = 'missing' | 'partial' | 'stale' | 'ready' | 'unavailable';

export interface MirrorStatus {
  readonly dataset: string;
  /** Name of the dataset, for readers; `dataset` is its id. */
  readonly title: string;
  readonly state: MirrorState;
  readonly reason?: string;
  readonly vintage?: string;
  readonly rows?: number;
  readonly retrievedAt?: string;
  readonly sha256?: string;
  /** What answers is a table in the package, because nothing newer is loaded. */
  readonly shipped?: boolean;
  readonly parts?: readonly string[];
  /** Parts that make it whole today, of a dataset that comes in several files. */
  readonly wholeParts?: readonly string[];
  /** Year of the newest edition that is out by the publisher's own rhythm, of a dataset whose editions are years. */
  readonly newestYear?: number;
  /** Megabytes to download for all of it, about. */
  readonly megabytes?: number;
  /** Of data that are not here: whether they are on their way, come with the first question, or by command only. */
  readonly fetch?: 'fetching' | 'failed' | 'at_first_need' | 'by_command';
  /** Of data that come with the first question: within the time that an answer may take. */
  readonly isQuick?: boolean;
  readonly sourceUrl: string;
  readonly datasetUrl: string;
  readonly publisher: string;
  readonly licenseNote: string;
  /** States and territories that the dataset does not reach. */
  readonly outside?: readonly string[];
}

/**
 * Reading side of the mirrored bulk files. A question that lacks data begins their fetch where that is configured, and
 * the reason says so. Each lookup is `found`, `empty` (the loaded snapshot has no such row),
 * `partial`, `stale` (older than the dataset's own rule; data still given) or `unavailable` (not loaded, or broken),
 * and its citation carries publisher, official address, vintage and the day the file was retrieved.
 */
export interface MirrorAccess {
  /** Rows whose key columns equal the given values. */
  rows(
    dataset: string,
    where: MirrorRow,
    options?: { limit?: number; orderBy?: string; descending?: boolean },
  ): Lookup<readonly MirrorRow[]>;
  /** Rows that fulfill every condition. Over `limit`: `partial`. */
  matching(
    dataset: string,
    conditions: readonly Condition[],
    options?: { limit?: number; orderBy?: string; descending?: boolean },
  ): Lookup<readonly MirrorRow[]>;
  /** Rows within a distance of a point, nearest first, each with `distanceMeters`. Over `limit`: `partial`. */
  near(
    dataset: string,
    point: GeoPoint,
    radiusMeters: number,
    options?: { limit?: number; where?: MirrorRow },
  ): Lookup<readonly (MirrorRow & { distanceMeters: number })[]>;
  /** Rows whose polygon contains the point, of those whose columns equal the given values. */
  containing(dataset: string, point: GeoPoint, where?: MirrorRow): Lookup<readonly MirrorRow[]>;
  /** Values of a column among the rows whose columns equal the given values, each once, in order. */
  valuesOf(dataset: string, column: string, where?: MirrorRow): Lookup<readonly MirrorCell[]>;
  /**
   * Why a question that lies inside some parts of a dataset cannot be answered: those that are not loaded, and what becomes of
   * them. Undefined where all of them are loaded, or the dataset is one file.
   */
  need(dataset: string, parts: readonly string[]): Lookup<never> | undefined;
  status(dataset: string): MirrorStatus;
  /** Ids of the files of places that were requested. */
  placeFiles(): readonly string[];
  all(): readonly MirrorStatus[];
  citation(dataset: string): Citation | undefined;
}
