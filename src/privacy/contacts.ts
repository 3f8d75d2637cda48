import { matchesOf, type Stretch } from './spans.ts';

/** A longer value that was cut can end inside of an address. */
const mail = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:(?:\.[\w-]{1,63}){1,5}|(?=\.?(?:…|$)))/g;
/** "jane at mail dot example", "jane [at] mail [dot] com". */
const spelledMail =
  /(?<![\w.+-])[\w.+-]{1,64}[ ([]{1,3}at[ )\]]{1,3}[\w-]{1,63}(?:[ ([]{1,3}dot[ )\]]{1,3}[\w-]{1,63}){0,3}[ ([]{1,3}dot[ )\]]{1,3}(?:com|net|org|edu|gov|us|biz|info|example|co)\b/gi;
const gap = String.raw`(?:\s?[-\u2010-\u2015\u2212./]\s?|\s)`;
const marked = new RegExp(
  String.raw`(?<![\w-])(?:\+?1${gap}?)?(?:\([2-9]\d{2}\)${gap}?|[2-9]\d{2}${gap})[2-9]\d{2}${gap}\d{4}(?![\w-]*\d)(?:\s?(?:x|ext\.?|extension)\s?#?\d{1,5}\b)?`,
  'gi',
);
const foreign = /(?<![\w+])\+[2-9]\d{0,2}(?:[ -]\(?\d{2,4}\)?){2,4}(?!\d)/g;
/** Without marks, or without an area code: as often the number of a permit or a parcel; what is before it decides. */
const bare = /(?<![\d.-])(?:(?:\+?1)?[2-9]\d{9}|[2-9]\d{2}[ .-]\d{4})(?![\d-])/g;
/** What may be between a word or a name and the number that belongs to it. */
const filler = String.raw`[\s,:;.()#/-]{0,3}(?:(?:me|us|him|her|them|back|at|on|or|and|no|number|is|al|phone|ph|cell|tel|mobile|home|work)\b[\s:.#-]{0,3}){0,3}$`;
const announced = new RegExp(
  String.raw`\b(?:call(?:ed|s)?|phone|ph|tel|telephone|cell|mobile|text|contact|fax|reach|dial|home|work|office|celular|teléfono|llam[ea]r?)\b${filler}`,
  'i',
);
const nothingElse = new RegExp(`^${filler}`, 'i');
const which = String.raw`[\s:.]{0,3}(?:#|\b(?:no|num|number|nbr|id)\b)[\s:.#]{0,3}`;
/** Words that make a number of the form 3-3-4 that of a parcel, an appliance or an account; others do so with "no." or "#". */
const numbered = new RegExp(
  String.raw`\b(?:(?:apn|pin|folio|parcels?|model|mod|serial|s\/n|sn|accounts?|acct)(?:${which}|[\s:.-]{0,3})|(?:permit|case|job|meter|licen[sc]e|lic|record|order|invoice|ticket|tax)${which})$`,
  'i',
);
/** Characters before a number that are read. */
const lead = 60;

/** E-mail addresses of a text, spelled-out ones ("jane at mail dot example") included. */
export const mailsIn = (text: string): readonly Stretch[] => [
  ...(text.includes('@') ? matchesOf(text, mail) : []),
  ...(/\bdot\b/i.test(text) ? matchesOf(text, spelledMail) : []),
];

/**
 * Telephone numbers of a text, and those without marks or without an area code behind a word that announces them or
 * behind one of `names`. Numbers of that form behind "APN", "model" or "account" are none.
 */
export function phonesIn(text: string, names: readonly Stretch[] = []): readonly Stretch[] {
  if (!/\d{3}.{0,3}\d{4}/.test(text)) return [];
  const before = (at: number, from = 0) => text.slice(Math.max(from, at - lead), at);
  const isOfName = ({ from }: Stretch) =>
    names.some(({ to }) => to <= from && from - to < lead && nothingElse.test(before(from, to)));
  const isPhone = (one: Stretch) => announced.test(before(one.from)) || isOfName(one);
  const found = [...matchesOf(text, marked), ...matchesOf(text, foreign), ...matchesOf(text, bare).filter(isPhone)];
  return found.filter(({ from }) => !numbered.test(before(from)));
}
