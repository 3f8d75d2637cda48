/** A word, a number or a mark of a text, with its place. */
export interface Token {
  readonly text: string;
  /** Lower case, without a final period and without a possessive ending. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'word' | 'number' | 'mark';
  /** "JOE'S": what follows is theirs. */
  readonly possessive: boolean;
  /** Written as a name is: with a capital, or in a text that has only one case. */
  readonly capital: boolean;
}

const pattern =
  /(?<word>[\p{L}](?:\p{L}|['’]\p{L}|-\p{L}|\.(?=\p{L}\.)|\/(?=[\p{L}]\b))*(?:\.(?=\s|,|$))?)|(?<number>\d[\p{L}\p{N}-]*)|(?<mark>[^\s])/gu;

/** Whether a text is in capitals or in small letters throughout, so that capitals say nothing. */
export const hasOneCase = (text: string) => !/\p{Ll}{2}/u.test(text) || !/\p{Lu}/u.test(text);

/** Words, numbers and marks of a text in their order. */
export function tokensOf(text: string): readonly Token[] {
  const oneCase = hasOneCase(text);
  return [...text.matchAll(pattern)].map((match) => {
    const [found] = match;
    const kind = match.groups?.word ? 'word' : match.groups?.number ? 'number' : 'mark';
    const lower = found.toLowerCase().replaceAll('’', "'").replace(/\.$/, '');
    return {
      text: found,
      word: lower.replace(/'s$/, ''),
      from: match.index,
      to: match.index + found.length,
      kind,
      possessive: lower.endsWith("'s"),
      capital: kind === 'word' && (oneCase || /^\p{Lu}/u.test(found)),
    };
  });
}
