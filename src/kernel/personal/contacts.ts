/** A stretch of a text, [from, to), and what it is. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: 'name' | 'phone' | 'mail';
}

const mail = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const domainEnds = 'com|net|org|edu|gov|us|biz|info|example|co';
const spelledMail = new RegExp(
  `[\\w.+-]+\\s*[([]?\\s*\\bat\\b\\s*[)\\]]?\\s*[\\w-]+(?:\\s*[([]?\\s*\\bdot\\b\\s*[)\\]]?\\s*[\\w-]+)*\\s*[([]?\\s*\\b(?:dot)\\b\\s*[)\\]]?\\s*(?:${domainEnds})\\b`,
  'gi',
);
const separated = /(?<![\w-])(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)\s?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\w-]*\d)/g;
/** A number without marks is a permit or a parcel as often as a telephone: the word before it decides. */
const announced =
  /\b(?:call(?:ed|s)?|phone|ph|tel|telephone|cell|mobile|text|contact|fax|reach|dial|home|work|office)\b[\s:.#-]*(?:(?:me|us|him|her|them|back|at|on|no|number|is)\b[\s:.#-]*){0,3}(?<number>(?:\+?1)?[2-9]\d{9}|[2-9]\d{2}[ .-]\d{4})(?![\d-])/gi;

function* matches(text: string, pattern: RegExp, kind: Span['kind']): Generator<Span> {
  for (const match of text.matchAll(pattern)) {
    const found = match.groups?.number ?? match[0];
    const from = match.index + match[0].length - found.length;
    yield { from, to: from + found.length, kind };
  }
}

/** Telephone numbers and e-mail addresses of a text, spelled-out addresses ("jane at mail dot example") included. */
export function contactsIn(text: string): readonly Span[] {
  return [
    ...matches(text, mail, 'mail'),
    ...matches(text, spelledMail, 'mail'),
    ...matches(text, separated, 'phone'),
    ...matches(text, announced, 'phone'),
  ];
}
