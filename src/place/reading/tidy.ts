import { plainCharacters } from '../../kernel/text.ts';

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
