import { type Fields, isFields } from '../../../kernel/fields.ts';
import { bandsOf, grouped, valueText } from '../../../reports/values.ts';
import { labelOf, lowered } from './labels.ts';

export { type Fields, isFields } from '../../../kernel/fields.ts';

export type Plain = string | number | boolean;

export interface Stated {
  readonly value: Plain;
  readonly unit?: string | undefined;
}

export const maxText = 600;

export const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
/** Keys of citations are no statement: what they name stands among the sources, the page of a record included. */
export const isCitationKey = (key: string) =>
  key === 'citation' || key === 'alsoCited' || key === 'recordUrl' || key.endsWith('Citation');
const isUnitKey = (key: string, row: Fields) =>
  (key === 'unit' && 'value' in row) || (key.endsWith('Unit') && key.slice(0, -'Unit'.length) in row);

/** The fields of a row that say something, each with its unit: one beside it (`stageUnit`, `unit`) or in its name. */
export function statedFields(row: Fields): readonly { readonly key: string; readonly stated: Stated }[] {
  const shared = sharedUnit(row);
  return Object.entries(row).flatMap(([key, value]) => {
    if (isCitationKey(key) || isUnitKey(key, row) || (key === 'unit' && shared)) return [];
    const beside = text(row[`${key}Unit`]) ?? (key === 'value' ? text(row.unit) : undefined);
    const stated = statedOf(key, value, beside ?? (typeof value === 'number' ? shared : undefined));
    return stated ? [{ key, stated }] : [];
  });
}

/** The unit of a row that has nothing but numbers beside it: flood stages in feet. */
function sharedUnit(row: Fields): string | undefined {
  const { unit, citation: _, ...others } = row;
  return Object.values(others).every((value) => typeof value === 'number') ? text(unit) : undefined;
}

/** Any value as one stated value: lists and nested fields become a phrase. Undefined where it says nothing. */
export function statedOf(key: string, value: unknown, unit?: string): Stated | undefined {
  if (isPlain(value)) return value === '' ? undefined : { value: plainOf(key, value), unit: unit ?? labelOf(key).unit };
  const phrase = Array.isArray(value) ? listPhrase(key, value) : isFields(value) ? phraseOf(key, value) : '';
  return phrase === '' ? undefined : { value: cut(phrase) };
}

/** A number that names a record (`revisionId`) is no count. */
const plainOf = (key: string, value: Plain): Plain => (/Ids?$/.test(key) ? cut(String(value)) : cut(value));

const cut = (value: Plain): Plain =>
  typeof value === 'string' && value.length > maxText ? `${value.slice(0, maxText - 1)}\u2026` : value;

function listPhrase(key: string, list: readonly unknown[]): string {
  const bands = bandsOf(list);
  if (bands) return bands.map(({ withinMeters, count }) => `${count} within ${grouped(withinMeters)} m`).join(', ');
  const parts = list.flatMap((item) =>
    isPlain(item) ? valueText(plainOf(key, item)) : isFields(item) ? phraseOf(key, item) : [],
  );
  return parts.join(list.every(isPlain) ? ', ' : '; ');
}

/** Counts by a named thing (`byStatus`) are one statement. */
export const isCounts = (key: string) => /^by[A-Z]/.test(key);

/**
 * Nested fields in a few words: counts by a named thing ("Open: 2"), a value with its unit ("21.35 ft (at 2026-08-04T14:00Z)"), anything else named ("stage 1.9 ft, flow 0.05 kcfs").
 */
export function phraseOf(key: string, fields: Fields): string {
  if (isCounts(key))
    return Object.entries(fields)
      .map(([name, value]) => `${name}: ${isPlain(value) ? valueText(value) : String(value)}`)
      .join(', ');
  const stated = statedFields(fields);
  const head = stated.find(({ key: name }) => name === 'value');
  const rest = stated.filter((one) => one !== head).map(({ key: name, stated: one }) => named(name, one));
  if (!head) return rest.join(', ');
  const value = valueText(head.stated.value, head.stated.unit);
  return rest.length > 0 ? `${value} (${rest.join(', ')})` : value;
}

function named(key: string, { value, unit }: Stated): string {
  if (key === 'at' || key === 'observedAt') return `at ${String(value)}`;
  return `${lowered(labelOf(key).label)} ${valueText(value, unit)}`;
}
