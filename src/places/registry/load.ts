import { basename, dirname } from 'node:path';
import { findState } from '../../geography/us-states.ts';
import { faultText, readInput } from '../../input/input-faults.ts';
import { listDataFiles, readDataFile } from '../../kernel/data-file.ts';
import { memoizeByFirst, memoizeByKey, once } from '../../kernel/memoize.ts';
import { type Jurisdiction, JurisdictionSchema } from '../schema/jurisdiction.ts';
import { problemsOf } from './check.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = Extract<Json, { readonly [name: string]: Json }>;
type Blocks = Readonly<Record<string, JsonObject>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesIn = (use: Json): readonly string[] =>
  (Array.isArray(use) ? use : [use]).map((name) => {
    if (typeof name !== 'string') throw new Error(`$use takes names of blocks, not ${JSON.stringify(name)}`);
    return name;
  });

function expandObject(value: JsonObject, blocks: Blocks, open: readonly string[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key !== '$use') {
      result[key] = expand(inner, blocks, open);
      continue;
    }
    for (const name of namesIn(inner)) {
      const block = blocks[name];
      if (!block) throw new Error(`$use names the block "${name}", which defaults does not have`);
      if (open.includes(name)) throw new Error(`the block "${name}" uses itself`);
      for (const [field, given] of Object.entries(expandObject(block, blocks, [...open, name]))) {
        // what the object says itself stands, wherever $use is written
        if (!(field in value)) result[field] = given;
      }
    }
  }
  return result;
}

function expand(value: Json, blocks: Blocks, open: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one: Json) => expand(one, blocks, open));
  return isObject(value) ? expandObject(value, blocks, open) : value;
}

/**
 * A file with its named blocks put in: `"$use": "city"` (or a list) in any object stands for the members of that block
 * of the file's own `defaults`. A member that the object states itself wins; of two blocks the later one wins.
 * Throws for a name that `defaults` does not have.
 */
export function withNamedBlocks(file: unknown): unknown {
  if (!isObject(file)) return file;
  const { defaults = {}, ...rest } = file;
  if (!isObject(defaults)) throw new Error('defaults holds named blocks');
  const blocks = Object.fromEntries(
    Object.entries(defaults).map(([name, block]) => {
      if (!isObject(block)) throw new Error(`the block "${name}" is not an object`);
      return [name, block];
    }),
  );
  const { $schema: _schema, ...place } = expandObject(rest, blocks, []);
  return place;
}

/** A folder of place files, each `<state>/<id>.json` at the end of its path. */
export interface PlaceRoot {
  list(): readonly string[];
  read(path: string): string;
}

/** The configured jurisdictions. Nothing is read before it is requested, and of a question about one state only that state. */
export interface PlaceIndex {
  /** By id, in alphabetical order. */
  all(): readonly Jurisdiction[];
  inState(fips: string): readonly Jurisdiction[];
  byId(id: string): Jurisdiction | undefined;
}

/** Census code of a jurisdiction: of the place for a city, of the county, of the state. */
export const geoidOf = ({ kind, geoid }: Jurisdiction): string =>
  (kind === 'city' ? geoid.place : kind === 'county' ? geoid.county[0] : geoid.state) ?? geoid.state;

const idOf = (path: string) => basename(path, '.json');
const stateOf = (path: string) => basename(dirname(path));

const laneDefaults = once(
  () => JSON.parse(readDataFile('jurisdictions/lane-defaults.json')) as Readonly<Record<string, object>>,
);

/** A file's sources with what sources of their lane have in common, where they do not say it themselves. */
function withLaneDefaults(file: unknown): unknown {
  const { sources } = (file ?? {}) as { sources?: unknown };
  if (!Array.isArray(sources)) return file;
  const shared = laneDefaults();
  const filled = sources.map((source: unknown) => {
    const lane = (source as { lane?: unknown } | null)?.lane;
    return typeof lane === 'string' ? { ...shared[lane], ...(source as object) } : source;
  });
  return { ...(file as object), sources: filled };
}

/** One place file wherever it lies, checked. Throws with the file's name and everything that is wrong with it. */
export function parsePlaceFile(text: string, path: string): Jurisdiction {
  const fail = (problem: string) => new Error(`${path}: ${problem}`);
  let file: unknown;
  try {
    file = withLaneDefaults(withNamedBlocks(JSON.parse(text)));
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
  const checked = readInput(JurisdictionSchema, file);
  if ('issues' in checked) throw fail(faultText(checked.issues));
  const place = checked.data;
  if (place.id !== idOf(path)) throw fail(`the id ${place.id} is not the name of the file`);
  const problems = problemsOf(place);
  if (problems.length > 0) throw fail(problems.join('; '));
  return place;
}

/** One place file of a folder of states, checked as {@link parsePlaceFile} does; the folder is that of its state. */
export function parsePlace(text: string, path: string): Jurisdiction {
  const place = parsePlaceFile(text, path);
  if (findState(stateOf(path))?.fips === place.geoid.state) return place;
  throw new Error(`${path}: the folder is not that of the state ${place.geoid.state}`);
}

function refuseTwice(places: readonly Jurisdiction[]): void {
  const seen = new Set<string>();
  const once = (name: string) => {
    if (seen.has(name)) throw new Error(`${name} is configured twice`);
    seen.add(name);
  };
  for (const place of places) {
    once(`the jurisdiction ${place.id}`);
    once(`the ${place.kind} with the Census code ${geoidOf(place)}`);
    for (const { cardId } of place.sources) once(`the source card ${cardId}`);
  }
}

const sorted = (places: readonly Jurisdiction[]) => places.toSorted((a, b) => a.id.localeCompare(b.id, 'en'));

/** The places of one or more folders; throws, when it is first queried, for a file that cannot be taken. */
export function openPlaces(roots: readonly PlaceRoot[]): PlaceIndex {
  const listed = once(() => roots.flatMap((root) => root.list().map((path) => ({ root, path }))));
  const placeIn = memoizeByFirst(({ root, path }: ReturnType<typeof listed>[number]) =>
    parsePlace(root.read(path), path),
  );
  const placesOf = (wanted: (path: string) => boolean): readonly Jurisdiction[] =>
    listed().flatMap((file) => (wanted(file.path) ? [placeIn(file)] : []));
  const checked = (wanted: (path: string) => boolean) => {
    const places = sorted(placesOf(wanted));
    refuseTwice(places);
    return places;
  };
  return {
    all: once(() => checked(() => true)),
    inState: memoizeByKey((fips) => {
      const folder = findState(fips)?.code.toLowerCase();
      return folder === undefined ? [] : checked((path) => stateOf(path) === folder);
    }),
    byId: (id) => placesOf((path) => idOf(path) === id)[0],
  };
}

/** The jurisdictions that are shipped with the code. */
export const shippedPlaces: PlaceIndex = openPlaces([
  { list: () => listDataFiles('jurisdictions/us', '.json'), read: readDataFile },
]);
