import type { ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { labelOf } from './labels.ts';
import { type Fields, type Stated, statedFields } from './phrases.ts';

const maxRows = 10;
const maxColumns = 5;

export interface TableSize {
  readonly rows?: number;
  /** Beyond so many columns the last ones stand, named, in one column "Further". */
  readonly columns?: number;
}

/** A column by the key of its cells. */
export type KeyedColumn = readonly [key: string, label: string, unit?: string | undefined];

export interface KeyedRow {
  readonly cells: Readonly<Record<string, unknown>>;
  readonly citation: SectionCitation;
}

type Cell = ReportTable['rows'][number]['cells'][number];

/** Rows with named values as a table; `leftOut`: further rows of the same kind. */
export const keyedTable = (
  { id, label, columns }: { readonly id: string; readonly label: string; readonly columns: readonly KeyedColumn[] },
  rows: readonly KeyedRow[],
  leftOut = 0,
): ReportTable => ({
  id,
  label,
  columns: columns.map(([key, name, unit]) => ({ key, label: name, ...(unit && { unit }) })),
  rows: rows.map(({ cells, citation }) => ({ cells: columns.map(([key]) => (cells[key] ?? null) as Cell), citation })),
  leftOut,
});

type Cells = Map<string, Stated>;
type CitationOf = (row: Fields) => SectionCitation | undefined;

/**
 * A list of rows as a table: a column per field, in the order in which the rows name them, without those that no row
 * fills. Of more than five (or as many as `size` says) the last ones stand, named, in one column "Further". Rows without
 * a known citation are left out and not counted; those beyond the limit are counted in `leftOut`.
 */
export function tableOf(
  id: string,
  label: string,
  list: readonly Fields[],
  citationOf: CitationOf,
  { rows: most = maxRows, columns: widest = maxColumns }: TableSize = {},
): ReportTable | undefined {
  const cited = list.flatMap((row) => {
    const citation = citationOf(row);
    const cells: Cells = new Map(statedFields(row).map(({ key, stated }) => [key, stated]));
    return citation && cells.size > 0 ? [{ cells, citation: { ...citation, ...ownPage(row, citation) } }] : [];
  });
  const rows = cited.slice(0, most);
  const keys = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  if (keys.length === 0) return undefined;
  const own = keys.length > widest ? keys.slice(0, widest - 1) : keys;
  const others = keys.slice(own.length);
  const columns = own.map((key) => ({ key, label: labelOf(key).label, unit: unitOf(rows, key) }));
  return {
    id,
    label,
    columns: [
      ...columns.map(({ unit, ...column }) => ({ ...column, ...(unit && { unit }) })),
      ...(others.length > 0 ? [{ key: 'further', label: 'Further' }] : []),
    ],
    rows: rows.map(({ cells, citation }) => ({
      cells: [
        ...columns.map(({ key, unit }) => cellOf(cells.get(key), unit)),
        ...(others.length > 0 ? [further(others, cells)] : []),
      ],
      citation,
    })),
    leftOut: cited.length - rows.length,
  };
}

/** The page of the row's own record, where the citation is one of the whole list. */
const ownPage = ({ recordUrl }: Fields, { recordId }: SectionCitation) =>
  typeof recordUrl === 'string' && recordId === undefined ? { recordUrl } : {};

function unitOf(rows: readonly { readonly cells: Cells }[], key: string): string | undefined {
  const stated = rows.flatMap(({ cells }) => cells.get(key) ?? []);
  const unit = stated[0]?.unit;
  return stated.every((one) => typeof one.value === 'number' && one.unit === unit) ? unit : undefined;
}

function cellOf(stated: Stated | undefined, columnUnit: string | undefined): string | number | boolean | null {
  if (!stated) return null;
  return stated.unit !== undefined && columnUnit === undefined ? valueText(stated.value, stated.unit) : stated.value;
}

function further(keys: readonly string[], cells: Cells): string | null {
  const parts = keys.flatMap((key) => {
    const stated = cells.get(key);
    return stated ? `${labelOf(key).label}: ${valueText(stated.value, stated.unit)}` : [];
  });
  return parts.length > 0 ? parts.join('; ') : null;
}
