import { labelOf, wordsOf } from '../products/shared/compose/labels.ts';
import { foldedAfter, html, quiet } from './dom.ts';
import { type Fields, isFields, rowsOf, textOf } from './port.ts';
import type { Sources } from './sources.ts';
import { type Level, tableOf } from './table.ts';
import { statedText } from './values.ts';

/** Parts of an answer that are open at once; the others wait under their headings. */
const openParts: Readonly<Record<Level, number>> = { 3: 2, 4: 1, 5: 1 };

// the mark beside the value says it
const apart = new Set(['citation', 'citations']);

const isCitation = (value: unknown) => isFields(value) && 'sourceUrl' in value && 'fetchedAt' in value;

function line(key: string, value: unknown, sources: Sources, inherited: unknown): HTMLElement | undefined {
  const text = statedText(key, value);
  if (text === undefined) return undefined;
  const { citation, note } = isFields(value) ? value : ({} as Fields);
  return html(
    'div',
    { class: 'fact' },
    html('dt', {}, labelOf(key).label),
    html(
      'dd',
      {},
      html('span', { class: 'value' }, text),
      sources.mark(citation ?? inherited),
      quiet(textOf(note), 'p'),
    ),
  );
}

const inside = (level: Level): Level => (level === 3 ? 4 : 5);

function partOf(key: string, value: unknown, sources: Sources, level: Level): HTMLElement | undefined {
  const label = wordsOf(key);
  const rows = rowsOf(value);
  if (rows.length > 0) return tableOf(label, rows, sources, level, (row) => factsBlock(row, sources, inside(level)));
  if (!isFields(value)) return undefined;
  const inner = factsBlock(value, sources, inside(level));
  return inner.hasChildNodes() ? html('section', { class: 'part' }, html(`h${level}`, {}, label), inner) : undefined;
}

/**
 * Facts as a list of labels and values, with a headed section for nested facts and a table for rows.
 * @param level of the headings inside
 */
export function factsBlock(facts: Fields, sources: Sources, level: Level = 3): HTMLElement {
  const single = html('dl');
  const parts: HTMLElement[] = [];
  for (const [key, value] of Object.entries(facts)) {
    if (apart.has(key) || isCitation(value)) continue;
    // one mark for a whole row is at its first line
    const own = line(key, value, sources, single.hasChildNodes() ? undefined : facts.citation);
    if (own) single.append(own);
    else parts.push(...[partOf(key, value, sources, level)].filter((part) => part !== undefined));
  }
  return html(
    'div',
    { class: 'facts' },
    ...(single.hasChildNodes() ? [single] : []),
    ...foldedAfter(openParts[level], parts),
  );
}
