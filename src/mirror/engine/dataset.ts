import { z } from 'zod';
import type { Fields } from '../../fields/table.ts';
import { readDataFile } from '../../kernel/data-file.ts';
import { faultOfSeen, SeenSchema } from '../../kernel/seen.ts';
import type { LaneSource } from '../../places/schema/jurisdiction.ts';

const stated = z.string().min(1);
const words = z.string().transform((text) => text.split(' '));
const pattern = z.string().transform((text) => new RegExp(text, 'i'));

/** Lines of a text whose columns are at fixed positions; of several layouts the first that fits a line reads it. */
const LayoutSchema = z.strictObject({
  member: pattern,
  /** Characters of a line, where the editions of a member differ in it; lines of any length where absent. */
  length: z.int().optional(),
  /** Lines that are read; the others are passed over without being counted. */
  keep: pattern.optional(),
  /** Columns by name: first character and the one behind the last, counted from 0. */
  columns: z.record(stated, z.tuple([z.int(), z.int()])),
});

const FileSchema = z.strictObject({
  /**
   * `table` is CSV (plain, gzip, or a ZIP member) or a workbook: the file itself tells which. `gtfs` is a ZIP archive of
   * a transit schedule, read as stops with their routes. `fixed` is a ZIP archive of texts with `layouts`. `shapefile` is
   * a ZIP archive with a .shp and a .dbf file in WGS84.
   */
  format: z.enum(['table', 'json', 'geojson', 'gtfs', 'fixed', 'shapefile']).default('table'),
  /** How the lines of `fixed` texts are read. A row has every column of all layouts, empty where its own has none. */
  layouts: z.array(LayoutSchema).optional(),
  /** Field separator of a text table; default comma. */
  delimiter: z.string().optional(),
  encoding: z.enum(['utf8', 'latin1']).optional(),
  /** Column names where the file has no header line. Otherwise the header is found by the columns of the fields. */
  header: z.array(stated).optional(),
  /** Part of a header name that differs between editions or tables (a running number); it is cut away. */
  headerWithout: pattern.optional(),
  /** A workbook whatever its name ends in. */
  workbook: z.boolean().optional(),
  sheet: z.union([z.string(), z.int()]).optional(),
  /** Which member of a ZIP archive; the first that matches. */
  member: pattern.optional(),
  /** Path of the row array inside a JSON file; default the file itself. */
  path: stated.optional(),
});

/** So many years after the year that an edition is named by (before it where negative), on a day of the year (MM-DD). */
const EditionDaySchema = z.tuple([z.int(), z.string().regex(/^\d{2}-\d{2}$/)]);

/** When a publisher that numbers its editions by year brings them out. The files themselves decide: see `yearsToTry`. */
const EditionsSchema = z.strictObject({
  /** First year of which there is a file in this form. */
  since: z.int(),
  /** Years from one edition to the next; 1 where absent. */
  every: z.int().optional(),
  from: EditionDaySchema,
  by: EditionDaySchema,
});

/** Where the official data come in several files: the column that tells them apart, and the parts that make it whole. */
const PartsSchema = z.union([
  z.strictObject({ column: stated, whole: words }),
  z.strictObject({
    column: stated,
    /** The parts are years, as `editions` of the dataset has them; so many of the newest make it whole. */
    newest: z.int(),
    /** Beside them the newest of the years that are so many apart, counted from the first edition: full counts among surveys. */
    also: z.strictObject({ every: z.int(), newest: z.int() }).optional(),
  }),
]);

/** Headers of a request that carry the value of a setting: as many as it has parts between colons. */
const KeyHeadersSchema = z.strictObject({ setting: stated, headers: z.array(stated) });

/** One query of a listing in JSON: which of its rows is meant, and what of that row the next address is made of. */
const ListingStepSchema = z.strictObject({
  /** Address; `{found}` is what the step before has taken. */
  url: z.string(),
  rows: stated,
  /** Patterns that fields of the row match as a whole. */
  where: z.record(z.string(), z.string()),
  /** Field in which the newest row has the latest day (ISO or in English words); the first row that fits where absent. */
  newest: stated.optional(),
  /** Field that is handed on: a number or text without a slash. */
  take: stated,
});

/** A way to a file that leads over listings in JSON. The day of the newest row is the vintage of the file. */
const ListingSchema = z.strictObject({
  /** Way for those who have a key: without the setting it is left out. Its value goes into these headers, parted by colons. */
  key: KeyHeadersSchema.optional(),
  steps: z.array(ListingStepSchema),
  /** Address of the file; `{found}` is what the last step has taken. */
  file: z.string(),
});

/** A table in the package: the stored rows of an edition, in this project's own form (`data/tables`). */
const ShippedSchema = z.strictObject({
  /** Name in `data/tables`. */
  file: stated,
  edition: stated,
  part: stated.optional(),
  /** ISO time by which the official file had been taken; the first line of the table says from where. */
  retrievedAt: z.iso.datetime(),
  rows: z.int(),
});

