import type { Reading } from './readers/reader.ts';

/** What a value has to be: itself, one of several, or text or a list that has something. */
type Wanted =
  | string
  | number
  | boolean
  | null
  | readonly [number, number]
  | { readonly in: readonly unknown[] }
  | { readonly has?: string | readonly string[]; readonly lacks?: string };

/**
 * What a person reads in a raw body. Of a row each name is a published field, or a path into it (`discharge.value`); null:
 * the source does not state it, so that it must not be given. A name with `?` may be left out, and must be right where it
 * is given. Beside the fields there are `id`, `point` ([latitude, longitude]), `outline` and `words` (all text of the row).
 */
export interface Expectation {
  /** State of the look-up; `found` where absent. */
  readonly state?: Reading['state'];
  /** A state that is right as well. */
  readonly or?: Reading['state'];
  readonly count?: number;
  readonly reason?: Wanted;
  /** The first rows in their order. */
  readonly rows?: readonly Readonly<Record<string, Wanted>>[];
}

export interface Fault {
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

function at(value: unknown, path: string): unknown {
  let here = value;
  for (const step of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Item)[step];
  }
  return here;
}

function pointOf(row: Item): readonly [unknown, unknown] | undefined {
  const place = [row.point, row.at, row].find(isItem) ?? row;
  return place.latitude === undefined ? undefined : [place.latitude, place.longitude];
}

/** All text of a row, one piece after the other. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

const derived: Readonly<Record<string, (row: Item) => unknown>> = {
  id: (row) => row.permitNumber ?? row.recordId ?? row.id,
  point: pointOf,
  outline: ({ geometry }) => (isItem(geometry) && 'rings' in geometry ? geometry.rings : undefined),
  words: (row) => wordsIn(row).join(' · '),
};

const fieldOf = (row: Item, field: string): unknown =>
  Object.hasOwn(row, field) && field !== 'point' ? row[field] : (derived[field]?.(row) ?? at(row, field));

/** Degrees of the expectations are rounded to the fifth place. */
const sameDegrees = (a: unknown, b: unknown) => Math.abs(Number(a) - Number(b)) <= 0.0005;
const sameNumber = (a: number, b: number) => Math.abs(a - b) <= Math.abs(b) * 1e-6;

function hasAll(got: unknown, wanted: string | readonly string[]): boolean {
  const parts = [wanted].flat();
  if (Array.isArray(got)) return parts.every((part) => got.includes(part));
  return parts.every((part) => String(got).toLowerCase().includes(part.toLowerCase()));
}

function fits(got: unknown, wanted: unknown): boolean {
  if (wanted === null) return got === undefined || got === null;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got)) return false;
    return got.length === wanted.length && wanted.every((value, index) => sameDegrees(got[index], value));
  }
  if (isItem(wanted)) {
    if (Array.isArray(wanted.in)) return wanted.in.some((one: unknown) => fits(got, one));
    const { has = [], lacks } = wanted as { has?: string | readonly string[]; lacks?: string };
    return got !== undefined && hasAll(got, has) && (lacks === undefined || !hasAll(got, lacks));
  }
  return typeof wanted === 'number' && typeof got === 'number' ? sameNumber(got, wanted) : got === wanted;
}

function faultsOfRow(row: Item, wanted: Readonly<Record<string, unknown>>, index: number): readonly Fault[] {
  return Object.entries(wanted).flatMap(([name, expected]) => {
    const field = name.replace(/\?$/, '');
    const got = fieldOf(row, field);
    const isLeftOut = name !== field && (got === undefined || got === null);
    return isLeftOut || fits(got, expected) ? [] : [{ field: `${index}.${field}`, expected, got: got ?? null }];
  });
}

/** Columns about persons by words of the judge itself: the service's own list cannot show what it lacks. */
const personName =
  /owner|taxpayer|applicant|contact|contractor|grant[eo][er]|buyer|seller|respondent|occupant|tenant|resident_?name|first_?name|last_?name|phone|e_?mail|mail_?addr|mailing/i;

/** What the samples have in the place of a person. */
const placeholder = /REDACTED|\(placeholder\)/;

/** The names in a raw body: values of two words and more of the columns about persons. */
export function personsIn(body: unknown, name = ''): readonly string[] {
  if (typeof body === 'string') {
    const text = body.trim().toLowerCase();
    return personName.test(name) && text.includes(' ') && !placeholder.test(body) ? [text] : [];
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => personsIn(value, Array.isArray(body) ? name : key));
}

/**
 * Where a reading differs from what the raw body says. Whatever is expected, no person may be in it: neither a placeholder
 * nor one of the names.
 */
export function faultsIn(reading: Reading, expected: Expectation, names: readonly string[] = []): readonly Fault[] {
  const { state = 'found', or, count, rows = [], reason } = expected;
  const isPerson = (text: string) => placeholder.test(text) || names.some((one) => text.toLowerCase().includes(one));
  const persons = reading.rows
    .flatMap(wordsIn)
    .filter(isPerson)
    .map((got) => ({ field: 'person', expected: null, got }));
  if (or !== undefined && reading.state === or) return persons;
  if (reading.state !== state) {
    return [...persons, { field: 'state', expected: state, got: `${reading.state}: ${reading.reason ?? ''}` }];
  }
  const isOther = count !== undefined && count !== reading.rows.length;
  const isOtherwise = reason !== undefined && !fits(reading.reason, reason);
  return [
    ...persons,
    ...(isOther ? [{ field: 'count', expected: count, got: reading.rows.length }] : []),
    ...(isOtherwise ? [{ field: 'reason', expected: reason, got: reading.reason }] : []),
    ...rows.flatMap((wanted, index) => faultsOfRow((reading.rows[index] ?? {}) as Item, wanted, index)),
  ];
}
