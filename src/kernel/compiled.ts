import { z } from 'zod';

/**
 * Reads before a schema is compiled. Compiling takes some 10 ms, that of the largest answers more: it is for a server
 * that reads the same schema many times, not for one command or a session.
 */
const readsBefore = 100;

const reads = new WeakMap<z.ZodType, { count: number; compiled?: z.ZodType }>();

/**
 * The schema itself, or once it has been read often the same as one generated function: it takes, makes and refuses the
 * same, in a fraction of the time. Called at each read.
 */
export function compiledWhenOften<S extends z.ZodType>(schema: S): S {
  const known = reads.get(schema);
  if (known?.compiled) return known.compiled as S;
  if (!known) reads.set(schema, { count: 1 });
  else if (++known.count > readsBefore) known.compiled = z.compile(schema);
  return schema;
}
