import { isEverydayKind, standardOf } from './words.ts';

interface UnitCut {
  readonly before: readonly string[];
  /** As it is written: "Apt 5B". */
  readonly unit?: string;
  readonly after: readonly string[];
}

const id = /^#?(?:\d[\w-]{0,9}|[a-z]{1,2}-?\d{1,4}|[a-z](?:-[a-z])?)$/i;
const storey = /^\d{1,3}(?:st|nd|rd|th)$/i;

/** Words that a unit at this place consists of; 0 where there is none. */
function lengthAt(words: readonly string[], at: number): number {
  const [word = '', next = '', third = ''] = words.slice(at, at + 3);
  if (/^#[\w-]+$/.test(word)) return 1;
  if (word === '#') return id.test(next) ? 2 : 0;
  if (storey.test(word) && standardOf('unit', next) === 'FL') return 2;
  if (standardOf('unit', word) === undefined) return 0;
  if (next === '#' && id.test(third)) return 3;
  return id.test(next) ? 2 : 0;
}

/** The unit of words behind a house number: a street's name is before it ("12345 RM 620" is a road). */
export function cutUnit(words: readonly string[]): UnitCut {
  const isNamed = (at: number) => words.slice(0, at).some((word) => standardOf('direction', word) === undefined);
  for (let at = 1; at < words.length; at++) {
    const length = isNamed(at) ? lengthAt(words, at) : 0;
    const isAlone = length === 0 && at === words.length - 1 && standardOf('unit_alone', words[at]) !== undefined;
    const taken = isAlone && words.slice(1, at).some(isEverydayKind) ? 1 : length;
    if (taken === 0) continue;
    const [before, own, after] = [words.slice(0, at), words.slice(at, at + taken), words.slice(at + taken)];
    const further = lengthAt(after, 0);
    const unit = [...own, ...after.slice(0, further)].join(' ').replace(/,$/, '');
    return { before, unit, after: after.slice(further) };
  }
  return { before: words, after: [] };
}

/** A unit before the house number: "Apt 5 12 Oak St". */
export function takeLeadingUnit(words: readonly string[]) {
  const length = lengthAt(words, 0);
  return length === 0 ? undefined : { unit: words.slice(0, length).join(' '), behind: words.slice(length) };
}

/** Whether a part of a text between commas is a unit and nothing else. */
export function isUnit(piece: string): boolean {
  const words = piece.split(' ').filter(Boolean);
  const length = lengthAt(words, 0);
  if (length === 0) return words.length === 1 && standardOf('unit_alone', words[0]) !== undefined;
  return length === words.length || lengthAt(words, length) === words.length - length;
}
