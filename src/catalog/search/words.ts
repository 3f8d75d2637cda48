import { readDataFile } from '../../kernel/data-file.ts';
import { placeAt } from './place-names.ts';

const protectedWords = new Set(
  'zoning rezoning housing building gas pass loss address census business access process bus plus status analysis texas'.split(
    ' ',
  ),
);

let forms: ReadonlyMap<string, string> | undefined;

/** Irregular and domain forms that a rule would miss, out of data/search/word-forms.csv, read at the first question. */
function formOf(word: string): string | undefined {
  forms ??= new Map(
    readDataFile('search/word-forms.csv')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, written, form] = /^([a-z]+),([a-z]+)$/.exec(line) ?? [];
        if (!written || !form) throw new Error(`data/search/word-forms.csv: "${line}" is not a word and its form`);
        return [written, form];
      }),
  );
  return forms.get(word);
}

/** Rough stem: plurals and the commonest endings, so that a question and a definition meet. */
function stem(word: string): string {
  const form = formOf(word);
  if (form) return form;
  if (protectedWords.has(word) || word.length <= 3) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word)) return stem(word.slice(0, -1));
  const bare = /^(.{3,}?)(ing|ed)$/.exec(word)?.[1];
  if (bare && /[aeiouy]/.test(bare)) return bare.replace(/([bdfgmnprt])\1$/, '$1').replace(/e$/, '');
  return word.length > 4 ? word.replace(/e$/, '') : word;
}

const suffix =
  'st|street|ave|avenue|av|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|hwy|highway|way|pl|pkwy|parkway|ter|terrace|cir|circle|sq|trl|pike|broadway';

/** What says where, when or how much, and the word that takes its place: which of them a question has says something too. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:gov|org|com|net|edu|us)\b(?:\/\S*)?/gi, '#url'],
  [/(?:-?\d{1,3}(?:\.\d+)?\s*,\s*){3}-?\d{1,3}(?:\.\d+)?/g, '#box'],
  [/(?:lat\w*\W*)?-?\d{1,3}\.\d+\W*?[,\s]\s*(?:lon\w*\W*|lng\W*)?-?\d{1,3}\.\d+/gi, '#coordinates'],
  [/\b\d{4}-\d{2}(?:-\d{2})?\b/g, '#date'],
  [/\$\s?[\d.,]+\s?[km]?\b|\b\d+(?:\.\d+)?k\b|\b\d{1,3}(?:,\d{3})+\b/gi, '#amount'],
  [new RegExp(`\\b\\d+[a-z]?(?:-\\d+)?\\s+(?:[\\w.'-]+\\s+){0,4}?(?:${suffix})\\b\\.?`, 'gi'), '#address'],
  [/\b\d+\s+(?:[NSEW]{1,2}\.?\s+)?(?:\d+(?:st|nd|rd|th)\b|(?:[A-Z][a-z][\w'-]*\s?){1,3})/g, '#address '],
  [/\b\d{5}(?:-\d{4})?\b/g, '#zip'],
  [/\b(?:19|20)\d\d\b/g, '#year'],
  [/\b\d+(?:st|nd|rd|th)?\b/gi, '#number'],
];

const wordPattern = /#[a-z]+|[A-Za-z][A-Za-z0-9']*|[0-9]+[A-Za-z][A-Za-z0-9]*/g;

/** Callers are refused above 400 characters; what other callers in this process hand over is cut here. */
const longestQuestion = 1000;

/** The words of a question as stems, in order; addresses, coordinates, numbers, dates and places are one mark (`#place`) each. */
export function questionWords(question: string): readonly string[] {
  let text = question
    .slice(0, longestQuestion)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('’', "'");
  for (const [pattern, mark] of masks) text = text.replace(pattern, ` ${mark} `);
  const raw = text.match(wordPattern) ?? [];
  const casedText =
    raw.some((word) => /^[a-z]/.test(word)) && raw.filter((word) => /^[A-Z]/.test(word)).length * 2 <= raw.length + 3;
  const words: string[] = [];
  for (let at = 0; at < raw.length; ) {
    const place = placeAt(raw, at, casedText);
    if (place.words > 0) words.push('#place');
    if (place.state > 0) words.push('#state');
    at += place.words + place.state;
    if (place.words + place.state > 0) continue;
    const word = raw[at] as string;
    words.push(word.startsWith('#') ? word : stem(word.toLowerCase().replace(/'s?$/, '').replaceAll("'", '')));
    at += 1;
  }
  return words;
}
