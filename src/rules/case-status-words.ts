import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

/**
 * Status words of code and development cases with a meaning that their publisher states, by the cards of the register.
 * `open`: the case has not ended. `ended`: it is closed or decided, whatever was decided. A word that is not here says
 * neither.
 */
export const caseStatusWords = citedTable({
  id: 'case-status-words',
  name: 'case status words',
  columns: {
    cards: listOf(text),
    words: listOf(text.lowercase()),
    reading: z.enum(['open', 'ended']),
    meaning: text,
  },
});

/** The published meaning of a register's word for a case; undefined where none was read. */
export function caseStatus(cardId: string, word: string): RowOf<typeof caseStatusWords> | undefined {
  const folded = word.trim().toLowerCase();
  return caseStatusWords.rows.find(({ cards, words }) => cards.includes(cardId) && words.includes(folded));
}
