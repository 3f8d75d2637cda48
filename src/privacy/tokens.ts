import { folded, type Words } from './words.ts';

const abbreviated = String.raw`(?<=\b\p{L}|\b(?:[MmDdJjSs][RrSs]|[Mm][Rr][Ss]|[Mm][Aa]|[Ss][Rr][Aa]|[Ss][Tt]|[Ww][Mm]))\.`;
const pattern = new RegExp(
  String.raw`\p{L}\.(?=\p{L}{2})|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+|-[\p{L}\p{M}]+|\/\p{L}\b)*(?:${abbreviated})?|\d[\p{L}\p{N}]*|\S`,
  'gu',
);
/** "reported by", "reportada por": who did it follows. */
const agent = /(?:ed|en|wn|ad[ao]) (?:by|por)$/;
/** "NC 28675" */
const zip = /^(?!no|rm|st|rd|dr|sf)[a-z]{2} \d{5}$/i;
/** "M5S 1W9", "LS8 4QT" */
const abroad = /^[a-z]{1,2}\d[a-z\d]? \d[a-z](?:\d|[a-z])$/i;
/** What joins the parts of a name: "Marie La Fontaine", "Willem ten Broeck". */
const linking = /^(?:a[fv]|ap|ben|d[aeiou]|da[ls]|de[nrs]|dos|e[ln]|l[aeo]|n[iy]|ten?|ter|ua|zu)$/;
/** "4th", "2R" */
const ordinal = /^\d{1,3}\p{L}{1,2}$/u;
const saints = /^(?:st|saint|san|santa|mt|mount|fort|ft|port|lake|camp|hurricane)$/;
const inflected = /(?:ed|ing|ion|ions|ment|ments|[cnr]al|able|ness|age|ance|ence|ity|ties|ies|ers|ors)$/;
const ending = /['’][sS]$/;
const isWord = (text = '') => /^\p{L}/u.test(text);

interface Reading {
  readonly texts: readonly string[];
  /** Folded, without a final period and a possessive ending. */
  readonly words: readonly string[];
  readonly known: Words;
  /** Whether capitals tell names from other words: not where a text has one case throughout. */
  readonly capitalsTell: boolean;
}

const startsSentence = (texts: readonly string[], at: number) => at === 0 || /[.!?]$/.test(texts[at - 1] ?? '');

function capitalsTell(texts: readonly string[]): boolean {
  const isCapital = (text: string, at: number) => /^\p{Lu}{1,2}\p{L}/u.test(text) && !startsSentence(texts, at);
  return texts.some(isCapital) && texts.some((text) => /^\p{Ll}{2}/u.test(text));
}

function lettersOf(read: Reading): readonly string[] {
  const letters: string[] = [];
  while (letters.length < read.texts.length) {
    const phrase = read.known.phraseAt(read.words, letters.length);
    const lead = phrase && (phrase.letter === 'c' ? 'w' : phrase.letter);
    if (phrase && lead) letters.push(...lead.repeat(phrase.length - 1), phrase.letter);
    else letters.push(letterAt(read, letters.length, letters.at(-1) ?? ' '));
  }
  // "ST MARY": what bears the name of a saint, where "MAIN ST" is a street
  const isSaintly = (letter: string, at: number) =>
    saints.test(read.words[at - 1] ?? '') &&
    letters[at - 1] !== 's' &&
    'gsnqubBG'.includes(letter) &&
    !'gsnqubBGdwWK#'.includes(letters[at - 2] ?? ' ');
  return letters.map((letter, at) => (isSaintly(letter, at) ? 'l' : letter));
}

function letterOfNumber(texts: readonly string[], at: number): string {
  const text = texts[at] ?? '';
  if (zip.test(`${texts[at - 1]} ${text}`) || abroad.test(`${texts[at - 2]}${texts[at - 1]} ${text}`)) return '9';
  return ordinal.test(text) ? '0' : '#';
}

function letterAt(read: Reading, at: number, before: string): string {
  const [text = '', word = ''] = [read.texts[at], read.words[at]];
  if (/^\d/.test(text)) return letterOfNumber(read.texts, at);
  if (!isWord(text)) return read.known.letterOf(text) ?? (',:-/().'.includes(text) ? text : ';');
  if (agent.test(`${read.words[at - 1]} ${word}`)) return 'c';
  if (word === 'dr' && 'gsnqubBGdixkK'.includes(before)) return 'k';
  if ('gnt'.includes(before) && linking.test(word) && /^\p{Lu}\p{L}/u.test(read.texts[at + 1] ?? '')) return 'p';
  const known = read.known.letterOf(word);
  if (word === 'co' && 'rcvm_?w'.includes(before)) return 'A';
  if (/^\p{L}\.?$/u.test(text)) return letterOfInitial(text, before, known, read.capitalsTell);
  const letter = known === undefined ? letterOfUnknown(read, at, before) : letterHere(read, at, known, before);
  return ending.test(text) && letter !== '!' ? owning(letter, before) : letter;
}

/** "J. ROE", where "ROE V. CITY" and "Roe v. City" are cases. */
function letterOfInitial(text: string, before: string, known: string | undefined, tell: boolean): string {
  if (('gnGZ'.includes(before) || (/^\p{Lu}/u.test(text) && 'ie'.includes(before))) && !'~+'.includes(known ?? ' '))
    return text.endsWith('.') ? 'i' : 'e';
  if (text.endsWith('.') && (known !== '~' || 'rRct'.includes(before) || (tell && text === 'V.'))) return 'i';
  return known ?? (tell && /^\p{Ll}/u.test(text) ? 'w' : 'e');
}

/** "SMITH'S" */
const owning = (letter: string, before: string) =>
  'gsnquGB'.includes(letter) || ('dZ'.includes(letter) && 'gn'.includes(before)) ? 'j' : 'w';

/**
 * A listed word in small letters among capitals: a name is a pair ("gary fenwick"), or behind a title, a role or a cue
 * ("mrs holcomb").
 */
function letterOfLower({ words, known }: Reading, at: number, letter: string, before: string): string {
  if ('fF'.includes(letter)) return 'o';
  if ('KOLHYWR'.includes(letter)) return letter.toLowerCase();
  const is = (letters: string, one: number) => letters.includes(known.letterOf(words[one] ?? '') ?? ' ');
  const isPair = (is('gn', at) && is('sn', at + 1)) || (is('sn', at) && is('gn', at - 1));
  const isName = isPair || (is('gsn', at) && 'ctrRS'.includes(before));
  return 'gnsqbBG'.includes(letter) && !isName ? 'w' : letter;
}

/** A listed word, by how it is written in this text. */
function letterHere(read: Reading, at: number, letter: string, before: string): string {
  const [text = '', word = ''] = [read.texts[at], read.words[at]];
  if (/^\p{Ll}/u.test(text) && (read.capitalsTell || ('GB'.includes(letter) && !'ctrRS'.includes(before))))
    return letterOfLower(read, at, letter, before);
  if (!read.capitalsTell) return letter;
  if (/^\p{Lu}{2,4}$/u.test(text)) return 'wWb'.includes(letter) ? 'A' : letter;
  if ('LFKOHYWBG'.includes(letter) && 'rRt'.includes(before) && read.words[at + 1] !== 'of') return 's';
  if (startsSentence(read.texts, at) || !'wWbG'.includes(letter)) return letter;
  return letter === 'G' ? letter : read.known.isName(word) ? 'B' : 'd';
}

/** A word in small letters that has no letter, unless it goes on a name in small letters: "marcus tibbets". */
function isPlain({ texts, words, known, capitalsTell: tell }: Reading, at: number, before: string): boolean {
  if (/^\P{Ll}|\p{Lu}/u.test(texts[at] ?? '')) return false;
  const goesOn = 'gn'.includes(before) && /^\p{Ll}/u.test(texts[at - 1] ?? '');
  return known.isRare(words[at] ?? '') || (tell && !goesOn);
}

function letterOfUnknown(read: Reading, at: number, before: string): string {
  const { texts, words, known, capitalsTell: tell } = read;
  const [text = '', word = ''] = [texts[at], words[at]];
  if (isPlain(read, at, before)) return 'w';
  // "SmithGroup"
  if (/^(?!Fitz)\p{Lu}\p{Ll}{3,}\p{Lu}\p{Ll}/u.test(text)) return '!';
  if (/^(?:mc|o')\p{L}{3}/u.test(word)) return 's';
  if (word.endsWith('s') && known.isName(word.slice(0, -1))) return 'J';
  const isUpper = !/\p{Ll}/u.test(text);
  if (isUpper && text.length < (tell ? 5 : 4)) return 'A';
  const isTold = (tell && !startsSentence(texts, at)) || (isUpper ? 'iectS' : 'iectSrR').includes(before);
  const isLong = word.length > 2 || word !== text.toLowerCase();
  return isLong && /[aeiouy]/.test(word) && (isTold || !inflected.test(word)) ? 'u' : 'w';
}

/** Words, numbers and marks of a text in their order. */
export function tokensOf(text: string, known: Words) {
  const found = [...text.matchAll(pattern)];
  const texts = found.map(([one]) => one);
  const words = texts.map((one) =>
    folded(one)
      .replace(/(?<=\p{L})\.$/u, '')
      .replace(/'s$/, ''),
  );
  const letters = lettersOf({ texts, words, known, capitalsTell: capitalsTell(texts) });
  return found.map(({ 0: one, index: from }, at) => {
    const to = from + one.replace(ending, '').length;
    return { from, to, letter: letters[at] ?? ';' };
  });
}
