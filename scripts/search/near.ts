import { createHash } from 'node:crypto';

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** SHA-256 of a question, whatever its case and spaces. */
export const hashOf = (question: string) => createHash('sha256').update(oneLine(question).toLowerCase()).digest('hex');

/** Questions with at least this share of their words in common say nearly the same. */
const nearShare = 0.75;

/** The words of a question without numbers, each once. */
const wordsOf = (question: string): ReadonlySet<string> => new Set(question.toLowerCase().match(/[a-z][a-z']*/g) ?? []);

/** Says whether a question has nearly the same words as one of those given. */
export function nearQuestions(questions: readonly string[]): (question: string) => boolean {
  const sets = questions.map(wordsOf);
  const holders = new Map<string, number[]>();
  for (const [at, words] of sets.entries()) {
    for (const word of words) {
      const list = holders.get(word);
      if (list) list.push(at);
      else holders.set(word, [at]);
    }
  }
  return (question) => {
    const words = wordsOf(question);
    const shared = new Map<number, number>();
    for (const word of words) for (const at of holders.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    return [...shared].some(
      ([at, count]) => count / (words.size + (sets[at] as ReadonlySet<string>).size - count) >= nearShare,
    );
  };
}
