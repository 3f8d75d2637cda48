import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Span } from '../../src/privacy/spans.ts';

interface Item {
  /** What it is: `name`, `address`, `phone`, `mail`, or `stays`. */
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

export interface MeasuredText {
  /** `blind`, `last`, `seen` or `earlier`: the test says what they are. */
  readonly half: string;
  readonly language: string;
  readonly text: string;
  readonly items: readonly Item[];
}

const partsOf = (cell: string) => (cell === '' ? [] : cell.split(' | '));

/** Where an item is in its text: as a whole word, and where no other item is. */
function placed(text: string, kind: string, said: string, others: readonly Item[]): Item {
  for (let from = text.indexOf(said); from >= 0; from = text.indexOf(said, from + 1)) {
    const to = from + said.length;
    const isWhole = !/[\p{L}\d]/u.test(text[from - 1] ?? ' ') && !/[\p{L}\d]/u.test(text[to] ?? ' ');
    if (isWhole && !others.some((other) => other.from < to && other.to > from)) return { kind, from, to };
  }
  throw new Error(`"${said}" is not in the text: ${text}`);
}

/** The measured set: what must leave each text, and what must stay. */
export function readTexts(): readonly MeasuredText[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL('texts.csv', import.meta.url)), { columns: true });
  return rows.map(({ half = '', language = '', text = '', leaves = '', stays = '' }) => {
    const said = [
      ...partsOf(leaves).map((part) => [part.split(': ', 1)[0] ?? '', part.replace(/^\w+: /, '')] as const),
      ...partsOf(stays).map((part) => ['stays', part] as const),
    ];
    const items: Item[] = [];
    for (const [kind, part] of said.toSorted(([, a], [, b]) => b.length - a.length))
      items.push(placed(text, kind, part, items));
    return { half, language, text, items };
  });
}

const filler = /^(?:and|&|of|mr|mrs|ms|dr|jr|sr|the|rev)\.?$/i;

/** Whether each word of an item lies in a stretch that was found. */
function isCovered({ from, to }: Item, text: string, found: readonly Span[]): boolean {
  for (const match of text.slice(from, to).matchAll(/[\p{L}\p{N}@.'-]+/gu)) {
    const at = from + match.index;
    if (filler.test(match[0])) continue;
    const end = at + match[0].replace(/(?:['’]s|[.'])+$/i, '').length;
    if (!found.some((span) => span.from <= at && span.to >= end)) return false;
  }
  return true;
}

export interface Measure {
  readonly leaves: number;
  readonly missed: readonly string[];
  readonly stays: number;
  /** What must stay and was touched, and what was taken out without a label. */
  readonly wronged: readonly string[];
}

/** Names, mailing addresses or contacts (`kinds`) that a finder finds in texts, and what it takes out wrongly. */
export function measure(
  texts: readonly MeasuredText[],
  find: (text: string) => readonly Span[],
  kinds: readonly string[],
): Measure {
  const missed: string[] = [];
  const wronged: string[] = [];
  let [leaves, stays] = [0, 0];
  for (const { text, items } of texts) {
    const found = find(text);
    for (const item of items) {
      const said = `${text.slice(item.from, item.to)} <- ${text}`;
      if (item.kind === 'stays') {
        stays += 1;
        if (found.some((span) => span.from < item.to && span.to > item.from)) wronged.push(said);
      } else if (kinds.includes(item.kind)) {
        leaves += 1;
        if (!isCovered(item, text, found)) missed.push(said);
      }
    }
    for (const { from, to, kind } of found) {
      if (kind !== 'script' && !items.some((item) => item.from < to && item.to > from))
        wronged.push(`(stray) ${text.slice(from, to)} <- ${text}`);
    }
  }
  return { leaves, missed, stays, wronged };
}
