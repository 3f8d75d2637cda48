import { readDataTable } from '../../kernel/data-file.ts';

/** How a question is put, where an answer has a boundary there, and the sentence that states it. The first one that fits counts. */
const boundaries = {
  person: 'The tools describe places, not people: they have no owner or resident look-up and no contacts.',
  value: 'No tool values a property or quotes a price: they report recorded, assessed and published figures.',
  forecast: 'No tool makes forecasts of its own: they report what is mapped, measured, recorded and published.',
  verdict: 'The tools give cited facts, never a score, a ranking or a verdict.',
} as const;

export type QuestionForm = keyof typeof boundaries;

/** A subject that no tool reads, a clause on who knows, and the names of the tools that are nearest to it. */
export interface AbsentSubject {
  readonly subject: string;
  readonly knownBy: string;
  readonly nearest: readonly string[];
}

type Phrases<T> = readonly { readonly means: T; readonly phrases: readonly string[] }[];

const listOf = (text = '') => text.split('; ').map((phrase) => ` ${phrase} `);

/** The words of a text, in small letters, with one space before and after each. */
const spaced = (text: string) =>
  ` ${(
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  ).join(' ')} `;

function find<T>(question: string, all: Phrases<T>): T | undefined {
  const text = spaced(question);
  return all.find(({ phrases }) => phrases.some((phrase) => text.includes(phrase)))?.means;
}

let forms: Phrases<QuestionForm> | undefined;

/** Phrases of each form out of data/search/forms.csv, read at the first question. */
function readForms(): Phrases<QuestionForm> {
  const phrases = new Map(readDataTable('search/forms.csv').map((row) => [row.form, listOf(row.phrases)]));
  return (Object.keys(boundaries) as QuestionForm[]).map((form) => ({
    means: form,
    phrases: phrases.get(form) ?? [],
  }));
}

/** The sentence on what the answers do not do, where the form of a question asks for it: a forecast, a verdict, a value, a person. */
export function boundaryOf(question: string): string | undefined {
  forms ??= readForms();
  const form = find(question, forms);
  return form && boundaries[form];
}

/** Every row of data/search/absent.csv. */
export const readAbsent = (): Phrases<AbsentSubject> =>
  readDataTable('search/absent.csv').map(({ subject = '', nearest = '', known_by: knownBy = '', ...row }) => ({
    means: { subject, knownBy, nearest: nearest.split(' ') },
    phrases: listOf(row.phrases),
  }));

/** Finds the subject of a question where no tool reads it. A phrase that is in a tool's own texts is read by that tool. */
export function absentSubjects(ownTexts: readonly string[]): (question: string) => AbsentSubject | undefined {
  const texts = spaced(ownTexts.join(' 0 '));
  const absent = readAbsent().map(({ means, phrases }) => ({
    means,
    phrases: phrases.filter((phrase) => !texts.includes(phrase)),
  }));
  return (question) => find(question, absent);
}
