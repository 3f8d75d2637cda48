import { plainCharacters } from '../../kernel/text.ts';
import { isCityIn } from '../names.ts';
import { takeNumber } from './house-number.ts';
import { takeTail } from './tail.ts';

/** Addresses of the post that name no location. */
export type Postal =
  | 'A post office box'
  | 'A rural route'
  | 'A highway contract route'
  | 'General delivery'
  | 'A military post office';

const forms: readonly (readonly [Postal, RegExp])[] = [
  [
    'A post office box',
    /^(?:p\.? ?o\.?,? ?(?:box|bx|drawer|b\b)|pob\b|post office box|box|apartado(?: postal)?)\.? ?#? ?[\w-]{1,12}/i,
  ],
  [
    'A rural route',
    /^(?:(?:r\.? ?r\.?|rfd|rural (?:route|rt\.?)) ?#? ?\d{1,4}|(?:route|rte?|rd) ?#? ?\d{1,4} box ?#? ?[\w-]{1,12})(?: box ?#? ?[\w-]{1,12})?$/i,
  ],
  [
    'A highway contract route',
    /^(?:h\.? ?c\.?r?|highway contract(?: route)?|star route) ?-?#? ?\d{1,4}(?: box ?#? ?[\w-]{1,12})?/i,
  ],
  ['General delivery', /^(?:general delivery|gen del|lista de correos)/i],
  ['A military post office', /^(?:psc|cmr|unit) \d{1,6},? box \d{1,6}|\b(?:apo|fpo|dpo)(?: (?:ae|ap|aa))?$/i],
];

/** What a part of a text between commas is to the post, and the words behind that. */
export function readPostal(piece: string): { readonly kind: Postal; readonly rest: string } | undefined {
  for (const [kind, form] of forms) {
    const found = form.exec(piece);
    if (found) return { kind, rest: piece.slice(found.index + found[0].length).trim() };
  }
  return undefined;
}

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

const longest = 240;
const fractions: Readonly<Record<string, string>> = {
  '½': ' 1/2 ',
  '¼': ' 1/4 ',
  '¾': ' 3/4 ',
  '⅓': ' 1/3 ',
  '⅔': ' 2/3 ',
};

/** One line of text in which commas alone part what lines, bars and semicolons parted; without quotation marks and brackets. */
export function tidyText(input: string): string {
  return plainCharacters(
    input
      .normalize('NFC')
      .slice(0, 4 * longest)
      .replace(/[\r\n|;•·\t]/g, ', '),
  )
    .replace(/[½¼¾⅓⅔]/g, (sign) => fractions[sign] ?? sign)
    .replace(/\b(hawai)['’‘ʻ`]i\b/gi, '$1i')
    .replace(/(?<=[^\s(])\s?\([^()]*\)/g, ' ')
    .replace(/["“”„«»()[\]{}]/g, ' ')
    .replace(/(?:^|,)\s?['‘’`]|['‘’`](?=$|,)/g, (mark) => (mark.startsWith(',') ? ', ' : ' '))
    .replace(/(^|[\s,])C\/ ?(?=\p{L}{3})/gu, '$1Calle ')
    .replace(/,\s?(km\.?\s?\d)/gi, ' $1')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s,.]{1,9}/, '')
    .trim()
    .slice(0, longest)
    .trim();
}
