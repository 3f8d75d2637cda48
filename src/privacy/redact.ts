import { mailsIn, phonesIn } from './contacts.ts';
import { personsIn } from './names.ts';
import { apart, matchesOf, replaced, type Span, spansOf } from './spans.ts';
import { Words } from './words.ts';

export interface Redactor {
  /** Stretches of a text that name or reach a person, in their order, none over another. */
  find(text: string): readonly Span[];
  redact(text: string): string;
}

const other = String.raw`(?:[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Greek}]|\p{Script=Greek}{2,})`;
/** Text in a script other than Latin: in a record of the United States it is a name or speaks of one. */
const otherScript = new RegExp(String.raw`${other}(?:[^\p{Script=Latin}\d]*${other})*`, 'gu');

async function openRedactor(): Promise<Redactor> {
  const [{ default: surnames }, { default: common }, { default: written }, ...lists] = await Promise.all([
    import('@zxcvbn-ts/language-en/dist/lastnames.json.mjs'),
    import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs'),
    import('@zxcvbn-ts/language-en/dist/wikipedia.json.mjs'),
    import('gender-detection-from-name/names/en.js'),
    import('gender-detection-from-name/names/es.js'),
    import('gender-detection-from-name/names/de.js'),
    import('gender-detection-from-name/names/it.js'),
  ]);
  const given = lists.flatMap((list) => [...list.default.keys()]);
  const words = new Words({ given, surnames, common, written });
  const find = (text: string) => {
    const persons = personsIn(text, words);
    const names = persons.filter(({ kind }) => kind === 'name');
    return apart([
      ...spansOf('mail', mailsIn(text)),
      ...spansOf('phone', phonesIn(text, names)),
      ...spansOf('script', matchesOf(text, otherScript)),
      ...persons,
    ]);
  };
  return {
    find,
    redact: (text) => replaced(text, find(text)),
  };
}

let redactor: Promise<Redactor> | undefined;

/** The redactor of free text, loaded with its word lists at the first call: a start of the service does not wait for it. */
export function loadRedactor(): Promise<Redactor> {
  redactor ??= openRedactor();
  return redactor;
}
