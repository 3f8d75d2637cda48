import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson, refused } from '../shared/lookup.ts';
import { cutAt, listLookup, namedColumns, pick, quoted, type Row } from './rows.ts';

export interface CkanResource {
  readonly id: string;
  readonly name: string;
  readonly url: string | undefined;
  readonly format: string | undefined;
  readonly queryable: boolean;
}

export interface CkanQuery {
  /** Address of the portal's `…/api/3/action`. */
  readonly actionUrl: string;
  readonly resourceId: string;
  readonly select: readonly string[];
  /** SQL condition; texts go through {@link ckanText}, column names with capitals in double quotes. */
  readonly where?: string;
  readonly order?: string;
  /** Rows at most; 200 where absent, 32,000 is the portal's own ceiling. */
  readonly limit?: number;
  readonly ttlSeconds?: number;
  readonly citation?: Partial<Citation>;
}

/** Text literal for `where`, with its quotes. */
export const ckanText = quoted;

function detectError(body: unknown): string | undefined {
  return (body as { success?: unknown } | null)?.success === false ? 'CKAN success=false' : undefined;
}

const PackageSchema = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({
    resources: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string().nullish(),
        url: z.string().nullish(),
        format: z.string().nullish(),
        datastore_active: z.union([z.boolean(), z.string()]).nullish(),
        last_modified: z.string().nullish(),
        created: z.string().nullish(),
      }),
    ),
  }),
});

/** The resource of a package that can be queried now: ids rotate, packages stay. The latest one that fits is taken. */
export async function resolveResource(
  sources: SourceAccess,
  card: SourceCard,
  query: { readonly actionUrl: string; readonly package: string; readonly pattern?: RegExp },
): Promise<Lookup<CkanResource>> {
  const url = `${query.actionUrl.replace(/\/+$/, '')}/package_show?${new URLSearchParams({ id: query.package })}`;
  const lookup = await getJson(sources, card, { url, detectError, ttlSeconds: 86_400 }, PackageSchema);
  if (!hasData(lookup)) return lookup;
  const changed = (resource: { last_modified?: string | null | undefined; created?: string | null | undefined }) =>
    resource.last_modified ?? resource.created ?? '';
  const [chosen] = lookup.data.result.resources
    .filter((resource) => resource.datastore_active === true || resource.datastore_active === 'true')
    .filter((resource) => !query.pattern || query.pattern.test(resource.name ?? ''))
    .toSorted((a, b) => changed(b).localeCompare(changed(a), 'en'));
  if (!chosen) {
    return refused(sources, card, `${card.name} no longer lists the dataset that is read.`);
  }
  const data = {
    id: chosen.id,
    name: chosen.name ?? chosen.id,
    url: chosen.url ?? undefined,
    format: chosen.format ?? undefined,
    queryable: true,
  };
  return { ...lookup, data };
}

const SqlSchema = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({ records: z.array(z.record(z.string(), z.unknown())) }),
});

/** Rows of a CKAN datastore by `datastore_search_sql`; more than `limit` is `partial`. */
export async function queryCkan(
  sources: SourceAccess,
  card: SourceCard,
  query: CkanQuery,
): Promise<Lookup<readonly Row[]>> {
  const limit = query.limit ?? 200;
  const columns = namedColumns(query.select);
  if (!/^[0-9a-f-]{36}$/i.test(query.resourceId)) throw new Error('a CKAN resource id is a UUID');
  const sql = [
    `SELECT ${columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')} FROM "${query.resourceId}"`,
    query.where && `WHERE ${query.where}`,
    query.order && `ORDER BY ${query.order}`,
    `LIMIT ${limit + 1}`,
  ];
  const params = new URLSearchParams({ sql: sql.filter(Boolean).join(' ') });
  const url = `${query.actionUrl.replace(/\/+$/, '')}/datastore_search_sql?${params}`;
  const ttl = query.ttlSeconds !== undefined && { ttlSeconds: query.ttlSeconds };
  const extra = query.citation ? { citation: query.citation } : {};
  const lookup = await getJson(sources, card, { url, detectError, ...ttl }, SqlSchema, extra);
  if (lookup.state !== 'found') return lookup as Lookup<never>;
  const rows = lookup.data.result.records.map((row) => pick(row, columns));
  return listLookup(rows.slice(0, limit), lookup.citation, rows.length > limit ? cutAt(limit) : undefined);
}
