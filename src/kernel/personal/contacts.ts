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
const extension = String.raw`(?:\s*(?:x|ext\.?|extension)\s*#?\d{1,5}\b)?`;
const separated = new RegExp(
  String.raw`(?<![\w-])(?:\+?1[ ./-]{0,3})?(?:\([2-9]\d{2}\)[ ./-]{0,3}|[2-9]\d{2}(?: ?[./-] ?| ))[2-9]\d{2}(?: ?[./-] ?| )\d{4}(?![\w-]*\d)${extension}`,
  'gi',
);
/** A number without marks is a permit or a parcel as often as a telephone: the word before it decides. */
const announced =
  /\b(?:call(?:ed|s)?|phone|ph|tel|telephone|cell|mobile|text|contact|fax|reach|dial|home|work|office)\b[\s:.#-]*(?:(?:me|us|him|her|them|back|at|on|no|number|is)\b[\s:.#-]*){0,3}(?<number>(?:\+?1)?[2-9]\d{9}|[2-9]\d{2}[ .-]\d{4})(?![\d-])/gi;

/** The same kind of number right behind the name of a person is theirs. */
const behindName =
  /^[\s,:;()#/-]*(?:(?:at|on|or|and|cell|ph|phone|tel|no|is|number|mobile|home|work)\b[\s.:,#-]*){0,3}(?<number>(?:\+?1)?[2-9]\d{2}[2-9]\d{6}|[2-9]\d{2}[ .-]\d{4})(?![\d-])/i;

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

/** Telephone numbers without marks, or without an area code, that stand behind the names that were found in a text. */
export function numbersBehind(text: string, names: readonly Span[]): readonly Span[] {
  return names.flatMap(({ to }) => {
    const match = behindName.exec(text.slice(to, to + 60));
    const number = match?.groups?.number;
    if (!match || !number) return [];
    const end = to + match[0].length;
    return [{ from: end - number.length, to: end, kind: 'phone' as const }];
  });
}
