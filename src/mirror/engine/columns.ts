import type { MirrorCell } from '../../kernel/ports/mirror.ts';
import { plainCharacters } from '../../kernel/text.ts';
import type { Column, Dataset, RawRow } from './dataset.ts';

type ReadCell = (row: readonly unknown[], raw: () => RawRow) => MirrorCell;

/** A number as published: most are plain, some carry signs of money, thousands or shares. */
function numberIn(text: string): number {
  const plain = Number(text);
  return Number.isNaN(plain) ? Number(text.replace(/[$,%]/g, '')) : plain;
}

const commonBlanks: ReadonlySet<string> = new Set(['', '.', '*', 'NA', 'N/A', 'null', 'NULL']);

function reader(column: Column, header: readonly string[], dataset: string): ReadCell {
  if ('value' in column) {
    const { value } = column;
    // what takes no row (the part) needs none to be made
    return value.length === 0 ? () => value({}) ?? null : (_row, raw) => value(raw()) ?? null;
  }
  const names = typeof column.from === 'string' ? [column.from] : column.from;
  const index = names.map((name) => header.indexOf(name)).find((at) => at >= 0);
  if (index === undefined) {
    throw new Error(
      `${dataset}: the file has no column ${names.join(' or ')}; it has ${header.slice(0, 12).join(', ')}`,
    );
  }
  const blank = column.blank ? new Set([...commonBlanks, ...column.blank]) : commonBlanks;
  const { type, pad } = column;
  return (row) => {
    const cell = row[index];
    if (cell === null || cell === undefined) return null;
    const text = typeof cell === 'string' ? cell.trim() : String(cell);
    if (blank.has(text)) return null;
    if (type === 'text') return pad ? text.replace(/\.0$/, '').padStart(pad, '0') : text;
    const number = typeof cell === 'number' ? cell : numberIn(text);
    if (!Number.isFinite(number)) return null;
    return type === 'integer' ? Math.round(number) : number;
  };
}

/** Compiles a dataset's columns against the header of a file. Throws, naming the column, where one is missing. */
export function compileColumns(dataset: Dataset, header: readonly string[]) {
  const readers = Object.values(dataset.columns).map((column) => reader(column, header, dataset.id));
  const rawOf = (row: readonly unknown[]): RawRow => Object.fromEntries(header.map((name, at) => [name, row[at]]));
  return {
    /** Undefined: the dataset leaves this row out. */
    cells(row: readonly unknown[]): MirrorCell[] | undefined {
      let raw: RawRow | undefined;
      const lazily = () => {
        raw ??= rawOf(row);
        return raw;
      };
      if (dataset.keep && !dataset.keep(lazily())) return undefined;
      // no column, whatever it computes, brings in a character that hides or acts
      return readers.map((read) => {
        const cell = read(row, lazily);
        return typeof cell === 'string' ? plainCharacters(cell) : cell;
      });
    },
  };
}
