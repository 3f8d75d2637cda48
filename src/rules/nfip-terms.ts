import { z } from 'zod';
import { dayOrMonth, pageAddress, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/** Terms of the National Flood Insurance Program that the law fixes, restated from general knowledge; the text decides. */
export const nfipTerms = tableFile(
  'nfip-terms',
  {
    term: text,
    value: text,
    statute: text,
    pageName: text,
    pageUrl: pageAddress,
    asOf: dayOrMonth,
    verification: z.literal('unverified'),
  },
  ({ pageName, pageUrl, ...own }) => ({ ...own, page: { name: pageName, url: pageUrl } }),
);
