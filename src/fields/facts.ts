import type { z } from 'zod';
import { fact } from '../kernel/answer.ts';
import type { Field } from './field.ts';
import type { Fields, RowOf, Table } from './table.ts';

type FactSchema<T> = ReturnType<typeof fact<z.ZodType<T>>>;
type FactMember<F> =
  F extends Field<infer T, true> ? FactSchema<T> : F extends Field<infer T> ? z.ZodOptional<FactSchema<T>> : never;

interface Fact<T> {
  readonly value: T;
  readonly unit?: string;
  readonly citation: string;
}

/** Schemas of some published values as facts, as members of a strict object. */
export const factShape = <F extends Fields, K extends keyof F & string>(
  { fields }: Table<F>,
  ...names: readonly K[]
): { [N in K]: FactMember<F[N]> } =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      if (!field) return [];
      const schema = fact(field.schema);
      return [[name, field.always ? schema : schema.optional()]];
    }),
  ) as { [N in K]: FactMember<F[N]> };

/** Some published values of a row as facts, each with the unit of its field; what the row does not state stays absent. */
export function factsOf<F extends Fields, K extends keyof RowOf<Table<F>> & string>(
  { fields }: Table<F>,
  row: Pick<RowOf<Table<F>>, K>,
  citation: string,
  ...names: readonly K[]
): { [N in K]: Fact<NonNullable<RowOf<Table<F>>[N]>> | undefined } {
  const values: Readonly<Record<string, unknown>> = row;
  return Object.fromEntries(
    names.flatMap((name) => {
      const { type, unit = type === 'money' ? 'USD' : undefined } = fields[name]?.row ?? {};
      const value = values[name];
      return value === undefined ? [] : [[name, { value, ...(unit && { unit }), citation }]];
    }),
  ) as { [N in K]: Fact<NonNullable<RowOf<Table<F>>[N]>> | undefined };
}
