import { labelOf } from '../products/shared/compose/labels.ts';
import { button, fold, html, tableWith } from './dom.ts';
import type { Fields } from './port.ts';
import type { Sources } from './sources.ts';
import { hasParts, statedText } from './values.ts';

export type Level = 3 | 4 | 5;

const firstRows = 6;
const firstGroups = 3;
const mostColumns = 4;

/** Fields that most rows have, in their own order: what comes first in a row is what its tool holds to matter. */
function columnsOf(rows: readonly Fields[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const [key, value] of Object.entries(row))
      if (key !== 'citation' && statedText(key, value) !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= rows.length).map(([key]) => key);
}

const isNumber = (rows: readonly Fields[], key: string) => rows.some((row) => typeof row[key] === 'number');

function bodyRow(row: Fields, columns: readonly string[], numbers: ReadonlySet<string>, sources: Sources): HTMLElement {
  const cells = columns.map((key, index) => {
    const text = statedText(key, row[key]) ?? '–';
    const attributes = { class: numbers.has(key) && 'number', 'data-label': labelOf(key).label };
    return index === 0 ? html('th', { scope: 'row', ...attributes }, text) : html('td', attributes, text);
  });
  return html('tr', {}, ...cells, html('td', { class: 'marks' }, sources.mark(row.citation)));
}

/** The first entries, and a button that shows the others. */
export function growing(holder: HTMLElement, entries: readonly HTMLElement[], first = firstRows): HTMLElement[] {
  holder.append(...entries.slice(0, first));
  const rest = entries.slice(first);
  if (rest.length === 0) return [];
  const more = button(`Show ${rest.length} more`, 'more', () => {
    holder.append(...rest);
    more.remove();
    rest[0]?.setAttribute('tabindex', '-1');
    rest[0]?.focus();
  });
  return [more];
}

/** A list whose content is made when it is opened. */
function allFields(rows: readonly Fields[], inner: (row: Fields) => HTMLElement): HTMLElement {
  const list = html('ul', { class: 'rows' });
  const made = fold('Every field', undefined, list);
  made.addEventListener(
    'toggle',
    () => {
      made.append(
        ...growing(
          list,
          rows.map((row) => html('li', {}, inner(row))),
        ),
      );
    },
    { once: true },
  );
  return made;
}

/** Rows of a list: those with nested parts are below one another, the others in a table of their first fields. */
export function tableOf(
  title: string,
  rows: readonly Fields[],
  sources: Sources,
  level: Level,
  inner: (row: Fields) => HTMLElement,
): HTMLElement {
  const count = rows.length > 1 ? html('span', { class: 'count' }, String(rows.length)) : undefined;
  const heading = html(`h${level}`, {}, title, count);
  if (rows.length === 1 || rows.some(hasParts)) {
    const list = html('ul', { class: 'rows' });
    const items = rows.map((row) => html('li', {}, inner(row)));
    return html('section', { class: 'part' }, heading, list, ...growing(list, items, firstGroups));
  }
  const columns = columnsOf(rows);
  const lead = columns.slice(0, mostColumns);
  const numbers = new Set(lead.filter((key) => isNumber(rows, key)));
  const heads = lead.map((key) =>
    html('th', { scope: 'col', class: numbers.has(key) && 'number' }, labelOf(key).label),
  );
  const marks = html('th', { scope: 'col' }, html('span', { class: 'heard' }, 'Source'));
  const body = html('tbody');
  const more = growing(
    body,
    rows.map((row) => bodyRow(row, lead, numbers, sources)),
  );
  const table = tableWith(title, [...heads, marks], body);
  const left = rows.some((row) => Object.keys(row).some((key) => key !== 'citation' && !lead.includes(key)));
  return html('section', { class: 'part' }, heading, table, ...more, ...(left ? [allFields(rows, inner)] : []));
}
