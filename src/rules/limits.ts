import { listOf, optionalText, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * Limits that are stated whatever was found. `of` names who states it: the file of a tool, whose answers all do, or what
 * code passes to {@link limitsOf}. `inReport` is the shorter sentence of a report; limits of one meaning have the same
 * one, which a report prints once.
 */
export const limitRows = tableFile('limits', {
  of: listOf(text.regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/)),
  text,
  inReport: optionalText,
});

let byName: ReadonlyMap<string, readonly string[]> | undefined;
let byText: ReadonlyMap<string, string> | undefined;

function readNames() {
  const names = new Map<string, string[]>();
  for (const row of limitRows()) for (const name of row.of) names.set(name, [...(names.get(name) ?? []), row.text]);
  return names;
}

/** The limits that a tool or a part of one states, in the order of the table; none where the table does not name it. */
export function limitsOf(name: string): readonly string[] {
  byName ??= readNames();
  return byName.get(name) ?? [];
}

/** The one sentence under a name. Throws where the table has none or several. */
export function limitOf(name: string): string {
  const [sentence, ...others] = limitsOf(name);
  if (sentence === undefined || others.length > 0) throw new Error(`limits: no single line of ${name}`);
  return sentence;
}

/** A limit as a report prints it; a sentence without a shorter form is unchanged. */
export function limitInReport(limit: string): string {
  byText ??= new Map(limitRows().map((row) => [row.text, row.inReport ?? row.text]));
  return byText.get(limit) ?? limit;
}
