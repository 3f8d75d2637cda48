import { z } from 'zod';
import type { GeoPoint } from '../kernel/subject.ts';
import { type Column, compileField, type Field, type FieldRow, type FieldType } from './field.ts';
import { numberOf } from './numbers.ts';
import type { ReadScope } from './scope.ts';

type Rest = Omit<FieldRow, 'type' | 'columns'>;
type Always = { readonly required: true } | { readonly otherwise: string };
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
/** A month, YYYY-MM. */
export const month = make<string>('month');
/** A calendar year; 0 and 9999 mean "not stated". */
export const year = make<number>('year');
/** Yes or no; undefined for any other word. */
export const flag = make<boolean>('flag');
export const url = make<string>('url');
/** Words of several columns, joined. */
export const joined = several<string>('text');
/** The sum of several columns; undefined where none states a number. */
export const sum = several<number>('number');

const PointSchema = z.strictObject({ latitude: z.number(), longitude: z.number() });

/** A position out of two cells; undefined for zeros, fillers and anything outside of the globe. */
function positionOf([north, east]: readonly unknown[]): GeoPoint | undefined {
  const [latitude, longitude] = [numberOf(north), numberOf(east)];
  if (!latitude || !longitude || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}

/** A position in WGS84 out of a column of latitudes and one of longitudes. */
export function point(latitude: Column, longitude: Column): Field<GeoPoint, false> {
  return {
    row: { type: 'point', columns: [latitude, longitude] },
    always: false,
    schema: PointSchema,
    read: positionOf,
  };
}

/** What no row of a table can say: a named function of some columns. */
export function computed<T, R extends { readonly required?: true; readonly title?: string } = object>(
  columns: readonly Column[],
  schema: z.ZodType<T>,
  read: (cells: readonly unknown[], scope: ReadScope) => T | undefined,
  rest?: R,
): Field<T, R extends Always ? true : false> {
  return {
    row: { type: 'computed', columns, ...rest },
    always: (rest?.required === true) as R extends Always ? true : false,
    schema,
    read,
  };
}
