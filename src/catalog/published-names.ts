import type { z } from 'zod';
import { personPublished } from '../privacy/columns.ts';

type Schema = z.core.$ZodType;
interface Def {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly getter?: () => Schema;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;

/** Schemas inside of a schema, whatever holds them: members, items, alternatives, what is behind a default. */
function partsOf(def: Def): readonly Schema[] {
  const { shape = {}, getter, ...rest } = def;
  return [...Object.values(shape), ...Object.values(rest).flat(), getter?.()].filter(isSchema);
}

/** What was read of several schemas that share parts: no schema and no name is read twice. */
export interface ReadNames {
  readonly schemas: Set<Schema>;
  readonly names: Set<string>;
}

/** The first published name in a schema that is about a person, with what it is about; undefined where there is none. */
export function personIn(schema: Schema, read: ReadNames): string | undefined {
  const waiting = [schema];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (read.schemas.has(part)) continue;
    read.schemas.add(part);
    const def = part._zod.def as Def;
    for (const name of Object.keys(def.shape ?? {})) {
      const about = read.names.has(name) ? undefined : personPublished(name);
      if (about) return `${name} (${about})`;
      read.names.add(name);
    }
    waiting.push(...partsOf(def));
  }
  return undefined;
}
