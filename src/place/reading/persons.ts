import { isCityIn } from '../names.ts';
import { takeNumber } from './house-number.ts';
import { takeTail } from './tail.ts';

export interface Pieces {
  readonly text: string;
  /** Words were left out. */
  readonly changed: boolean;
}

const careOf = /(?:^|\s)(?:c ?\/ ?o\b|c\/0|℅|care of\b|attn\b|at+ention:|att:|a\/c\b)[.:]?/i;
const greeting = /^(?:mr|mrs|ms|mx|estate of|family of|owner|resident|occupant|tenant)\b[.:]{0,2} (?=\p{L})/iu;

/** What of a part with "c/o" is no name: what is before it, else a street address behind it, and its city, state and ZIP. */
function nameless(piece: string): string | undefined {
  const found = careOf.exec(piece);
  if (!found) return greeting.test(piece) ? streetIn(piece) : piece;
  const [before, behind] = [piece.slice(0, found.index).trim(), piece.slice(found.index + found[0].length)];
  if (before === '') return streetIn(behind);
  const { rest, state, zip } = takeTail(behind);
  const words = rest.split(' ');
  const at = state ? words.findIndex((_, index) => index > 0 && isCityIn(words.slice(index).join(' '), state)) : -1;
  const tail = [state?.code, zip].filter(Boolean).join(' ');
  return [before, at < 0 ? '' : words.slice(at).join(' '), tail].filter(Boolean).join(', ');
}

/** The words from a house number on. */
function streetIn(text: string): string | undefined {
  const words = text.split(' ').filter(Boolean);
  const at = words.findIndex((_, index) => {
    const number = takeNumber(words.slice(index));
    return number !== undefined && !number.inWords && words.length > index + number.count;
  });
  return at < 0 ? undefined : words.slice(at).join(' ');
}

/** A text without what stands behind "c/o" or "attn", or begins with a form of address. */
export function withoutPersons(text: string, piecesOf: (text: string) => readonly string[]): Pieces {
  if (!careOf.test(text) && !piecesOf(text).some((piece) => greeting.test(piece))) return { text, changed: false };
  const kept = piecesOf(text).flatMap((piece) => nameless(piece) ?? []);
  return { text: kept.join(', '), changed: true };
}
