import { z } from 'zod';
import { pageAddress, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/**
 * Notices that a recording office sends when a document is recorded: what sets one off and how it comes, and the page
 * on which to sign up, if known. Only rows that were checked against a page; further notices may exist.
 */
export const fraudAlerts = citedTable({
  id: 'fraud-alerts',
  name: 'recording notices',
  columns: {
    service: text,
    office: text,
    notice: text,
    cost: z.literal('free').exactOptional(),
    signUp: pageAddress.exactOptional(),
  },
});
