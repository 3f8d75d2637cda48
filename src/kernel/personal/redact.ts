import { contactsIn, numbersBehind, type Span } from './contacts.ts';
import { namesIn } from './names.ts';
import { type Lexicon, readWords } from './words.ts';

/** What stands in the place of what was taken out. */
const marks = { name: '[name removed]', phone: '[phone removed]', mail: '[e-mail removed]' } as const;

export interface Redactor {
  /** Stretches of a text that name or reach a person, in their order, none over another. */
  find(text: string): readonly Span[];
  /** The text with a mark in the place of each person's name, telephone number and e-mail address. */
  redact(text: string): string;
}

function apart(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (span.from >= (kept.at(-1)?.to ?? 0)) kept.push(span);
  }
  return kept;
}

/** The commonest surnames of the census; the rarer ones are plain words as often as names, and cost more than they find. */
const surnamesKept = 20_000;

async function openRedactor(): Promise<Redactor> {
  const [{ default: nlp }, { default: surnames }, ...lists] = await Promise.all([
    import('compromise/two'),
    import('@zxcvbn-ts/language-en/dist/lastnames.json.mjs'),
    import('gender-detection-from-name/names/en.js'),
    import('gender-detection-from-name/names/es.js'),
    import('gender-detection-from-name/names/de.js'),
    import('gender-detection-from-name/names/it.js'),
  ]);
  const { one } = nlp.model() as { one: { lexicon: Lexicon } };
  const words = readWords(
    one.lexicon,
    lists.flatMap((list) => [...list.default.keys()]),
    surnames.slice(0, surnamesKept),
  );
  const find = (text: string) => {
    const names = namesIn(text, words);
    return apart([...contactsIn(text), ...names, ...numbersBehind(text, names)]);
  };
  return {
    find,
    redact: (text) =>
      find(text).reduceRight(
        (rest, { from, to, kind }) => `${rest.slice(0, from)}${marks[kind]}${rest.slice(to)}`,
        text,
      ),
  };
}

let redactor: Promise<Redactor> | undefined;

/** The redactor of free text, loaded with its dictionary at the first call: a start of the service does not wait for it. */
export function loadRedactor(): Promise<Redactor> {
  redactor ??= openRedactor();
  return redactor;
}
