import { z } from 'zod';
import type { MirrorCell, MirrorRow } from '../kernel/ports/mirror.ts';
import { personColumn, personPublished } from '../privacy/columns.ts';
import { compileField, type Field } from './field.ts';
import type { RawRow, ReadScope, Refusal } from './scope.ts';

export type Fields = Readonly<Record<string, Field>>;
type Value<F> = F extends Field<infer T> ? T : never;
type AlwaysKeys<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, true> ? K : never }[keyof F];

export type RowOf<T> =
  T extends Table<infer F>
    ? { readonly [K in AlwaysKeys<F>]: Value<F[K]> } & { readonly [K in Exclude<keyof F, AlwaysKeys<F>>]?: Value<F[K]> }
    : never;

/** What must agree within one row; a value that breaks it is named and left out. */
export interface Agreement<F extends Fields> {
  readonly fields: readonly (keyof F & string)[];
  /** What has to hold, as a clause for people: "filedAt is not after issuedAt". */
  readonly rule: string;
  /** The field that is left out, and why; undefined where the row agrees. */
  readonly check: (row: Readonly<Record<string, unknown>>, scope: ReadScope) => Refusal | undefined;
}

export interface Table<F extends Fields = Fields, Id extends string = string> {
  readonly id: Id;
  readonly fields: F;
  readonly agreements: readonly Agreement<F>[];
  /** Every column that is read, once, in its present spelling: what a query asks for. */
  readonly columns: readonly string[];
  /** One published row; undefined where a required value is missing or has another form. */
  read(raw: RawRow, scope?: ReadScope): RowOf<Table<F>> | undefined;
  /** A row of the mirror whose columns were made of this table ({@link mirrorColumns}). */
  fromMirror(row: MirrorRow): RowOf<Table<F>>;
  /** Schemas of some published values (of all without names), as members of a strict object: required where the table always has them. */
  shape<K extends keyof F & string = keyof F & string>(...names: readonly K[]): { [N in K]: MemberOf<F[N]> };
}

type MemberOf<F> =
  F extends Field<infer T, true> ? z.ZodType<T> : F extends Field<infer T> ? z.ZodOptional<z.ZodType<T>> : never;

/** The cell of a column under any of its spellings; names of columns are compared as they are. */
const cellOf = (raw: RawRow, column: string | readonly string[]): unknown => {
  if (typeof column === 'string') return raw[column];
  const present = column.find((name) => raw[name] !== undefined);
  return present === undefined ? undefined : raw[present];
};

/** The cells that a field reads, in its order. */
export const cellsOf = (field: Field, raw: RawRow): readonly unknown[] =>
  field.row.columns.map((column) => cellOf(raw, column));

/** Throws, naming it, where a field reads a column about a person or is published under such a name. */
export function throwIfPersonal(id: string, fields: Fields): void {
  for (const [name, field] of Object.entries(fields)) {
    const published = personPublished(name, id);
    if (published) throw new Error(`${id} publishes a field about a person: ${name} (${published})`);
    for (const column of field.row.columns.flat()) {
      const reason = personColumn(column, id);
      if (reason) throw new Error(`${id} reads a column about a person: ${column} (${reason})`);
    }
  }
}

/**
 * A field table. Throws where a field reads or publishes something about a person, where a field has no column, and where
 * an agreement names a field that the table does not have.
 *
 * @param id of the source card or dataset, for messages
 */
export function table<const F extends Fields, const Id extends string>(
  id: Id,
  fields: F,
  agreements: readonly Agreement<F>[] = [],
): Table<F, Id> {
  throwIfPersonal(id, fields);
  const entries = Object.entries(fields);
  const unknown = agreements.flatMap((agreement) => agreement.fields).find((name) => !(name in fields));
  if (unknown) throw new Error(`${id} has no field ${unknown} that an agreement names`);
  const [first] = [entries.flatMap(([, field]) => field.row.columns.map((column) => [column].flat()[0] ?? ''))];
  return {
    id,
    fields,
    agreements,
    columns: [...new Set(first)],
    read: (raw, scope = {}) => readRow(entries, agreements, raw, scope) as RowOf<Table<F>> | undefined,
    fromMirror: (row) => rowFromMirror(entries, row) as RowOf<Table<F>>,
    shape: (...names) =>
      Object.fromEntries(
        (names.length > 0 ? names : Object.keys(fields)).map((name) => {
          const field = fields[name];
          return [name, field?.always ? field.schema : field?.schema.optional()];
        }),
      ) as never,
  };
}

function readRow(
  entries: readonly (readonly [string, Field])[],
  agreements: readonly Agreement<never>[] | readonly Agreement<Fields>[],
  raw: RawRow,
  scope: ReadScope,
): Readonly<Record<string, unknown>> | undefined {
  const row: Record<string, unknown> = {};
  for (const [name, field] of entries) {
    const value = field.read(cellsOf(field, raw), scope, name);
    if (value !== undefined) row[name] = value;
    else if (field.always) return undefined;
  }
  for (const { check } of agreements) {
    const refusal = check(row, scope);
    if (!refusal) continue;
    delete row[refusal.field];
    scope.refusals?.push(refusal);
  }
  return row;
}

const positionColumns = [
  ['latitude', 90],
  ['longitude', 180],
] as const;

/**
 * The columns of a mirrored dataset that hold the values of a table, under their published names; a position is stored
 * as `latitude` and `longitude`.
 */
export const mirrorColumns = ({ fields }: { readonly fields: Fields }): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.row.type === 'point'
        ? positionColumns.map(([column, limit], index) => {
            const { columns, missingValues = [] } = field.row;
            const rest = { missingValues, zero: 'missing', minimum: -limit, maximum: limit } as const;
            return [column, compileField({ type: 'number', columns: [columns[index] ?? ''], ...rest })] as const;
          })
        : [[name, field] as const],
    ),
  );

function rowFromMirror(entries: readonly (readonly [string, Field])[], stored: MirrorRow) {
  const row: Record<string, unknown> = {};
  for (const [name, field] of entries) {
    if (field.row.type === 'point') {
      const at = field.read(
        positionColumns.map(([column]) => stored[column]),
        {},
        name,
      );
      if (at !== undefined) row[name] = at;
      continue;
    }
    const cell = stored[name];
    if (cell !== null && cell !== undefined) row[name] = field.schema instanceof z.ZodBoolean ? cell === 1 : cell;
  }
  return row;
}

/** A published value as the mirror stores it. */
export function mirrorCell(value: unknown): MirrorCell {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const integers: ReadonlySet<string> = new Set(['count', 'year']);
const reals: ReadonlySet<string> = new Set(['number', 'money', 'area', 'length']);

/** SQLite type of the column that stores a field. */
export function mirrorType({ row: { type }, schema }: Field): 'text' | 'integer' | 'real' {
  if (integers.has(type) || schema instanceof z.ZodBoolean) return 'integer';
  return reals.has(type) || schema instanceof z.ZodNumber ? 'real' : 'text';
}

/** Some published values of a row, in the order of `names`; what the row does not state stays absent. */
export function pickFields<R extends object, K extends keyof R & string>(row: R, ...names: readonly K[]): Pick<R, K> {
  return Object.fromEntries(
    names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const])),
  ) as Pick<R, K>;
}
