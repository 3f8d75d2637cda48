import { z } from 'zod';
import { countyFips, dayOrMonth, isoDate, numeric, optionalText, pageAddress, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';
import { type RulePage, servedVerifications } from './cited-row.ts';
import { tableFile } from './table-file.ts';

export const filingSteps = ['levels', 'where', 'form', 'evidence', 'fee', 'time', 'next_level'] as const;

/** What pages say about the sides of filing an assessment appeal. `text` restates the page. */
export const appealFiling = citedTable({
  id: 'appeal-filing',
  name: 'filing of assessment appeals',
  columns: { step: z.enum(filingSteps), text },
});

/** Windows of single townships in one past year; the years differ, and only the shape repeats. */
export const townshipWindows = tableFile(
  'township-appeal-windows',
  {
    township: text,
    county: countyFips,
    year: numeric(z.int()),
    noticesMailed: isoDate,
    firstLevelClosed: isoDate,
    secondLevelOpened: isoDate.exactOptional(),
    secondLevelClosed: isoDate.exactOptional(),
    verification: z.enum(servedVerifications),
    pageName: text,
    pageUrl: pageAddress,
    edition: optionalText,
    asOf: dayOrMonth,
  },
  ({ pageName, pageUrl, edition, ...window }) => {
    const page: RulePage = { name: pageName, url: pageUrl, ...(edition && { edition }) };
    return { ...window, page };
  },
);
