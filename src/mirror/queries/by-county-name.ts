import { countyCodes } from '../../kernel/by-county.ts';
import { countyKey } from '../../kernel/county-name.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';

/**
 * Rows of the subject's county out of a table that names counties and carries no codes (columns `state`, `countyKey`).
 * Each name of the county is asked, because Connecticut has two sets. Outside Virginia, where counties share their
 * names with cities, an independent city is also asked for without the word "city".
 */
export function rowsOfCountyName(
  mirror: MirrorAccess,
  dataset: string,
  subject: Subject,
  options: { limit?: number; orderBy?: string } = {},
): Lookup<readonly MirrorRow[]> {
  const names = countyCodes(subject).map(({ name }) => name);
  if (names.length === 0 || !subject.stateCode) {
    const choices = subject.countyCandidates.map(({ name }) => name).join(', ');
    return {
      state: 'unresolved',
      source: dataset,
      reason: choices
        ? `the place lies in one of several counties: ${choices}`
        : 'the county of the place is not known',
    };
  }
  const keys = names.flatMap((name) =>
    / city$/i.test(name) && subject.stateCode !== 'VA'
      ? [countyKey(name), countyKey(name.replace(/ city$/i, ''))]
      : [countyKey(name)],
  );
  let first: Lookup<readonly MirrorRow[]> | undefined;
  for (const key of keys) {
    const found = mirror.rows(dataset, { state: subject.stateCode, countyKey: key }, options);
    if (hasData(found) && found.data.length > 0) return found;
    first ??= found;
  }
  if (!first) throw new Error('a county without a name');
  if (!hasData(first)) return first;
  // a copy that lacks parts cannot say that there is nothing
  return first.state === 'partial'
    ? { state: 'unavailable', source: first.citation.sourceName, reason: `mirror partial: ${first.reason}` }
    : { state: 'empty', citation: first.citation };
}
