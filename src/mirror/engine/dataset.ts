import type { Fields } from '../../fields/table.ts';
import type { Seen } from '../../kernel/seen.ts';

/** Lines of a text whose columns stand at fixed positions; of several layouts the first that fits a line reads it. */
export interface FixedLayout {
  /** Members of the archive that have such lines. */
  readonly member: RegExp;
  /** Characters of a line, where the editions of a member differ in it; lines of any length where absent. */
  readonly length?: number;
  /** Lines that are read; the others are passed over without being counted. */
  readonly keep?: RegExp;
  /** Columns by name: first character and the one behind the last, counted from 0. */
  readonly columns: Readonly<Record<string, readonly [from: number, to: number]>>;
}

export interface FileShape {
  /**
   * `table` is CSV (plain, gzip, or a ZIP member) or a workbook: told apart by the file itself. `gtfs` is a ZIP archive of
   * a transit schedule, read as stops with their routes. `fixed` is a ZIP archive of texts with `layouts`. `shapefile` is
   * a ZIP archive with a .shp and a .dbf file in WGS84.
   */
  readonly format: 'table' | 'json' | 'geojson' | 'gtfs' | 'fixed' | 'shapefile';
  /** How the lines of `fixed` texts are read. A row has every column of all layouts, empty where its own has none. */
  readonly layouts?: readonly FixedLayout[];
  /** Field separator of a text table; default comma. */
  readonly delimiter?: string;
  readonly encoding?: 'utf8' | 'latin1';
  /** Column names where the file has no header line. Otherwise the header is found by the columns of the fields. */
  readonly header?: readonly string[];
  /** Part of a header name that differs between editions or tables (a running number); it is cut away. */
  readonly headerWithout?: RegExp;
  /** A workbook whatever its name ends in. */
  readonly workbook?: boolean;
  /** Sheet name or number of a workbook. */
  readonly sheet?: string | number;
  /** Which member of a ZIP archive; the first that matches. */
  readonly member?: RegExp;
  /** Path of the row array inside a JSON file; default the file itself. */
  readonly path?: string;
}

/** So many years after the year that an edition is named by (before it where negative), on a day of the year (MM-DD). */
export type EditionDay = readonly [years: number, day: string];

/** When a publisher that numbers its editions by year brings them out. The files themselves decide: see `yearsToTry`. */
export interface Editions {
  /** First year of which there is a file in this form. */
  readonly since: number;
  /** Years from one edition to the next; 1 where absent. */
  readonly every?: number;
  /** Day from which the edition may be out. */
  readonly from: EditionDay;
  /** Day by which it is out. */
  readonly by: EditionDay;
}

/** Where the official data come in several files: the kept column that tells them apart, and the parts that make it whole. */
export type Parts =
  | { readonly column: string; readonly whole: readonly string[] }
  /** The parts are years, as `editions` of the dataset has them; so many of the newest make it whole. */
  | {
      readonly column: string;
      readonly newest: number;
      /** Beside them the newest of the years that are so many apart, counted from the first edition: full counts among surveys. */
      readonly also?: { readonly every: number; readonly newest: number };
    };

/** One question of a listing in JSON: which of its rows is meant, and what of that row the next address is made of. */
export interface ListingStep {
  /** Address; `{found}` stands for what the step before has taken. */
  readonly url: string;
  /** Property of the reply that holds the rows. */
  readonly rows: string;
  /** Patterns that fields of the row match as a whole. */
  readonly where: Readonly<Record<string, string>>;
  /** Field in which the newest row has the latest day (ISO or in English words); the first row that fits where absent. */
  readonly newest?: string;
  /** Field that is handed on: a number or text without a slash. */
  readonly take: string;
}

/** A way to a file that leads over listings in JSON. The day of the newest row is the vintage of the file. */
export interface Listing {
  /** Way for those who have a key: without the setting it is left out. Its value goes into these headers, parted by colons. */
  readonly key?: KeyHeaders;
  readonly steps: readonly ListingStep[];
  /** Address of the file; `{found}` is what the last step has taken. */
  readonly file: string;
}

/** Headers of a request that carry the value of a setting: as many as it has parts between colons. */
export interface KeyHeaders {
  readonly setting: string;
  readonly headers: readonly string[];
}

/** A table in the package: the kept rows of an edition, in this project's own form (`data/tables`). */
export interface ShippedTable {
  /** Name in `data/tables`. */
  readonly file: string;
  readonly edition: string;
  /** Which part it is, of a dataset that comes in several files. */
  readonly part?: string;
  /** ISO time by which the official file had been taken; the first line of the table says from where. */
  readonly retrievedAt: string;
  readonly rows: number;
}

/**
 * A bulk file of an official source and what of it is mirrored: a row of `data/datasets.csv`, and how its file is read.
 * Nothing of it runs but computed fields.
 */
