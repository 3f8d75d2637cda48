import labels from '../../../../data/labels.json' with { type: 'json' };
import { unitEndingOf } from '../../../kernel/vocabulary.ts';

const unitNames: Readonly<Record<string, string>> = { percent: 'percent', degrees: 'degrees' };

/** Words of the field that are not written as plain lower case, and fields that the words of their name do not tell apart. */
const [spellings, fields] = [new Map(Object.entries(labels.words)), new Map(Object.entries(labels.fields))];
const signs: ReadonlySet<string> = new Set(spellings.values());

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function spell(word: string): string {
  if (/^[A-Z0-9]{2,}$/.test(word)) return word;
  const lower = word.toLowerCase();
  const known = spellings.get(lower);
  if (known) return known;
  // "d0", "s1", "sm1" are signs of the field; "within50" is a word and a number
  if (/^[a-z]{1,2}\d+$/.test(lower)) return lower.toUpperCase();
  return lower.replace(/([a-z])(\d)/g, '$1 $2');
}

/**
 * The words of a field's name, with a unit that is part of it: `baseFloodElevationFeet` -> "Base flood elevation feet".
 * What the value says by itself is left out: `facilityCount` -> "Facilities", `listedOn` -> "Listed".
 */
export function wordsOf(key: string): string {
  const [, stem = key, ending] = /^(.+)(Count|On)$/.exec(key) ?? [];
  const words = stem
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .trim()
    .split(/\s+/)
    .map(spell)
    .join(' ');
  return capital(ending === 'Count' ? plural(words) : words);
}

/** "facility" -> "facilities": the noun of a count. What is no noun (`withMeasuredDepth`) or is plural stays as it is. */
function plural(words: string): string {
  if (/^with(out)?\b/i.test(words) || /[^s]s$/.test(words)) return words;
  return /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/** `baseFloodElevationFeet` -> "Base flood elevation" and its unit. */
export function labelOf(key: string): { readonly label: string; readonly unit?: string } {
  const ending = unitEndingOf(key);
  const own = unitNames[key];
  if (!ending) return { label: fields.get(key) ?? wordsOf(key), ...(own && { unit: own }) };
  return { label: fields.get(key) ?? wordsOf(key.slice(0, -ending[0].length)), unit: ending[1] };
}

/** A label inside a longer one: "Slope" and "Falls toward" -> "Slope: falls toward"; nothing is said twice. */
export function within(outer: string, inner: string): string {
  return inner === outer || inner.startsWith(`${outer} `) ? inner : `${outer}: ${lowered(inner)}`;
}

/** A label in the middle of a sentence; names and signs of the field keep their case. */
export const lowered = (label: string) =>
  /^[A-Z][a-z]+(?![A-Za-z])/.test(label) && !signs.has(label.split(' ')[0] ?? '')
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
