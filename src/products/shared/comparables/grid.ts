import { cleanText } from '../../../kernel/text.ts';
import { recordOfRow } from '../../../places/lanes/reader.ts';
import type { ReportTable, SectionCitation } from '../../../reports/sections.ts';

type Cell = string | number | boolean | null;

/** One row of a grid before it is cut to the columns that some row fills. */
export interface GridRow {
  readonly cells: Readonly<Record<string, unknown>>;
  readonly citation: SectionCitation;
}

/** A column of a grid. */
export interface GridColumn {
  readonly key: string;
  readonly label: string;
  readonly unit?: string | undefined;
}

const maxText = 80;

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'boolean'
    ? value
    : typeof value === 'string' && value !== ''
      ? cleanText(value, maxText)
      : null;

/** The citation of a list with the number and page of one of its rows. */
export const citedRow = (citation: SectionCitation, row: Parameters<typeof recordOfRow>[0]): SectionCitation => ({
  ...citation,
  ...recordOfRow(row),
});

/** A table with the columns that at least one row fills; undefined without rows. `leftOut`: further rows of the same kind. */
export function gridOf(
  { id, label, columns }: { readonly id: string; readonly label: string; readonly columns: readonly GridColumn[] },
  rows: readonly GridRow[],
  leftOut: number,
): ReportTable | undefined {
  const filled = columns.filter(({ key }) => rows.some(({ cells }) => cellOf(cells[key]) !== null));
  if (rows.length === 0 || filled.length === 0) return undefined;
  return {
    id,
    label,
    columns: filled.map(({ key, label: name, unit }) => ({ key, label: name, ...(unit && { unit }) })),
    rows: rows.map(({ cells, citation }) => ({ cells: filled.map(({ key }) => cellOf(cells[key])), citation })),
    leftOut,
  };
}
