import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * Limits that reports say shorter: `id` is what the tool that states a limit names it by, `text` the sentence of its
 * answer, `inReport` what a report prints. Limits that mean the same have the same `inReport`, and stand in a report once.
 */
export const limitRows = tableFile('limits', {
  id: text.regex(/^[a-z_]+\.[a-z_]+$/),
  text,
  inReport: text,
});

let byId: ReadonlyMap<string, string> | undefined;
let byText: ReadonlyMap<string, string> | undefined;

/** The sentence of a limit. Throws for an id that the table does not have. */
export function limitOf(id: string): string {
  byId ??= new Map(limitRows().map((row) => [row.id, row.text]));
  const sentence = byId.get(id);
  if (sentence === undefined) throw new Error(`limits: no line ${id}`);
  return sentence;
}

/** A limit as a report prints it; one that is not of the table stays as it is. */
export function limitInReport(limit: string): string {
  byText ??= new Map(limitRows().map((row) => [row.text, row.inReport]));
  return byText.get(limit) ?? limit;
}
