import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

/**
 * What a word of a permit register says about the end of the work.
 * `closed`: the office's final step is recorded. `ended`: the permit ended and no final step is recorded.
 * `says_nothing_of_closeout`: the word is about something else, as the publisher itself explains.
 */
const readings = ['closed', 'ended', 'says_nothing_of_closeout'] as const;

/**
 * Status words with a published meaning, by the cards of the register; a row without `words` applies to every word of it.
 * For other words no published meaning was read.
 */
export const permitStatusWords = citedTable({
  id: 'permit-status-words',
  name: 'permit status words',
  columns: {
    cards: listOf(text),
    words: listOf(text.lowercase()).exactOptional(),
    reading: z.enum(readings),
    meaning: text,
  },
});

type StatusWords = RowOf<typeof permitStatusWords>;

/** The published meaning of a register's word; undefined where none was read. */
export function statusMeaning(cardId: string, word: string): StatusWords | undefined {
  const folded = word.trim().toLowerCase();
  return permitStatusWords.rows.find(
    ({ cards, words }) => cards.includes(cardId) && (words === undefined || words.includes(folded)),
  );
}