export interface Dataset {
  readonly id: string;
  readonly title: string;
  readonly publisher: string;
  /**
   * Official address of the file itself. Filled in: `{part}`, `{yy}` (the last two characters of the part, or of the year
   * where there are no parts), `{year}` and `{year-4}` (of `editions`), `{offset}` (of `pages`).
   */
  readonly sourceUrl: string;
  /** Further addresses, asked in this order where the file is not at the first. */
  readonly alsoAt?: readonly string[];
  /** Megabytes to download, about: of the whole, of one part where it comes in parts. Absent: known once it is asked for. */
  readonly megabytes?: number;
  /** The file comes in pages of so many rows, one address each; the last one has fewer. */
  readonly pages?: { readonly size: number };
  /** Days of its editions, where the address names the day as `{cycle}` (29_Oct_2026): the first, and how many lie between two. */
  readonly cycle?: { readonly first: string; readonly days: number };
  /** Years of its editions, where the address or the parts name them. */
  readonly editions?: Editions;
  /**
   * Where file names change with every issue: `sourceUrl` is then the page or directory that links them, and this is the
   * pattern of the names (`{part}` is filled in). The greatest name is the newest.
   */
  readonly listed?: string;
  /** Host of the linked files, where it is not that of the page. */
  readonly listedHost?: string;
  /** Where listings in JSON lead to the file: the ways, tried in this order; `sourceUrl` is then the page that offers it. */
  readonly listings?: readonly Listing[];
  /**
   * The file is sorted, and nothing is wanted of what follows the lines that begin so: the download ends behind them.
   * A file without such lines is taken whole.
   */
  readonly endsAfter?: string;
  /** Page of the dataset, which citations name; never a front page. */
  readonly datasetUrl: string;
  /** {@link publicDomain} where absent. */
  readonly licenseNote?: string;
  /** The file has no address of its own: which file is to be taken from the page that `sourceUrl` names, in a few words. */
  readonly byHand?: string;
  /**
   * Terms of a publisher that is no public body: it is fetched by a command that names it, with which the operator accepts
   * them, and by nothing else.
   */
  readonly terms?: { readonly words: string; readonly url: string };
  /** The publisher may refuse programs: what is then to be taken from `datasetUrl`, in a few words. */
  readonly orByHand?: string;
  /** Vintage of the edition that `sourceUrl` names, with `{year}` filled in; or the column whose largest value is the vintage. */
  readonly vintage: string | { readonly column: string };
  /** States and territories that the file does not reach, by two-letter code: there it has no empty answer. */
  readonly outside?: readonly string[];
  readonly cadence: string;
  /** Older than this since retrieval counts as stale. */
  readonly staleAfterDays: number;
  /**
   * Days after the end of what an edition speaks of (its vintage) by which a newer one is out, whatever day it was loaded
   * on. Absent where the vintage is in words, or where every question names its edition.
   */
  readonly supersededAfterDays?: number;
  readonly file: FileShape;
  /**
   * What is stored, by the name of the column; of a field table, its `mirrorColumns`. Anything that is not named here never
   * enters the mirror, and a row without a required value is left out.
   */
  readonly columns: Fields;
  /** Columns of WGS84 degrees, where they are not `latitude` and `longitude`: such columns turn on distance queries. */
  readonly point?: { readonly latitude: string; readonly longitude: string };
  /** Keeps the polygon of each GeoJSON feature: turns on containment queries. */
  readonly polygon?: boolean;
  /** Column groups that are looked up by equality. */
  readonly keys: readonly (readonly string[])[];
  /** What columns of the file have in the rows that are mirrored; others are counted and left out. */
  readonly keep?: Readonly<Record<string, RegExp>>;
  readonly parts?: Parts;
  /** What of it is in the package and answers before anything was fetched; of a dataset in parts, the oldest part first. */
  readonly shipped?: readonly ShippedTable[];
  readonly seen: Seen;
}

/** The columns that hold the position of a row; undefined where the dataset has none. */
export function pointOf({ columns, point }: Pick<Dataset, 'columns' | 'point'>): Dataset['point'] {
  const [latitude, longitude] = ['latitude', 'longitude'];
  return point ?? (latitude in columns && longitude in columns ? { latitude, longitude } : undefined);
}

const takenByHand = (id: string, what: string, page: string) =>
  `load by hand: take ${what} from ${page}, then place-records mirror load ${id} <file>`;

/** What an operator does to have a dataset here, as one clause. */
export function howToLoad({ id, byHand, sourceUrl }: Pick<Dataset, 'id' | 'byHand' | 'sourceUrl'>): string {
  return byHand === undefined ? `place-records mirror sync ${id}` : takenByHand(id, byHand, sourceUrl);
}

/** What an operator can do where a publisher does not give its file to a program; undefined where nothing else is known. */
export function wayOut({ id, orByHand, datasetUrl, listings = [] }: Dataset): string | undefined {
  if (orByHand === undefined) return undefined;
  const settings = listings.flatMap(({ key }) => key?.setting ?? []);
  const withKey = settings.length > 0 ? `; a key in ${settings.join(' or ')} opens the publisher's own interface` : '';
  return `${takenByHand(id, orByHand, datasetUrl)}${withKey}`;
}
