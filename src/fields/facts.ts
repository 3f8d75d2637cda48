import type { z } from 'zod';
import { fact } from '../kernel/answer.ts';
import type { Fields, Table } from './table.ts';

type FactOf<F> = F extends { readonly schema: infer S extends z.ZodType }
  ? z.ZodOptional<ReturnType<typeof fact<S>>>
  : never;

/** Schemas of values of a table as single facts, as members of a strict object. */
export function factShape<F extends Fields, K extends keyof F & string>(
  { fields }: Table<F>,
  ...names: readonly K[]
): { [N in K]: FactOf<F[N]> } {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] ? [[name, fact(fields[name].schema).optional()]] : [])),
  ) as never;
}

/** The values that a row of the table states, each as a fact with the unit of its field. */
export function factsOf<F extends Fields, K extends keyof F & string>(
  { fields }: Table<F>,
  row: { readonly [N in K]?: unknown },
  citation: string,
  ...names: readonly K[]
) {
  const stated = names.flatMap((name) => {
    const unit = fields[name]?.row.unit;
    return row[name] === undefined ? [] : [[name, { value: row[name], ...(unit && { unit }), citation }]];
  });
  return Object.fromEntries(stated) as { [N in K]?: { value: never; unit?: string; citation: string } };
}
