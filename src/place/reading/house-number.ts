import { standardOf, wordKey } from './words.ts';

export interface NumberTaken {
  /** Words that it consists of. */
  readonly count: number;
  readonly text: string;
  /** "Ten", as against "10". */
  readonly inWords?: true;
}

const plain = /^\d{1,6}(?:-\d{1,5})?(?:-?[A-Z])?$/;
/** Wisconsin's W255N499 and N4321, Illinois' 27W130. */
const grid = /^(?:[NSEW]\d{1,5}[NSEW]\d{1,5}|\d{1,2}[NSEW]-?\d{1,4}|[NSEW]\d{2,5})[A-Z]?$/;
const half = /^[NSEW]\d{1,5}$/;
const fraction = /^\d\/\d$/;
const joined = /^(\d{1,6})-(\d\/\d)$/;
const lot = /^[A-Z]{1,2}-?\d{1,4}$/;

/** The house number at the front of the words, with its fraction, in digits where it is written in words. */
export function takeNumber(words: readonly string[], puertoRico = false): NumberTaken | undefined {
  const [first, second] = [wordKey(words[0] ?? ''), wordKey(words[1] ?? '')];
  const text = words[0]?.replace(/[.,:]$/, '') ?? '';
  const [, whole, part] = joined.exec(first) ?? [];
  if (whole && part) return { count: 1, text: `${whole} ${part}` };
  if (/^[NSEW]$/.test(first) && /^\d{3,5}$/.test(second)) return { count: 2, text: `${text} ${second}` };
  if ((half.test(first) || /^\d{1,2}$/.test(first)) && half.test(second)) {
    return { count: 2, text: `${text} ${second}` };
  }
  if (puertoRico && lot.test(first) && standardOf('spanish', words[1])) return { count: 1, text };
  if (plain.test(first) || grid.test(first)) {
    return fraction.test(second) ? { count: 2, text: `${text} ${second}` } : { count: 1, text };
  }
  const inWords = standardOf('number', first);
  if (inWords === undefined) return undefined;
  const times = standardOf('multiple', second);
  if (times === undefined) return { count: 1, text: inWords, inWords: true };
  return { count: 2, text: String(Number(inWords) * Number(times)), inWords: true };
}
