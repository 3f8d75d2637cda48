// makes place files out of tables of public feeds: `tsx scripts/place-files.ts --out <folder> [--fixes <file>] <table.csv>…`
// A table has a row per dataset (place, lane, platform, url, columns). What a row says in words is corrected by hand:
// in the fixes (by table and line: members to put over those of the source, or `skip`), or later in the file itself.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { foldedName } from '../src/kernel/text.ts';
import { countyCode } from '../src/place/counties.ts';
import { policySourcesOf } from '../src/rules/policy-sources.ts';
import type { FeedRow } from './place-files/row.ts';
import { slug, sourceOf } from './place-files/source.ts';

type Json = { [name: string]: unknown };
interface Fixes {
  readonly rows?: Readonly<Record<string, { skip?: string; row?: FeedRow } & Json>>;
  /** By id: members of the file; sources that no table has; or nothing to be written. */
  readonly places?: Readonly<Record<string, Json & { skip?: boolean; more?: readonly Json[] }>>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, fixes: { type: 'string' } },
});
const fixes: Fixes = values.fixes ? JSON.parse(readFileSync(values.fixes, 'utf8')) : {};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members put over those of an object, objects member by member; null takes a member away. */
function merged(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const result: Json = { ...base };
  for (const [name, value] of Object.entries(over)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

interface Row {
  readonly id: string;
  readonly row: FeedRow;
}

const rows: readonly Row[] = positionals.flatMap((path, table) =>
  (parse(readFileSync(path, 'utf8'), { columns: true, bom: true }) as FeedRow[]).map((row, line) => {
    const id = `${'abcdefgh'.charAt(table)}${line}`;
    return { id, row: { ...row, ...fixes.rows?.[id]?.row } };
  }),
);

/** Why a row makes no source. */
function unfit({ id, row }: Row): string | undefined {
  const fix = fixes.rows?.[id];
  if (fix?.skip) return fix.skip;
  if (row.verification === 'conflict') return 'sources disagree';
  if (/DEAD/.test(row.quirks ?? '')) return 'dead';
  if (!['arcgis', 'socrata'].includes(row.platform ?? '')) return `platform ${row.platform}`;
  return undefined;
}

const placeOf = (row: FeedRow) => (row.place ?? '').replace(/^.*\((.* County)\)/, '$1');

/** Sources of one place; a second one of a lane is named after its dataset. */
function sourcesOf(own: readonly Row[], place: { id: string; name: string; publisher: string }): readonly Json[] {
  const seen = new Set<unknown>();
  return own.flatMap(({ id, row }) => {
    const reason = unfit({ id, row });
    const made = reason ? undefined : sourceOf(row, place);
    if (!made) {
      console.log(`${id} ${row.place} ${row.lane}: ${reason ?? 'columns not known'}`);
      return [];
    }
    const named = seen.has(made.cardId)
      ? `${place.id}-${slug(String(row.dataset_name).replace(/\(.*/, ''))}`
      : made.cardId;
    const cardId = seen.has(named) ? `${String(made.cardId)}-${seen.size + 1}` : named;
    seen.add(cardId);
    const { row: _row, ...over } = fixes.rows?.[id] ?? {};
    return [merged({ ...made, cardId }, over) as Json];
  });
}

/** What several sources of a file share, as named blocks. */
function withBlocks(sources: readonly Json[]): { defaults?: Json; sources: readonly Json[] } {
  const defaults: Json = {};
  const shared = (members: readonly string[], label: string, list: readonly Json[]): readonly Json[] => {
    const keyOf = (source: Json) => JSON.stringify(members.map((member) => source[member] ?? null));
    const counts = new Map<string, number>();
    for (const source of list) counts.set(keyOf(source), (counts.get(keyOf(source)) ?? 0) + 1);
    const names = new Map(
      [...counts].filter(([, times]) => times > 1).map(([key], at) => [key, at === 0 ? label : `${label}-${at + 1}`]),
    );
    return list.map((source) => {
      const name = names.get(keyOf(source));
      if (!name) return source;
      const own: Json = { ...source };
      defaults[name] = Object.fromEntries(members.filter((one) => one in source).map((one) => [one, source[one]]));
      for (const member of members) delete own[member];
      return { ...own, $use: [...((own.$use as string[] | undefined) ?? []), name] };
    });
  };
  const named = shared(['seen'], 'seen', shared(['publisher', 'license'], 'office', sources));
  return { ...(Object.keys(defaults).length > 0 && { defaults }), sources: named };
}

const undisclosedStates: Readonly<Record<string, string>> = {
  AK: 'Alaska',
  ID: 'Idaho',
  KS: 'Kansas',
  LA: 'Louisiana',
  MS: 'Mississippi',
  MT: 'Montana',
  NM: 'New Mexico',
  TX: 'Texas',
  UT: 'Utah',
};

/** Where sale prices are no public record, that no transfers are wired has a reason. */
function undisclosed(code: string, sources: readonly Json[]): readonly Json[] {
  const state = undisclosedStates[code];
  if (!state || sources.some(({ lane }) => lane === 'transfers')) return [];
  const officialUrl = policySourcesOf(code)?.taxAgencyUrl;
  return [
    {
      lane: 'transfers',
      why: `${state} does not make sale prices public: no register of sales with prices is published.`,
      ...(officialUrl && { officialUrl }),
    },
  ];
}

/** The file of one place. */
function fileOf(name: string, own: readonly Row[]): { path: string; file: Json } | undefined {
  const [title = '', code = ''] = name.split(', ');
  const row = own[0]?.row ?? {};
  const counties = (row.county_geoids ?? '').split(';').map((fips) => fips.slice(0, 5));
  const isCity = Boolean(row.place_geoid);
  if (code.length !== 2 || !/^\d{5}$/.test(counties[0] ?? '')) return undefined;
  const id = slug(`${title} ${code}`);
  const publisher = code === 'DC' ? 'District of Columbia' : isCity ? `City of ${title}` : title;
  const made = sourcesOf(own, { id, name: title, publisher });
  const { skip, more = [], ...fix } = fixes.places?.[id] ?? {};
  if (skip || (made.length === 0 && more.length === 0 && !fix.absent)) return undefined;
  const sources = [...made, ...more];
  const file = merged(
    {
      $schema: '../../schema.json',
      id,
      displayName: `${title}, ${code}`,
      kind: isCity ? 'city' : 'county',
      stack: { state: code, county: counties.map((fips) => countyCode(fips)?.name ?? fips) },
      geoid: { state: counties[0]?.slice(0, 2), county: counties, ...(isCity && { place: row.place_geoid }) },
      aliases: [...new Set([foldedName(title), foldedName(title.replace(/ County$/, ''))])],
      ...withBlocks(sources),
      absent: undisclosed(code, sources),
      policySources: [],
      rules: {},
    },
    fix,
  ) as Json;
  return { path: join(code.toLowerCase(), `${id}.json`), file };
}

const places = new Map<string, Row[]>();
for (const one of rows) places.set(placeOf(one.row), [...(places.get(placeOf(one.row)) ?? []), one]);
for (const [name, own] of places) {
  const made = fileOf(name, own);
  if (!made || !values.out) continue;
  const path = join(values.out, made.path);
  mkdirSync(join(path, '..'), { recursive: true });
  // on one line: the formatter breaks it where it is too long
  writeFileSync(path, `${JSON.stringify(made.file)}\n`);
}
