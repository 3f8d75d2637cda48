import type { Ranker } from '../../src/catalog/search/rank.ts';
import { type BankQuestion, fold } from './bank.ts';

/** Labels that an answer is held against: the writer's first name alone, all of the writer's, those of either reader. */
const views = ['best', 'writer', 'either'] as const;
type View = (typeof views)[number];

/** Names that one view accepts. */
export const acceptedBy = ({ accept, reader }: BankQuestion, view: View): readonly string[] =>
  view === 'best' ? accept.slice(0, 1) : view === 'writer' ? accept : [...accept, ...reader];

/** What a ranker does with questions whose answers are known. */
export class Tally {
  readonly #first = { best: 0, writer: 0, either: 0 };
  readonly #three = { best: 0, writer: 0, either: 0 };
  readonly #outside = new Map<string, { queried: number; refused: number }>();
  #inside = 0;
  #emptied = 0;
  #read = 0;
  #agreed = 0;
  readonly missed: string[] = [];

  add(ranker: Ranker, one: BankQuestion): void {
    const names = ranker.rank(one.question, () => true).tools.map(({ name }) => fold(name));
    if (one.file === 'outside') this.#addOutside(one, names);
    else this.#addInside(one, names);
  }

  #addOutside({ question, accept }: BankQuestion, names: readonly string[]): void {
    const kind = accept[0] ?? '';
    const count = this.#outside.get(kind) ?? { queried: 0, refused: 0 };
    this.#outside.set(kind, count);
    count.queried += 1;
    if (names.length === 0) count.refused += 1;
    else this.missed.push(`outside\t${question}\t${kind}\t${names[0]}`);
  }

  #addInside(one: BankQuestion, names: readonly string[]): void {
    this.#inside += 1;
    if (names.length === 0) this.#emptied += 1;
    if (one.reader.length > 0) this.#read += 1;
    if (one.reader[0] === one.accept[0]) this.#agreed += 1;
    for (const view of views) {
      const accepted = acceptedBy(one, view);
      if (names.slice(0, 1).some((name) => accepted.includes(name))) this.#first[view] += 1;
      if (names.slice(0, 3).some((name) => accepted.includes(name))) this.#three[view] += 1;
    }
    if (!acceptedBy(one, 'either').includes(names[0] ?? ''))
      this.missed.push(`inside\t${one.question}\t${one.accept[0]}\t${names[0] ?? '-'}`);
  }

  toString(): string {
    const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(4);
    const inside = views.map(
      (view) =>
        `${view}: first ${share(this.#first[view], this.#inside)}, among three ${share(this.#three[view], this.#inside)}`,
    );
    const kinds = [...this.#outside].map(([kind, { queried, refused }]) => `${kind} ${refused}/${queried}`);
    const sum = (key: 'queried' | 'refused') => [...this.#outside.values()].reduce((total, one) => total + one[key], 0);
    return [
      `inside ${this.#inside}, emptied ${share(this.#emptied, this.#inside)}`,
      ...inside,
      `the reader's best is the writer's in ${share(this.#agreed, this.#read)} of ${this.#read}`,
      `outside ${sum('queried')}, refused ${share(sum('refused'), sum('queried'))}: ${kinds.join(', ')}`,
    ].join('\n');
  }
}
