import type { Condition, MirrorCell } from '../../kernel/ports/mirror.ts';
import { addDays } from '../../kernel/time.ts';

export interface Clause {
  readonly sql: string;
  readonly values: readonly MirrorCell[];
}

const marks = (count: number) => Array(count).fill('?').join(', ');
const either = (clauses: readonly string[]) => `(${clauses.join(' OR ')})`;

/** One condition in SQL on a column whose name is quoted already; its values stand apart. */
export function sqlOf(condition: Condition, column: string): Clause {
  if ('oneOf' in condition) {
    const compared = condition.folded ? `upper(${column})` : column;
    const { oneOf } = condition;
    const equal = `${compared} IN (${marks(oneOf.length)})`;
    if (!condition.line) return { sql: equal, values: oneOf };
    const starts = oneOf.map(() => `instr(${compared}, ?) = 1`);
    return { sql: either([equal, ...starts]), values: [...oneOf, ...oneOf.map((one) => `${one},`)] };
  }
  if ('contains' in condition) {
    return { sql: either(condition.contains.map(() => `instr(${column}, ?) > 0`)), values: condition.contains };
  }
  if ('between' in condition) return { sql: `${column} BETWEEN ? AND ?`, values: condition.between };
  const form = (day: string) => (condition.form === 'yyyymmdd' ? day.replaceAll('-', '') : day);
  const clauses = [
    ...(condition.from ? [{ sql: `${column} >= ?`, value: form(condition.from) }] : []),
    ...(condition.to ? [{ sql: `${column} < ?`, value: form(addDays(condition.to, 1)) }] : []),
  ];
  return { sql: clauses.map(({ sql }) => sql).join(' AND ') || '1', values: clauses.map(({ value }) => value) };
}
