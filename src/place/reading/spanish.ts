import { cutUnit } from './unit.ts';
import { standardOf } from './words.ts';

const number = /^#?(?:\d{1,5}[a-z]?|\d{1,4}-\d{1,4}|[a-z]{1,2}-?\d{1,4})$/i;
const isKind = (word: string | undefined) =>
  standardOf('spanish', word) !== undefined || standardOf('suffix', word) === 'AVE';

/** A street of Puerto Rico whose number is behind its name ("Calle Luna 200"), number first; a road by its kilometer. */
export function readSpanish(words: readonly string[]): { readonly line: string; readonly unit?: string } | undefined {
  const isRoad = isKind(words[0]) || /^(?:pr-?\d{1,4}|road|ruta)$/i.test(words[0] ?? '');
  if (isRoad && words.some((word) => /^km\.?\d*$/i.test(word))) return { line: words.join(' ') };
  if (!isKind(words[0])) return undefined;
  const numbered = words.findIndex((word, at) => at > 1 && /^#\d/.test(word));
  const { before, unit, after } = numbered > 0 ? { before: words, unit: undefined, after: [] } : cutUnit(words);
  const at = numbered > 0 ? numbered : before.length - 1;
  const house = before[at] ?? '';
  const isRoadNumber = /^(?:no|num|numero)\.?$/i.test(before[at - 1] ?? '');
  if (at < 2 || after.length > 0 || isRoadNumber || !number.test(house)) return undefined;
  const behind = before.slice(at + 1).join(' ');
  const own = unit ?? (behind === '' ? undefined : behind);
  return { line: [house.replace('#', ''), ...before.slice(0, at)].join(' '), ...(own && { unit: own }) };
}

/** The urbanización at the front of the words and the street line behind it. */
export function readUrbanization(words: readonly string[]) {
  if (standardOf('urbanization', words[0]) === undefined) return undefined;
  const at = words.findIndex(
    (word, index) => index > 1 && (isKind(word) || (number.test(word) && words[index + 1] !== undefined)),
  );
  return at < 0 ? undefined : { name: words.slice(0, at), behind: words.slice(at) };
}

/** Whether a part of a text between commas names an urbanización, condominium or barrio and nothing else. */
export const isUrbanization = (piece: string, puertoRico: boolean): boolean => {
  const kind = standardOf('urbanization', piece.split(' ')[0]);
  return kind === 'URB' || (puertoRico && kind !== undefined);
};
