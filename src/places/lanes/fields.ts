import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { textOf } from '../../kernel/text.ts';
import type { FieldSpec, Lane, LaneField, LaneSource } from '../schema/jurisdiction.ts';
import type { CleanValue } from './free-text.ts';

export type FieldValue = string | number | boolean;
/** Values of a lane's row, under the names of the lane. */
export type LaneFields<L extends Lane = Lane> = Readonly<Partial<Record<LaneField<L>, FieldValue>>>;
export type Attributes = Readonly<Record<string, unknown>>;

interface Spec {
  readonly columns: readonly string[];
  readonly type: string;
  readonly join: string;
  readonly legend: Readonly<Record<string, string>> | undefined;
  readonly blank: readonly (string | number)[];
  readonly factor: number;
}

function specOf(field: FieldSpec): Spec {
  const given = typeof field === 'string' ? { field } : field;
  return {
    columns: typeof given.field === 'string' ? [given.field] : given.field,
    type: ('type' in given && given.type) || 'text',
    join: ('join' in given && given.join) || ' ',
    legend: 'legend' in given ? given.legend : undefined,
    blank: ('blank' in given && given.blank) || [],
    factor: ('factor' in given && given.factor) || 1,
  };
}

/** The columns that one published field reads. */
export const fieldColumns = (field: FieldSpec): readonly string[] => specOf(field).columns;

/** Every column that a source's allow-list reads, once. */
export function columnsOfSource(source: LaneSource): readonly string[] {
  return [...new Set(Object.values(source.fields).flatMap((field) => specOf(field).columns))];
}

/** Month (YYYY-MM) of a date in any form, or of MM/YYYY. */
function monthOf(raw: unknown): string | undefined {
  const [, month = '', year] = /^(\d{1,2})\/(\d{4})$/.exec(textOf(raw) ?? '') ?? [];
  return year && Number(month) >= 1 && Number(month) <= 12
    ? `${year}-${month.padStart(2, '0')}`
    : dateOf(raw)?.slice(0, 7);
}

const trues = new Set(['true', 't', 'yes', 'y', '1']);
const falses = new Set(['false', 'f', 'no', 'n', '0']);

function oneValue(raw: unknown, spec: Spec): FieldValue | undefined {
  if (raw === null || raw === undefined) return undefined;
  const text = textOf(raw, 400);
  if (spec.blank.some((blank) => blank === raw || String(blank) === text)) return undefined;
  switch (spec.type) {
    case 'number': {
      const number = numberOf(raw);
      if (number === undefined || spec.blank.includes(number)) return undefined;
      return spec.factor === 1 ? number : number * spec.factor;
    }
    case 'epochMs':
    case 'isoDate':
    case 'usDate':
    case 'yyyymmdd':
      return dateOf(raw);
    case 'month':
      return monthOf(raw);
    case 'digits':
      // 1000010010.0 and 17-06-439-028-0000 both occur
      return text?.replace(/\.0+$/, '').replace(/\D/g, '') || undefined;
    case 'boolean': {
      const word = text?.toLowerCase();
      return word !== undefined && trues.has(word) ? true : word !== undefined && falses.has(word) ? false : undefined;
    }
    case 'numberLast':
      return text?.replace(/^(.*\S)\s+(\d+\S*)$/, '$2 $1');
    default:
      return text === undefined ? undefined : (spec.legend?.[text] ?? text);
  }
}

/** One published value out of a source's row, typed as the registry entry says; undefined where the source has none. */
export function fieldValue(attributes: Attributes, field: FieldSpec): FieldValue | undefined {
  const spec = specOf(field);
  const values = spec.columns
    .map((column) => oneValue(attributes[column], spec))
    .filter((value) => value !== undefined);
  return values.length > 1 ? values.join(spec.join) : values[0];
}

/** The allow-listed part of a row, under published names, without persons in its free text. Nothing else of the row survives. */
export function readFields(attributes: Attributes, source: LaneSource, clean: CleanValue): LaneFields {
  const entries = Object.entries(source.fields).flatMap(([name, field]) => {
    const value = fieldValue(attributes, field);
    return value === undefined ? [] : [[name, clean(name, value)] as const];
  });
  return Object.fromEntries(entries);
}

/** Names and values of a row, the names as the lane has them. */
export const fieldEntries = <F extends object>(fields: F) =>
  Object.entries(fields) as [keyof F & string, NonNullable<F[keyof F]>][];

/** The unit that the registry entry states for a published name. */
export function unitOf<L extends Lane>(source: LaneSource<L>, name: LaneField<L>): string | undefined {
  const field = source.fields[name];
  return typeof field === 'object' ? field.unit : undefined;
}
