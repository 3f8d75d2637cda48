import { matchesOf, type Stretch } from './spans.ts';
import { patternsOf } from './tables.ts';

/** Characters beside a number that are read. */
const lead = 60;

const found = (kind: string, text: string): readonly Stretch[] =>
  patternsOf(kind, 'giu').flatMap((pattern) => matchesOf(text, pattern));
const has = (kind: string, text: string): boolean =>
  patternsOf(kind, 'giu').some((pattern) => text.search(pattern) >= 0);

/** E-mail addresses of a text, spelled-out ones ("jane at mail dot example") included. */
export const mailsIn = (text: string): readonly Stretch[] => found('mail', text);

/**
 * Telephone numbers of a text, and those without marks or without an area code beside a word that announces them or
 * behind one of `names`. Numbers of that form behind "APN", "model" or "account" are none.
 */
export function phonesIn(text: string, names: readonly Stretch[] = []): readonly Stretch[] {
  const before = (at: number, from = 0) => text.slice(Math.max(from, at - lead), at);
  const isOfName = ({ from }: Stretch) =>
    names.some(({ to }) => to <= from && from - to < lead && has('beside a name', before(from, to)));
  const isPhone = (one: Stretch) =>
    has('announced', before(one.from)) || has('announced behind', text.slice(one.to, one.to + lead)) || isOfName(one);
  return [...found('phone', text), ...found('bare', text).filter(isPhone)].filter(
    ({ from }) => !has('record', before(from)),
  );
}
