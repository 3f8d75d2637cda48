import { z } from 'zod';
import { textField } from '../places/lanes/published.ts';
import type { Lane, LaneField } from '../places/schema/jurisdiction.ts';
import { fieldsOfLane } from '../places/schema/lane-fields.ts';
import type { LaneFields } from '../places/schema/lane-table.ts';

/** The field of a lane that an answer shows, with what a reader must know of the value. */
type Shown<L extends Lane> = LaneField<L> | readonly [field: LaneField<L>, description: string];
type FieldName<S> = S extends readonly [infer N, string] ? N : S;
type ValueOf<L extends Lane, S> =
  FieldName<S> extends infer N extends keyof LaneFields<L> ? NonNullable<LaneFields<L>[N]> : never;

export interface LaneValues<L extends Lane, S> {
  /** Members of a strict object, all optional; types are those of the lane's fields. */
  readonly shape: { readonly [K in keyof S]: z.ZodOptional<z.ZodType<ValueOf<L, S[K]>, ValueOf<L, S[K]>>> };
  /** Published values of one row, texts shortened; what the row does not state stays absent. */
  of(fields: LaneFields<L>): { readonly [K in keyof S]?: ValueOf<L, S[K]> };
}

const numbers: ReadonlySet<string> = new Set(['count', 'number', 'money', 'area', 'length', 'year']);

function schemaOf(type: string | undefined): z.ZodType {
  if (type === 'flag') return z.boolean();
  if (type === 'url') return z.url();
  return numbers.has(type ?? '') ? z.number() : z.string();
}

/** Values of a lane under the names of an answer: their schema and their reading follow from the lane's fields. */
export function laneValues<L extends Lane, const S extends Readonly<Record<string, Shown<L>>>>(
  lane: L,
  shown: S,
): LaneValues<L, S> {
  const known = fieldsOfLane(lane);
  const entries = Object.entries<Shown<L>>(shown).map(([name, entry]) => {
    const [field, description] = typeof entry === 'string' ? [entry, undefined] : entry;
    const schema = schemaOf(known[field]?.type).optional();
    return { name, field, schema: description === undefined ? schema : schema.describe(description) };
  });
  return {
    shape: Object.fromEntries(entries.map(({ name, schema }) => [name, schema])) as never,
    of(fields) {
      const values: Readonly<Partial<Record<string, string | number | boolean>>> = fields;
      const text = textField(values);
      return Object.fromEntries(
        entries.flatMap(({ name, field }) => {
          const value = typeof values[field] === 'string' ? text(field) : values[field];
          return value === undefined ? [] : [[name, value]];
        }),
      ) as never;
    },
  };
}
