import { stringify } from 'csv-stringify/sync';
import type { Judged } from './corpus.ts';

/** Id of the card whose reader read a recording: a reader is named after its card, with a word before or behind it. */
function cardOf({ reader }: Judged): string | undefined {
  if (reader === undefined || reader.startsWith('arcgis ')) return undefined;
  return /^(?:mirror |newest layer of )?([a-z0-9-]+)/.exec(reader)?.[1];
}

/** Whether the source answered: errors and bodies that were written by hand are no evidence of it. */
const isAnswer = ({ entry: { recorded, expect } }: Judged) => recorded !== false && expect?.state !== 'unavailable';

/** The table of `data/corpus.csv`: each card with recorded answers, how many, and the day of the newest. */
export function corpusTable(judged: readonly Judged[]): string {
  const days = new Map<string, string[]>();
  for (const one of judged) {
    const card = cardOf(one);
    if (card && isAnswer(one)) days.set(card, [...(days.get(card) ?? []), one.entry.on ?? '']);
  }
  const rows = [...days]
    .map(([card, all]) => ({ card, answers: all.length, newest: all.toSorted().at(-1) ?? '' }))
    .toSorted((a, b) => a.card.localeCompare(b.card, 'en'));
  return stringify(rows, { header: true, columns: ['card', 'answers', 'newest'] });
}