/** What `data/datasets/<id>.json` says: whose file it is, where, when, how sure, and how it is read. Patterns ignore case. */
const DatasetSchema = z
  .strictObject({
    title: stated,
    publisher: stated,
    /**
     * Official address of the file itself. Filled in: `{part}`, `{yy}` (the last two characters of the part, or of the
     * year where there are no parts), `{year}` and `{year-4}` (of `editions`), `{offset}` (of `pages`).
     */
    sourceUrl: z.url(),
    /** Further addresses, tried in this order where the file is not at the first. */
    alsoAt: z.array(z.url()).optional(),
    /** Megabytes to download, about: of the whole, of one part where it comes in parts. Absent: known with the download. */
    megabytes: z.number().optional(),
    /** The file comes in pages of so many rows, one address each; the last one has fewer. */
    pages: z.strictObject({ size: z.int() }).optional(),
    /** Days of its editions, where the address names the day as `{cycle}` (29_Oct_2026): the first, and how many lie between two. */
    cycle: z.strictObject({ first: z.iso.date(), days: z.int() }).optional(),
    editions: EditionsSchema.optional(),
    /**
     * Where file names change with every issue: `sourceUrl` is then the page or directory that links them, and this is
     * the pattern of the names (`{part}` is filled in). The greatest name is the newest.
     */
    listed: stated.optional(),
    /** Host of the linked files, where it is not that of the page. */
    listedHost: stated.optional(),
    /** Where listings in JSON lead to the file: the ways, tried in this order; `sourceUrl` is then the page that offers it. */
    listings: z.array(ListingSchema).optional(),
    /**
     * The file is sorted, and nothing is wanted of what follows the lines that begin so: the download ends behind them.
     * A file without such lines is taken whole.
     */
    endsAfter: stated.optional(),
    /** Page of the dataset, which citations name; never a front page. */
    datasetUrl: z.url(),
    /** US government work in the public domain where absent. */
    licenseNote: stated.optional(),
    /** The file has no address of its own: which file is to be taken from the page that `sourceUrl` names, in a few words. */
    byHand: stated.optional(),
    /**
     * Terms of a publisher that is no public body: it is fetched by a command that names it, with which the operator
     * accepts them, and by nothing else.
     */
    terms: z.strictObject({ words: stated, url: z.url() }).optional(),
    /** The publisher may refuse programs: what is then to be taken from `datasetUrl`, in a few words. */
    orByHand: stated.optional(),
    /** Vintage of the edition that `sourceUrl` names, with `{year}` filled in; or the column whose largest value is the vintage. */
    vintage: z.union([stated, z.strictObject({ column: stated })]),
    /** States and territories that the file does not reach, by two-letter code: there it has no empty answer. */
    outside: z.array(stated).optional(),
    cadence: stated,
    /** Older than this since retrieval counts as stale. */
    staleAfterDays: z.number(),
    /**
     * Days after the end of what an edition speaks of (its vintage) by which a newer one is out, whatever day it was
     * loaded on. Absent where the vintage is in words, or where every query names its edition.
     */
    supersededAfterDays: z.number().optional(),
    file: FileSchema.default({ format: 'table' }),
    /** Keeps the polygon of each feature: turns on containment queries. */
    polygon: z.literal(true).optional(),
    keys: z.array(z.array(stated)),
    /** What columns of the file have in the rows that are mirrored; others are counted and left out. */
    keep: z.record(stated, pattern).optional(),
    parts: PartsSchema.optional(),
    /** What of it is in the package and answers before anything was fetched; of a dataset in parts, the oldest part first. */
    shipped: z.array(ShippedSchema).optional(),
    /** Table of a source that has the same rows (`bls-laus/laborYears`); the dataset's own is in `src/mirror/datasets`. */
    table: stated.optional(),
    /** For who edits the file. */
    $comment: stated.optional(),
    seen: SeenSchema,
  })
  .refine(({ seen }) => faultOfSeen(seen) === undefined, 'what the doctor saw has a day');

export type FixedLayout = z.output<typeof LayoutSchema>;
export type FileShape = z.output<typeof FileSchema>;
export type EditionDay = z.output<typeof EditionDaySchema>;
export type Editions = z.output<typeof EditionsSchema>;
export type ListingStep = z.output<typeof ListingStepSchema>;
export type Listing = z.output<typeof ListingSchema>;
export type ShippedTable = z.output<typeof ShippedSchema>;

/** A bulk file of an official source and what of it is mirrored. Nothing of it runs but computed fields. */
export interface Dataset extends Readonly<z.output<typeof DatasetSchema>> {
  readonly id: string;
  /**
   * What is stored, by the name of the column; of a field table, its `mirrorColumns`. Anything that is not named here never
   * enters the mirror, and a row without a required value is left out.
   */
  readonly columns: Fields;
  /** Of the file of a place: what its columns are made of. */
  readonly lane?: { readonly source: LaneSource; readonly zone: string | undefined };
  /** Columns of WGS84 degrees, where they are not `latitude` and `longitude`: such columns turn on distance queries. */
  readonly point?: { readonly latitude: string; readonly longitude: string };
}

/** The dataset that `data/datasets/<id>.json` describes, with its columns. Throws where the file does not fit its schema. */
export function readDataset(id: string, columns: Fields): Dataset {
  const read = DatasetSchema.safeParse(JSON.parse(readDataFile(`datasets/${id}.json`)));
  if (!read.success) throw new Error(`data/datasets/${id}.json: ${z.prettifyError(read.error)}`);
  return { id, ...read.data, columns };
}

/** Hosts that the description of a dataset names: a download follows a redirect to these alone. */
export function hostsOf({ sourceUrl, datasetUrl, alsoAt = [], listedHost, listings = [] }: Dataset): readonly string[] {
  const listed = listings.flatMap(({ steps, file }) => [...steps.map(({ url }) => url), file]);
  const hosts = [sourceUrl, datasetUrl, ...alsoAt, ...listed].map((url) => new URL(url).host);
  return [...new Set([...hosts, ...(listedHost === undefined ? [] : [listedHost])])];
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
