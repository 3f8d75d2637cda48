import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

/**
 * Types of recorded documents that enter or end a lien, by the words and codes of their register. `lien` is what is
 * entered or ended; a document of the same lien with the reading `discharge` ends it.
 */
export const lienDocuments = citedTable({
  id: 'lien-documents',
  name: 'recorded documents of liens',
  columns: {
    words: listOf(text.lowercase()),
    lien: text,
    reading: z.enum(['lien', 'discharge']),
  },
});

/** What a type of document says of a lien; undefined for every other document. */
export function lienDocument(type: string | undefined): RowOf<typeof lienDocuments> | undefined {
  const folded = type?.trim().toLowerCase();
  return folded === undefined ? undefined : lienDocuments.rows.find(({ words }) => words.includes(folded));
}
