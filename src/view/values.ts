import { labelOf } from '../products/shared/compose/labels.ts';
import { bandsOf, bandsText, valueText } from '../reports/values.ts';
import { shown } from '../reports/words.ts';
import { type Fields, isFields } from './port.ts';

export type Plain = string | number | boolean;

export const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

/** A value as a person reads it, in the unit beside it or in the field's name. */
export const textOfValue = (value: Plain, unit?: string): string =>
  typeof value === 'string' && unit === undefined ? shown(value) : valueText(value, unit);

// a list of such entries reads better with a mark between them than with commas
const longEntry = 32;

/** One stated value, or a list of them, in words; undefined where the value has nested parts. */
export function statedText(key: string, value: unknown): string | undefined {
  const { unit } = labelOf(key);
  if (isPlain(value)) return textOfValue(value, unit);
  const bands = bandsOf(value);
  if (bands) return bandsText(bands);
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isPlain)) return undefined;
    const texts = value.map((entry) => textOfValue(entry, unit));
    return texts.join(texts.some((text) => text.length > longEntry) ? ' · ' : ', ');
  }
  if (!isFields(value) || !('value' in value)) return undefined;
  const own = typeof value.unit === 'string' ? value.unit : undefined;
  return isPlain(value.value) ? textOfValue(value.value, own ?? unit) : statedText(key, value.value);
}

/** Whether a row has parts that a cell cannot hold. */
export const hasParts = (row: Fields): boolean =>
  Object.entries(row).some(
    ([key, value]) => typeof value === 'object' && value !== null && statedText(key, value) === undefined,
  );
