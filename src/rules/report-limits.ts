import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * How a report says a limit of its sources: `limit` is the sentence as the answer gives it, `says` what a report prints.
 * Sentences that mean the same have the same `says`, and stand in a report once.
 */
export const reportLimits = tableFile('report-limits', { limit: text, says: text });

let known: ReadonlyMap<string, string> | undefined;

/** A limit as a report prints it; a sentence that the table does not name stays as it is. */
export function limitInReport(limit: string): string {
  known ??= new Map(reportLimits().map(({ limit: sentence, says }) => [sentence, says]));
  return known.get(limit) ?? limit;
}
