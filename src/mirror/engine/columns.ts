import type { Field } from '../../fields/field.ts';
import type { ReadScope } from '../../fields/scope.ts';
import { mirrorCell } from '../../fields/table.ts';
import type { MirrorCell } from '../../kernel/ports/mirror.ts';
import { plainCharacters } from '../../kernel/text.ts';
import type { Dataset } from './dataset.ts';

/** Position of a column in the rows of a file, under the first of its spellings that the file has; -1 for none. */
const positionOf = (column: string | readonly string[], header: readonly string[]): number =>
  [column]
    .flat()
    .map((name) => header.indexOf(name))
    .find((at) => at >= 0) ?? -1;

/** Positions of the cells of a field. Throws, naming the columns, where the file has none of them. */
function positionsOf({ row: { type, columns } }: Field, header: readonly string[], dataset: string): readonly number[] {
  const positions = columns.map((column) => positionOf(column, header));
  if (type === 'computed' || positions.some((at) => at >= 0)) return positions;
  throw new Error(
    `${dataset}: the file has no column ${columns.flat().join(' or ')}; it has ${header.slice(0, 12).join(', ')}`,
  );
}

function fieldReader(name: string, field: Field, positions: readonly number[], scope: ReadScope) {
  const cells: unknown[] = positions.map(() => undefined);
  const isOurs = field.row.type === 'computed';
  return (row: readonly unknown[]): unknown => {
    for (let at = 0; at < positions.length; at++) cells[at] = row[positions[at] ?? -1];
    const value = field.read(cells, scope, name);
    // what a function makes of cells brings in no character that hides or acts either
    return isOurs && typeof value === 'string' ? plainCharacters(value) : value;
  };
}

/**
 * Compiles a dataset's columns against the header of a file: reads a row as the cells that are stored, undefined where
 * the dataset leaves it out or where it lacks a required value. Throws, naming the column, where the file lacks one.
 */
export function compileColumns(dataset: Dataset, header: readonly string[], scope: ReadScope) {
  const fields = Object.entries(dataset.columns).map(([name, field]) => ({
    isRequired: field.always,
    read: fieldReader(name, field, positionsOf(field, header, dataset.id), scope),
  }));
  const kept = Object.entries(dataset.keep ?? {}).map(([column, pattern]) => ({
    at: header.indexOf(column),
    pattern,
  }));
  const isKept = (row: readonly unknown[]) =>
    kept.every(({ at, pattern }) => pattern.test(String(row[at] ?? '').trim()));
  return (row: readonly unknown[]): MirrorCell[] | undefined => {
    if (!isKept(row)) return undefined;
    const cells: MirrorCell[] = [];
    for (const { isRequired, read } of fields) {
      const value = read(row);
      if (isRequired && value === undefined) return undefined;
      cells.push(mirrorCell(value));
    }
    return cells;
  };
}
