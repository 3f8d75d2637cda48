import { stripVTControlCharacters } from 'node:util';

// controls, format characters (zero-width, bidi, soft hyphen, tags), surrogates, private use, unassigned
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** More than any value of a record has: geometry comes as numbers, and files are read as files. */
const longestValue = 4000;

/**
 * A string as a source sent it, without anything that hides or acts: terminal sequences, controls, bidi marks,
 * zero-width and tag characters. Line ends and tabs become spaces unless `lines`; what is longer than a value is cut.
 */
export function plainCharacters(text: string, options: { readonly lines?: boolean } = {}): string {
  const { lines = false } = options;
  const bounded = lines || text.length <= longestValue ? text : text.slice(0, longestValue);
  if (!/[^\x20-\x7E]/.test(bounded)) return bounded;
  const plain = stripVTControlCharacters(bounded);
  return lines
    ? plain.replace(unsafe, (character) => (/[\t\n\r]/.test(character) ? character : ''))
    : plain.replace(/[\t\n\v\f\r]+/g, ' ').replace(unsafe, '');
}

/** A document in JSON. No reader behind it ever sees a character that hides or acts; throws as JSON.parse does. */
export function parsePlainJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // printable ASCII without escapes, and no room for a value that is too long
  return text.length <= longestValue && /^[\t\n\r\x20-\x5B\x5D-\x7E]*$/.test(text) ? value : withPlainCharacters(value);
}

/** Every string inside a parsed document, names of fields included, as {@link plainCharacters}; changed in place. */
function withPlainCharacters(value: unknown): unknown {
  if (typeof value === 'string') return plainCharacters(value);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string | number, unknown>;
  for (const key of Object.keys(fields)) {
    const inner = withPlainCharacters(fields[key]);
    const name = plainCharacters(key);
    if (name === key) {
      if (typeof inner === 'string') fields[key] = inner;
    } else {
      delete fields[key];
      // defined, not assigned: a name may turn out to be `__proto__`
      Object.defineProperty(fields, name, { value: inner, enumerable: true, configurable: true, writable: true });
    }
  }
  return value;
}

/** Printable ASCII in words with one space between them: nothing of it can go. */
const isClean = /^[\x21-\x7E]+(?: [\x21-\x7E]+)*$/;

/**
 * Text from a record as data: controls, bidi marks, zero-width and tag characters out, white space folded, length bounded.
 * The result never goes into a description, an instruction or an error message.
 */
export function cleanText(text: string, maxLength = 500): string {
  if (text.length <= maxLength && isClean.test(text)) return text;
  // white space is folded twice: line ends are controls too, and removed text can leave two spaces side by side
  const plain = stripVTControlCharacters(text).replace(/\s+/g, ' ').replace(unsafe, '').replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}

/** {@link cleanText} of whatever a source put into a text field; undefined where nothing is left. */
export function textOf(value: unknown, maxLength = 500): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = cleanText(value, maxLength);
  return text === '' ? undefined : text;
}

/** A source's name as data that is handed on, never as part of a sentence: short, few words, no markup. */
export function displayName(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 48 || text.split(' ').length > 6) return undefined;
  return /^[\p{L}\p{N} .,'&#/()+-]+$/u.test(text) ? text : undefined;
}

/** One word with a digit in it ("R-10", "0392010"): it cannot be mistaken for a sentence of this service. */
const isCode = (text: string) => /^(?=.*\d)[\p{L}\p{N}./#-]{1,24}$/u.test(text);

/**
 * A source's name or code as it may stand inside a sentence of ours: a code as it is, a short name in quotes, so that no
 * name speaks in our voice. Undefined for anything longer, which stays in a data field.
 */
export function plainName(text: string | undefined): string | undefined {
  const name = displayName(text);
  return name === undefined || isCode(name) ? name : `"${name}"`;
}

/** {@link plainName}, but of one to four capitals as they are: flood zone AE. */
export const spokenName = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Z]{1,4}$/.test(text) ? text : plainName(text);

/** The longest beginning of a text that has room, ended at a word. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const begun = text.slice(0, longest - 1);
  return `${begun.slice(0, Math.max(begun.lastIndexOf(' '), longest / 2))}\u2026`;
}

/** A clause as a sentence: a capital at its start, a full stop at its end. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** A place's name for comparison: the text before a comma, in lower case, letters and spaces alone. */
export const foldedName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/,.*/s, '')
    .replace(/[^a-z]+/g, ' ')
    .trim();
