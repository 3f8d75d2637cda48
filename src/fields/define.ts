import { z } from 'zod';
import type { GeoPoint } from '../kernel/subject.ts';
import { type Column, compileField, type Field, type FieldRow, type FieldType } from './field.ts';
import { numberOf } from './numbers.ts';
import type { ReadScope } from './scope.ts';

export { pickFields, type RowOf, table } from './table.ts';

type Rest = Omit<FieldRow, 'type' | 'columns'>;
type Always = { readonly required: true } | { readonly otherwise: string };
type ComputedRest = Pick<Rest, 'title' | 'description' | 'unit' | 'means'> & { readonly required?: true };
type Made<T, R> = Field<T, R extends Always ? true : false>;

const make =
  <T>(type: FieldType) =>
  <R extends Rest = Rest>(column: Column, rest?: R): Made<T, R> =>
    compileField({ type, columns: [column], ...rest }) as Made<T, R>;

const several =
  <T>(type: FieldType) =>
  <R extends Rest = Rest>(columns: readonly Column[], rest?: R): Made<T, R> =>
    compileField({ type, columns, ...rest }) as Made<T, R>;

/** Words of the source: control characters out, at most `maxLength` characters. */
export const text = make<string>('text');
/** A code of the publisher's list; with `legend`, what the publisher says it means. */
export const code = make<string>('code');
/** An identifier; with `pattern`, one that does not fit is no identifier. */
export const id = make<string>('id');
/** A whole number of things; 0 is real. */
export const count = make<number>('count');
/** A measure; `unit` says in what. 0 is real. */
export const number = make<number>('number');
/** US dollars; 0 means "not stated" unless `zero: 'real'`. */
export const money = make<number>('money');
/** An area in `unit`; 0 means "not stated" unless `zero: 'real'`. */
export const area = make<number>('area');
/** A length in `unit`; 0 means "not stated" unless `zero: 'real'`. */
export const length = make<number>('length');
/** A calendar day, YYYY-MM-DD; one after today is refused unless `future: 'real'`. */
export const day = make<string>('day');
/** A moment, ISO 8601 in UTC. */
export const instant = make<string>('instant');
/** A calendar year; 0 and 9999 mean "not stated". */
export const year = make<number>('year');
/** Yes or no; undefined for any other word. */
export const flag = make<boolean>('flag');
export const url = make<string>('url');

/**
 * A code of so many digits, filled with leading zeros that a spreadsheet has dropped (FIPS, ZIP); anything else is not
 * stated.
 */
export const digits = <R extends Rest = Rest>(column: Column, length: number, rest?: R): Made<string, R> =>
  id(column, { pad: length, pattern: z.string().regex(new RegExp(`^\\d{${length}}$`)), ...rest }) as Made<string, R>;

/** A code of digits out of several columns, each of its own length (state and county); undefined where one is missing. */
export function joinedDigits<R extends ComputedRest>(
  parts: readonly (readonly [column: Column, length: number])[],
  rest?: R,
): Made<string, R> {
  const fields = parts.map(([column, length]) => digits(column, length));
  return computed(
    parts.map(([column]) => column),
    z.string(),
    (cells, scope) => {
      const codes = cells.flatMap((cell, at) => fields[at]?.read([cell], scope, '') ?? []);
      return codes.length === parts.length ? codes.join('') : undefined;
    },
    rest,
  );
}

/** What no column states: the name of the part of a dataset that comes in several files. */
export const partName = (): Field<string, true> =>
  computed([], z.string(), (_cells, { part }) => part, { required: true });

export const joined = several<string>('text');
/** Words of the first of several columns that states any. */
export const either = <R extends Rest = Rest>(columns: readonly Column[], rest?: R): Made<string, R> =>
  joined(columns, { pick: 'first', ...rest }) as Made<string, R>;
/** The sum of several columns; undefined where none states a number. */
export const sum = several<number>('number');

const PointSchema = z.strictObject({ latitude: z.number(), longitude: z.number() });

const zeros: ReadonlySet<unknown> = new Set([0]);

/** A position out of two cells; undefined for values of `missing` (zeros), fillers and anything outside of the globe. */
export function positionOf(cells: readonly unknown[], missing = zeros): GeoPoint | undefined {
  const [north, east] = cells.map(numberOf);
  if (north === undefined || east === undefined || missing.has(north) || missing.has(east)) return undefined;
  return Math.abs(north) > 90 || Math.abs(east) > 180 ? undefined : { latitude: north, longitude: east };
}

/** A position in WGS84 out of a column of latitudes and one of longitudes, as {@link positionOf} reads it. */
export function point<R extends Pick<Rest, 'missingValues' | 'required'> = object>(
  latitude: Column,
  longitude: Column,
  rest?: R,
): Made<GeoPoint, R> {
  const missing = new Set<unknown>([0, ...(rest?.missingValues ?? [])]);
  return {
    row: { type: 'point', columns: [latitude, longitude], ...rest },
    always: (rest?.required === true) as R extends Always ? true : false,
    schema: PointSchema,
    read: (cells) => positionOf(cells, missing),
  };
}

/** What no row of a table can say: a named function of some columns. */
export function computed<T, R extends ComputedRest = object>(
  columns: readonly Column[],
  schema: z.ZodType<T>,
  read: (cells: readonly unknown[], scope: ReadScope) => T | undefined,
  rest?: R,
): Field<T, R extends Always ? true : false> {
  return {
    row: { type: 'computed', columns, ...rest },
    always: (rest?.required === true) as R extends Always ? true : false,
    schema: rest?.description === undefined ? schema : schema.describe(rest.description),
    read,
  };
}
