import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * Limits that reports print shorter: tools refer to a limit by `id`, `text` is the sentence of an answer, `inReport` the
 * sentence of a report. Limits of one meaning have the same `inReport`, which a report prints once.
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

/** A limit as a report prints it; a sentence outside the table is unchanged. */
export function limitInReport(limit: string): string {
  byText ??= new Map(limitRows().map((row) => [row.text, row.inReport]));
  return byText.get(limit) ?? limit;
}
