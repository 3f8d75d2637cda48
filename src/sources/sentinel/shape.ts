import { dateOf } from '../../fields/dates.ts';
import { type Fields, isFields } from '../../kernel/fields.ts';
import type { Observation } from '../../kernel/observation.ts';
import { textOf } from '../../kernel/text.ts';
import { personColumn } from '../../privacy/columns.ts';

type Shape = Omit<Observation, 'missing' | 'newest'>;

const mostFields = 400;
const mostCodes = 60;
const longestCode = 40;
const longestName = 80;
/** Rows that are looked at for the types of their values. */
const rowsRead = 50;

const isList = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

/** The rows inside a reply: the first list of objects on the way down that is no list of columns (`fields`); else empty. */
export function rowsOf(body: unknown, depth = 0): readonly Fields[] {
  if (isList(body)) return body;
  if (!isFields(body) || depth > 4) return [];
  for (const [name, inner] of Object.entries(body)) {
    const rows = name === 'fields' ? [] : rowsOf(inner, depth + 1);
    if (rows.length > 0) return rows;
  }
  return [];
}

const columnsOf = (row: Fields): Fields =>
  isFields(row.attributes) ? row.attributes : isFields(row.properties) ? row.properties : row;

function typeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Array.isArray(value) ? 'list' : typeof value;
}

/** A platform's word for a type (`esriFieldTypeDate`); what is no word is none. */
const typeName = (type: unknown) => (typeof type === 'string' && /^[A-Za-z]\w{0,39}$/.test(type) ? type : 'unknown');

/** Names of all fields that a layer describes, persons' included; undefined where the body describes none. */
export const describedNames = (body: unknown): readonly string[] | undefined =>
  describedFields(body)?.map(({ name }) => String(name));

/** Name and type of each field that an ArcGIS layer describes; undefined where the body describes none. */
function describedFields(body: unknown): readonly Fields[] | undefined {
  const fields = isFields(body) && !('features' in body) ? body.fields : undefined;
  return isList(fields) && fields.every(({ name }) => typeof name === 'string') ? fields : undefined;
}

/** Fields with their types; those about persons are counted and not named. */
function named(entries: Iterable<readonly [string, string]>, of: string): Pick<Shape, 'fields' | 'personFields'> {
  const fields: Record<string, string> = {};
  let personFields = 0;
  for (const [name, type] of [...entries].slice(0, mostFields)) {
    if (personColumn(name, of)) personFields += 1;
    else fields[textOf(name, longestName) ?? ''] = type;
  }
  return { fields, personFields };
}

/** Codes of a publisher's list, sorted; undefined where the values are too many or too long to be one. */
export function codesOf(values: Iterable<unknown>): readonly string[] | undefined {
  const codes = new Set<string>();
  for (const value of values) {
    const text = textOf(value, longestCode + 1);
    if (text === undefined) continue;
    if (text.length > longestCode) return undefined;
    codes.add(text);
    if (codes.size > mostCodes) return undefined;
  }
  return codes.size > 0 ? [...codes].sort() : undefined;
}

function domainCodes(fields: readonly Fields[], columns: readonly string[]): Shape['codes'] {
  const found: Record<string, Shape['codes'][string]> = {};
  for (const { name, domain } of fields) {
    const coded = isFields(domain) ? domain.codedValues : undefined;
    if (typeof name !== 'string' || !columns.includes(name) || !isList(coded)) continue;
    const values = codesOf(coded.map(({ code }) => code));
    if (values) found[name] = { values: [...values], declared: true };
  }
  return found;
}

/**
 * The form of a reply: names and types of its fields, how many rows, and the codes that the platform declares for
 * `columns`. `of`: the source card. Of a layer's description all fields are known, of rows those that the first ones have.
 */
export function shapeOf(body: unknown, columns: readonly string[] = [], of = ''): Shape {
  const described = describedFields(body);
  if (described) {
    const entries = described.map(({ name, type }) => [String(name), typeName(type)] as const);
    return { ...named(entries, of), described: true, codes: domainCodes(described, columns) };
  }
  const rows = rowsOf(body);
  const types = new Map<string, string>();
  const items = rows.length > 0 ? rows.slice(0, rowsRead).map(columnsOf) : isFields(body) ? [body] : [];
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const type = typeOf(value);
      if (type !== undefined && !types.has(name)) types.set(name, type);
    }
  }
  return { ...named(types, of), described: false, codes: {}, ...(rows.length > 0 && { rows: rows.length }) };
}

/** Whether a dotted path leads to something: `features.0.attributes.FLD_ZONE`; a number is an array index. */
export function hasPath(body: unknown, path: string): boolean {
  return valueAt(body, path) !== undefined;
}

/** What a dotted path leads to; undefined where it leads nowhere. */
export function valueAt(body: unknown, path: string): unknown {
  let here = body;
  for (const step of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Fields)[step];
  }
  return here;
}

/** The rows of a reply to a question for rows, whatever else it describes (an ArcGIS reply names its fields first). */
export const sampleRows = (body: unknown): readonly Fields[] =>
  rowsOf(isFields(body) ? (body.features ?? body.rows ?? body) : body);

/** Values of one column in the rows of a reply. */
export const valuesIn = (body: unknown, column: string): readonly unknown[] =>
  sampleRows(body).map((row) => columnsOf(row)[column]);

/** The newest day of a column that is not after `today`; publishers' slips lie in the future and say nothing. */
export function newestIn(body: unknown, column: string, today: string): string | undefined {
  const days = valuesIn(body, column)
    .map((value) => dateOf(value))
    .filter((day) => day !== undefined && day <= today)
    .sort();
  return days.at(-1);
}
