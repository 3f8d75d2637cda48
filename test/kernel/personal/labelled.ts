import { readFileSync } from 'node:fs';
import type { Span } from '../../../src/kernel/personal/contacts.ts';

type Kind = Span['kind'] | 'street' | 'company';
interface Label {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}
export interface LabelledText {
  readonly text: string;
  readonly labels: readonly Label[];
}

const linesOf = (file: string) =>
  readFileSync(new URL(`../../fixtures/personal-text/${file}`, import.meta.url), 'utf8').split('\n');

/** Notes at the head of one file. */
export const headOf = (file: string): string =>
  linesOf(file)
    .filter((line) => line.startsWith('# '))
    .join('\n');

/** Texts of one file of `test/fixtures/personal-text`: `[[name:…]]` is a person, `{{street:…}}` and `{{company:…}}` are none; a line of `# ` is a note. */
export function readLabelled(file: string): readonly LabelledText[] {
  return linesOf(file)
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map(parse);
}

function parse(line: string): LabelledText {
  const labels: Label[] = [];
  let text = '';
  let at = 0;
  for (const match of line.matchAll(/(?:\[\[|\{\{)(\w+):(.*?)(?:\]\]|\}\})/g)) {
    const [whole, kind, inner = ''] = match;
    text += line.slice(at, match.index);
    labels.push({ kind: kind as Kind, from: text.length, to: text.length + inner.length });
    text += inner;
    at = match.index + whole.length;
  }
  return { text: text + line.slice(at), labels };
}

const filler = /^(?:and|&|of|mr|mrs|ms|dr|jr|sr)\.?$/i;

/** Whether each word of a label lies in a stretch that was found. */
function isCovered({ from, to }: Label, text: string, found: readonly Span[]): boolean {
  for (const match of text.slice(from, to).matchAll(/[\p{L}\p{N}@.'-]+/gu)) {
    const at = from + match.index;
    if (filler.test(match[0])) continue;
    if (!found.some((span) => span.from <= at && span.to >= at + match[0].replace(/[.']+$/, '').length)) return false;
  }
  return true;
}

const touches = ({ from, to }: Label, found: readonly Span[]) => found.some((span) => span.from < to && span.to > from);

export interface Measure {
  readonly persons: number;
  readonly missed: readonly string[];
  readonly others: number;
  /** Streets and companies of which something was taken out. */
  readonly wronged: readonly string[];
  /** Stretches that were taken out and carry no label at all. */
  readonly stray: readonly string[];
}

/** Holds what a finder finds against the labels. */
export function measure(texts: readonly LabelledText[], find: (text: string) => readonly Span[]): Measure {
  const missed: string[] = [];
  const wronged: string[] = [];
  const stray: string[] = [];
  let [persons, others] = [0, 0];
  for (const { text, labels } of texts) {
    const found = find(text);
    for (const label of labels) {
      const said = text.slice(label.from, label.to);
      if (label.kind === 'street' || label.kind === 'company') {
        others += 1;
        if (touches(label, found)) wronged.push(said);
      } else {
        persons += 1;
        if (!isCovered(label, text, found)) missed.push(`${said} in ${text}`);
      }
    }
    for (const span of found) {
      if (!labels.some((label) => span.from < label.to && span.to > label.from))
        stray.push(text.slice(span.from, span.to));
    }
  }
  return { persons, missed, others, wronged, stray };
}
