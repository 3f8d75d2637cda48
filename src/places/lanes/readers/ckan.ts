import { hasData, type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import { type CkanField, ckanFields, queryCkan, resolveResource } from '../../../sources/drivers/ckan.ts';
import { columnsOfFields } from '../../schema/lane-table.ts';
import type { Asking, Reader } from '../asking.ts';

type Asked = Pick<Asking, 'sources' | 'configured'>;

interface Table {
  readonly actionUrl: string;
  readonly resourceId: string;
  readonly resource?: string;
}

/** The table of a source: named by its own address, or the newest of its package. */
async function tableOf({
  sources,
  configured,
}: Asked): Promise<{ readonly table: Table } | { readonly lost: Lookup<never> }> {
  const { source, card } = configured;
  const url = new URL(source.endpoint);
  const actionUrl = `${url.origin}${url.pathname.replace(/\/[^/]*$/, '')}`;
  if (source.resolve.by !== 'ckan-package') {
    return { table: { actionUrl, resourceId: url.searchParams.get('resource_id') ?? '' } };
  }
  const { package: name, pattern } = source.resolve;
  const found = await resolveResource(sources, card, {
    actionUrl,
    package: name,
    ...(pattern !== undefined && { pattern: new RegExp(pattern, 'i') }),
  });
  if (!hasData(found)) return { lost: found };
  return { table: { actionUrl, resourceId: found.data.id, resource: found.data.name } };
}

/** The columns that a portal lists for a source's table. */
export async function ckanColumns(queried: Asked): Promise<Lookup<readonly CkanField[]>> {
  const found = await tableOf(queried);
  return 'lost' in found ? found.lost : ckanFields(queried.sources, queried.configured.card, found.table);
}

/**
 * Rows of a CKAN table. The portal's list of columns is read first: their types decide how they compare, and a question
 * that names a column that is not there is `refused` before it is queried.
 */
export const readCkan: Reader = async ({ sources, configured, query, plan }) => {
  const { source, card } = configured;
  const found = await tableOf({ sources, configured });
  if ('lost' in found) return found.lost;
  const { actionUrl, resourceId, resource } = found.table;
  const fields = await ckanFields(sources, card, found.table);
  if (!hasData(fields)) return fields;
  const { dateField, dateType } = source.query;
  const conditions = plan.conditions ?? [];
  const select = columnsOfFields(source);
  const sorted = dateField !== undefined && dateType !== 'text' ? dateField : undefined;
  const named = [...select, ...conditions.map(({ column }) => column), ...(sorted ? [sorted] : [])];
  const missing = named.filter((column) => !fields.data.some(({ id }) => id === column));
  if (missing.length > 0) {
    const reason = `${card.name} no longer has the column ${missing.join(', ')}.`;
    return { state: 'unavailable', source: card.name, reason, refused: true };
  }
  const rows = await queryCkan(
    sources,
    card,
    {
      actionUrl,
      resourceId,
      select,
      conditions,
      limit: query.limit ?? 200,
      ...(source.query.where && { where: source.query.where }),
      ...(sorted && { newestBy: sorted }),
      ...(resource && { citation: { sourceDate: resource } }),
    },
    fields.data,
  );
  const queried = `${actionUrl}/datastore_search?resource_id=${resourceId}`;
  return mapLookup(rows, (all) => all.map((attributes) => ({ attributes, queried })));
};
