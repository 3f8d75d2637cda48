import { z } from 'zod';
import { plainCharacters, textOf } from '../kernel/text.ts';
import { type DayFormat, dateOf, instantOf, isDayFormat, monthOf } from './dates.ts';
import { numberOf, present } from './numbers.ts';
import { type ReadScope, refuse } from './scope.ts';

export const fieldTypes = [
  'text',
  'code',
  'id',
  'count',
  'number',
  'money',
  'area',
  'length',
  'day',
  'instant',
  'month',
  'year',
  'flag',
  'url',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A column of the source; several names where editions or servers spell it differently, the present spelling first. */
export type Column = string | readonly string[];

/** What a row of a field table says of any value (words of Frictionless Table Schema where it has them). */
export interface FieldRow {
  readonly type: FieldType;
  /** The columns that make the value: one, or several that are joined (text) or added (numbers). */
  readonly columns: readonly Column[];
  /** What people read. */
  readonly title?: string;
  readonly description?: string;
  /** Unit as the source writes it. */
  readonly unit?: string;
  /** Between the parts of a text that several columns make. */
  readonly join?: string;
  /** Of several columns the first that states a value, instead of all together. */
  readonly pick?: 'first';
  /** Values that mean "not stated", beside the common fillers. */
  readonly missingValues?: readonly (string | number)[];
  /** 0 is a value of a type for which it otherwise means "not stated" (year, money, area, length). */
  readonly zero?: 'real' | 'missing';
  /** Which of several it is: filed, issued, deed; market, assessed … */
  readonly means?: string;
  /** `place`: a moment becomes the calendar day at the place; a day without a time is the publisher's own. */
  readonly zone?: 'place';
  readonly format?: DayFormat | 'digits' | 'numberLast' | 'lowerCase';
  /** Codes and what the publisher says that they mean; a code without an entry is shown as it is. */
  readonly legend?: Readonly<Record<string, string>>;
  /** A code without an entry in the legend states nothing. */
  readonly closed?: true;
  readonly pattern?: z.ZodType<string>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly future?: 'real';
  /** Characters at most; 500 where absent. */
  readonly maxLength?: number;
  /** What outside of the row it has to fit, as a clause for people; the reader of the lane holds it. */
  readonly agrees?: string;
  /** Digits to which an identifier is filled with leading zeros (a FIPS code that a spreadsheet has shortened). */
  readonly pad?: number;
  readonly factor?: number;
  readonly decimals?: number;
  readonly significantDigits?: number;
  /** Domain of the publisher's own pages: a link that leads elsewhere is not shown. */
  readonly host?: string;
  /** A row without the value is not a row of this table. */
  readonly required?: boolean;
  /** Published where the source states nothing; never a value that a source could state. */
  readonly otherwise?: string;
}

/** A compiled row of a field table: reads one published value. */
export interface Field<T = unknown, Always extends boolean = boolean> {
  readonly row: Omit<FieldRow, 'type'> & { readonly type: FieldType | 'point' | 'computed' };
  readonly always: Always;
  /** Schema of the published value, with title and unit in its metadata. */
  readonly schema: z.ZodType<T>;
  /** The value of one row, whose cells are in the order of `row.columns`; undefined where it states none. */
  readonly read: (cells: readonly unknown[], scope: ReadScope, name: string) => T | undefined;
}

const zeroIsMissing: ReadonlySet<string> = new Set(['year', 'money', 'area', 'length']);
/** Days that database systems write where a date is not set. */
const fillerDays: ReadonlySet<string> = new Set(['1899-12-30', '1899-12-31', '1900-01-01']);
const trues: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', '1']);
const falses: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', '0']);

type ReadCell<T> = (cell: unknown, scope: ReadScope, name: string) => T | undefined;

/** Text in the form that a row asks for; undefined where the form leaves nothing of it. */
const forms: Readonly<Partial<Record<NonNullable<FieldRow['format']>, (text: string) => string | undefined>>> = {
  digits: (text) => text.replace(/\.0+$/, '').replace(/\D/g, '') || undefined,
  lowerCase: (text) => text.toLowerCase(),
  numberLast: (text) => text.replace(/^(.*\S)\s+(\d+\S*)$/, '$2 $1'),
};

/** An identifier as it is written: blanks inside of it tell it from others. */
const identifierOf = (cell: unknown, maxLength = 500): string | undefined =>
  typeof cell === 'string' ? plainCharacters(cell).trim().slice(0, maxLength) || undefined : textOf(cell);

/** Text without values that mean "not stated". */
function textReader(row: FieldRow): ReadCell<string> {
  const missing = new Set(row.missingValues?.map(String));
  const { legend, closed, pattern, maxLength, pad } = row;
  const formed = row.format && forms[row.format];
  const textIn = row.type === 'id' ? identifierOf : textOf;
  return (cell) => {
    const text = textIn(present(cell), maxLength);
    if (text === undefined || missing.has(text)) return undefined;
    if (formed) return formed(text);
    const filled = pad === undefined ? text : text.replace(/\.0$/, '').padStart(pad, '0');
    if (pattern) {
      const parsed = pattern.safeParse(filled);
      return parsed.success ? parsed.data : undefined;
    }
    const meaning = legend?.[filled] ?? legend?.[filled.toUpperCase()];
    return meaning === undefined && !closed ? filled : meaning;
  };
}

const isWhole = (type: FieldType) => type === 'year' || type === 'count';

function numberReader(row: FieldRow): ReadCell<number> {
  const missing = new Set(row.missingValues?.map(Number));
  const zero = row.zero ?? (zeroIsMissing.has(row.type) ? 'missing' : 'real');
  if (zero === 'missing') missing.add(0);
  if (row.type === 'year') missing.add(9999);
  const minimum = row.minimum ?? (row.type === 'year' ? 1500 : row.type === 'number' ? undefined : 0);
  const maximum = row.maximum ?? (row.type === 'year' ? 2999 : undefined);
  const { factor = 1, decimals, significantDigits } = row;
  const tidy = (value: number) => {
    if (significantDigits !== undefined) return Number(value.toPrecision(significantDigits));
    return decimals === undefined ? value : Number(value.toFixed(decimals));
  };
  return (cell, scope, name) => {
    const stated = numberOf(cell);
    if (stated === undefined || missing.has(stated)) return undefined;
    const value = tidy(stated * factor);
    if (minimum !== undefined && value < minimum) return refuse(scope, name, 'range', `a value is below ${minimum}`);
    if (maximum !== undefined && value > maximum) return refuse(scope, name, 'range', `a value is above ${maximum}`);
    if (isWhole(row.type) && !Number.isInteger(value))
      return refuse(scope, name, 'whole', 'a value is not a whole number');
    return value;
  };
}

function dayReader(row: FieldRow): ReadCell<string> {
  const missing = new Set([...fillerDays, ...(row.missingValues ?? []).map(String)]);
  const format = isDayFormat(row.format) ? row.format : undefined;
  return (cell, scope, name) => {
    if (missing.has(String(cell))) return undefined;
    const day = dateOf(cell, row.zone === 'place' ? scope.zone : undefined, format);
    if (day === undefined || missing.has(day)) return undefined;
    if (row.future !== 'real' && scope.today !== undefined && day > scope.today) {
      return refuse(scope, name, 'future', 'a date lies after today');
    }
    return day;
  };
}

function flagReader(row: FieldRow): ReadCell<boolean> {
  const missing = new Set(row.missingValues?.map(String));
  return (cell) => {
    const word = textOf(cell)?.toLowerCase();
    if (word === undefined || missing.has(word)) return undefined;
    return trues.has(word) ? true : falses.has(word) ? false : undefined;
  };
}

function urlReader({ host }: FieldRow): ReadCell<string> {
  return (cell) => {
    const text = textOf(cell, 1000);
    if (text === undefined || !/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
    const { hostname } = new URL(text);
    return host === undefined || hostname === host || hostname.endsWith(`.${host}`) ? text : undefined;
  };
}

function cellReader(row: FieldRow): ReadCell<string | number | boolean> {
  switch (row.type) {
    case 'text':
    case 'code':
    case 'id':
      return textReader(row);
    case 'day':
      return dayReader(row);
    case 'instant':
      return instantOf;
    case 'month':
      return (cell, { zone }) => monthOf(cell, row.zone === 'place' ? zone : undefined);
    case 'flag':
      return flagReader(row);
    case 'url':
      return urlReader(row);
    default:
      return numberReader(row);
  }
}

const valueSchemas: Readonly<Record<FieldType, () => z.ZodType<string | number | boolean>>> = {
  text: () => z.string(),
  code: () => z.string(),
  id: () => z.string(),
  count: () => z.int(),
  number: () => z.number(),
  money: () => z.number(),
  area: () => z.number(),
  length: () => z.number(),
  day: () => z.string(),
  instant: () => z.string(),
  month: () => z.string(),
  year: () => z.int(),
  flag: () => z.boolean(),
  url: () => z.url(),
};

function schemaOf(row: FieldRow): z.ZodType<string | number | boolean> {
  const schema = valueSchemas[row.type]();
  return row.description === undefined ? schema : schema.describe(row.description);
}

/** Several cells as one value: text is joined, numbers are added; a cell without a value is passed over. */
function together(row: FieldRow, values: readonly (string | number | boolean)[]) {
  const [first] = values;
  if (values.length <= 1 || row.pick === 'first') return first;
  return typeof first === 'number'
    ? values.reduce<number>((sum, value) => sum + Number(value), 0)
    : values.join(row.join ?? ' ');
}

const needsUnit: ReadonlySet<string> = new Set(['area', 'length']);

const isJoined: ReadonlySet<string> = new Set(['text', 'code', 'id', 'number', 'count', 'money', 'area', 'length']);

/** What is wrong with a row of a field table, as a clause; undefined where nothing is. */
export function faultOf(row: FieldRow): string | undefined {
  if (row.columns.length === 0 || row.columns.flat().some((column) => column.trim() === '' || column === '*')) {
    return 'names no column';
  }
  if (needsUnit.has(row.type) && row.unit === undefined) return `is of type ${row.type} and has no unit`;
  if (row.legend && row.type !== 'code') return 'has a legend and is not a code';
  if (row.closed && !row.legend) return 'is closed and has no legend';
  if (row.zero === 'real' && row.missingValues?.includes(0)) return 'says that 0 is real and that 0 is missing';
  if (row.minimum !== undefined && row.maximum !== undefined && row.minimum > row.maximum) {
    return 'has a minimum above its maximum';
  }
  if (row.zone && row.type !== 'day' && row.type !== 'month') return 'has a zone and is not a day';
  if (row.future && row.type !== 'day') return 'has a future and is not a day';
  if (row.host && row.type !== 'url') return 'has a host and is not a url';
  if (row.columns.length > 1 && !isJoined.has(row.type)) {
    return `joins columns as ${row.type}`;
  }
  return undefined;
}

/** Compiles one row of a field table. Throws where the row contradicts itself. */
export function compileField(row: FieldRow): Field<string | number | boolean> {
  const fault = faultOf(row);
  if (fault) throw new Error(`the field of ${row.columns.flat().join(', ') || 'no column'} ${fault}`);
  const readCell = cellReader(row);
  const { otherwise } = row;
  const single = row.columns.length === 1;
  return {
    row,
    always: row.required === true || otherwise !== undefined,
    schema: schemaOf(row),
    read: (cells, scope, name) => {
      const value = single
        ? readCell(cells[0], scope, name)
        : together(
            row,
            cells.map((cell) => readCell(cell, scope, name)).filter((part) => part !== undefined),
          );
      return value ?? otherwise;
    },
  };
}
