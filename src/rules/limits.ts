import { groupBy } from '../kernel/group.ts';
import { once } from '../kernel/memoize.ts';
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

const byName = once(() => {
  const named = limitRows().flatMap((row) => row.of.map((name) => ({ name, text: row.text })));
  return groupBy(named, ({ name }) => name);
});
const reportTexts = once(() => new Map(limitRows().map((row) => [row.text, row.inReport])));

/** The limits that a tool or a part of one states, in the order of the table; none where the table does not name it. */
export const limitsOf = (name: string): readonly string[] =>
  byName()
    .get(name)
    ?.map((row) => row.text) ?? [];

/** The one sentence under a name. Throws where the table has none or several. */
export function limitOf(name: string): string {
  const [sentence, ...others] = limitsOf(name);
  if (sentence === undefined || others.length > 0) throw new Error(`limits: no single line of ${name}`);
  return sentence;
}

/** A limit as a report prints it; a sentence without a shorter form is unchanged. */
export const limitInReport = (limit: string): string => reportTexts().get(limit) ?? limit;
