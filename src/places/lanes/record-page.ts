import type { RawRow } from '../../fields/scope.ts';
import { fillPage } from '../../kernel/pages.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import { columnsOfField, columnsOfFields, type LaneFields } from '../schema/lane-table.ts';

type Cell = string | number;

const encoded = (value: Cell) => encodeURIComponent(value).replaceAll("'", '%27');
/** A value as SQL has it, encoded for an address; a quote inside a text is doubled. */
const literal = (value: Cell) =>
  typeof value === 'number' ? String(value) : `'${encoded(value.replaceAll("'", "''"))}'`;
const condition = (cells: readonly (readonly [string, Cell])[]) =>
  cells.map(([column, value]) => `${column}=${literal(value)}`).join('%20AND%20');

/** The columns that make up a record's id, with what the row has in them; undefined where one is missing. */
function idCells(source: LaneSource, attributes: RawRow): readonly (readonly [string, Cell])[] | undefined {
  const columns = columnsOfField(source, 'recordId');
  const cells = columns.flatMap((column) => {
    const value = attributes[column];
    return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
      ? [[column, value] as const]
      : [];
  });
  return cells.length > 0 && cells.length === columns.length ? cells : undefined;
}

/** How the platforms show one row to anyone who opens an address; only the columns that are kept here are requested. */
const rowPages: Readonly<
  Record<string, (source: LaneSource, queried: string, cells: readonly (readonly [string, Cell])[]) => string>
> = {
  arcgis: (source, layer, cells) =>
    `${layer}/query?where=${condition(cells)}&outFields=${columnsOfFields(source).join(',')}&returnGeometry=false&f=html`,
  socrata: (source, endpoint, cells) =>
    `${endpoint}?${cells.map(([column, value]) => `${column}=${encoded(value)}`).join('&')}&$select=${columnsOfFields(source).join(',')}`,
  ckan: (source, table, cells) =>
    `${table}&filters=${encodeURIComponent(JSON.stringify(Object.fromEntries(cells)))}&fields=${encodeURIComponent(columnsOfFields(source).join(','))}`,
  opendatasoft: (source, endpoint, cells) =>
    `${endpoint}?where=${cells.map(([column, value]) => `${column}%3D%22${encoded(value)}%22`).join('%20and%20')}&select=${columnsOfFields(source).join(',')}`,
  carto: (source, endpoint, cells) =>
    `${endpoint}?q=SELECT%20${columnsOfFields(source).join(',')}%20FROM%20${source.table}%20WHERE%20${condition(cells)}`,
};

/**
 * Page of one record: the address that the record itself names, else the publisher's page by the template of the source,
 * else the row as its platform shows it. Undefined where the record has no number of its own.
 */
export function recordPageOf(
  source: LaneSource,
  row: { readonly attributes: RawRow; readonly fields: LaneFields; readonly queried: string },
): string | undefined {
  const { recordUrl } = row.fields;
  const page = recordUrl ?? fillPage(source.recordPage, row.fields);
  if (page !== undefined) return page;
  const cells = idCells(source, row.attributes);
  return cells && rowPages[source.platform]?.(source, row.queried, cells);
}
