import { z } from 'zod';
import { defined } from '../kernel/defined.ts';
import { dayOrMonth, optionalText, pageAddress, text } from './cells.ts';
import { type CitedRow, rowVerifications } from './cited-row.ts';
import { type RuleTable, ruleTable } from './rule-table.ts';
import { pageOf, scopeColumns, scopeOf } from './scope-columns.ts';
import { type Cells, type RefuseCell, tableFile } from './table-file.ts';

const optionalUrl = pageAddress.exactOptional();
const quote = text.refine((words) => words.split(/\s+/).length <= 25, 'more than 25 words');

/** The columns that every table of cited rows can have: whom a row speaks for, and the pages behind it. */
export const citedColumns = {
  ...scopeColumns,
  verification: z.enum(rowVerifications),
  pageName: text,
  pageUrl: pageAddress,
  copyUrl: optionalUrl,
  edition: optionalText,
  asOf: dayOrMonth,
  statute: optionalText,
  quote: quote.exactOptional(),
  alsoName: optionalText,
  alsoUrl: optionalUrl,
  alsoEdition: optionalText,
  caution: optionalText,
};

type CitedCells = Cells<typeof citedColumns>;
/** The part of a row that every cited table has. */
export function citedRowOf(cells: CitedCells, refuse: RefuseCell): CitedRow {
  const { verification, asOf, statute, pageName: name, pageUrl: url, copyUrl, edition, quote, caution } = cells;
  const also = pageOf(cells.alsoName, cells.alsoUrl, cells.alsoEdition, 'also_url', refuse);
  if (verification === 'statute_text' && !statute) refuse('statute', 'missing on a row whose statute was read');
  const page = defined({ name, url, copyUrl, edition });
  const scope = scopeOf(cells, refuse);
  return defined({ scope, asOf, verification, page, statute, quote, also: also && [also], caution });
}

/** What a table of cited rows is made of; `columns` are those of its own, `own` puts them together where need be. */
interface CitedTable<S extends z.ZodRawShape, O> {
  readonly id: string;
  /** Name of the file in `data/rules` where it differs from the id. */
  readonly file?: string;
  /** What the rows are about, as in "Table of owner programs". */
  readonly name: string;
  readonly columns: S;
  own?(cells: Cells<S>, refuse: RefuseCell): O;
}

const cited = new Set(Object.keys(citedColumns));

/** A table of dated, cited rows of `data/rules`: the common columns and those of the table. */
export function citedTable<S extends z.ZodRawShape, O = Cells<S>>(table: CitedTable<S, O>): RuleTable<CitedRow & O> {
  const own = table.own ?? ((cells: Cells<S>) => cells as unknown as O);
  const rows = tableFile(table.file ?? table.id, { ...citedColumns, ...table.columns }, (cells, refuse) => {
    // what a table declares itself stays among its own, the statute too where every row has one
    const entries = Object.entries(cells).filter(([key]) => !cited.has(key) || key in table.columns);
    return {
      ...citedRowOf(cells as CitedCells, refuse),
      ...own(Object.fromEntries(entries) as Cells<S>, refuse),
    };
  });
  return ruleTable(table.id, table.name, rows);
}

export type RowOf<T> = T extends RuleTable<infer R> ? R : never;
