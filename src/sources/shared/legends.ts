import { parse } from 'csv-parse/sync';
import { readDataFile } from '../../kernel/data-file.ts';
import { groupBy } from '../../kernel/group.ts';
import type { SourceId } from '../ids.generated.ts';

interface Row {
  readonly source: string;
  readonly column: string;
  readonly code: string;
  readonly meaning: string;
}

let legends: ReadonlyMap<string, readonly Row[]> | undefined;

/** What a publisher says that the codes of one of its columns mean (`data/legends.csv`); empty for a code without words. */
export function legendOf(source: SourceId, column: string): Readonly<Record<string, string>> {
  legends ??= groupBy(
    parse(readDataFile('legends.csv'), { columns: true }) as unknown as readonly Row[],
    (row) => `${row.source} ${row.column}`,
  );
  const rows = legends.get(`${source} ${column}`);
  if (!rows) throw new Error(`data/legends.csv has no codes of the column ${column} of ${source}`);
  return Object.fromEntries(rows.map(({ code, meaning }) => [code, meaning]));
}
