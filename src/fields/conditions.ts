import type { Condition } from '../kernel/ports/mirror.ts';
import { dateOf } from './dates.ts';
import { numberOf } from './numbers.ts';

function isOneOf(value: unknown, { oneOf, folded, line }: Extract<Condition, { oneOf: unknown }>): boolean {
  const text = String(value).trim();
  const compared = folded ? text.toUpperCase() : text;
  return oneOf.some((one) => compared === String(one) || (line === true && compared.startsWith(`${one},`)));
}

/** Whether a row fulfills a condition; a column without a value fulfills none. */
export function holds(condition: Condition, row: Readonly<Record<string, unknown>>): boolean {
  const value = row[condition.column];
  if (value === null || value === undefined || value === '') return false;
  if ('oneOf' in condition) return isOneOf(value, condition);
  if ('contains' in condition) return condition.contains.some((part) => String(value).includes(part));
  if ('between' in condition) {
    const number = numberOf(value);
    return number !== undefined && number >= condition.between[0] && number <= condition.between[1];
  }
  const day = dateOf(value);
  if (day === undefined) return false;
  return (condition.from === undefined || day >= condition.from) && (condition.to === undefined || day <= condition.to);
}
