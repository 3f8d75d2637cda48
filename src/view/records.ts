import { grouped } from '../reports/values.ts';
import { dayOf, spoken } from '../reports/words.ts';
import { html, part, tableWith } from './dom.ts';
import { type Fields, isFields, textOf, type ViewPort } from './port.ts';
import { link } from './sources.ts';
import { growing } from './table.ts';

function recordRow(record: Fields, port: ViewPort): HTMLElement {
  const source = isFields(record.source) ? record.source : {};
  const title = textOf(record.title) ?? textOf(record.id) ?? 'Record';
  const place =
    typeof record.distanceMeters === 'number'
      ? `${grouped(Math.round(record.distanceMeters))} m`
      : textOf(record.distanceBucket);
  const name = textOf(source.sourceName);
  return html(
    'tr',
    {},
    html(
      'th',
      { scope: 'row', 'data-label': 'Record' },
      link(port, title, textOf(source.recordUrl)),
      html('p', { class: 'quiet' }, [spoken(textOf(record.category) ?? ''), name].filter(Boolean).join(' · ')),
    ),
    html('td', { 'data-label': 'Status' }, textOf(record.status) ?? '–'),
    html('td', { 'data-label': 'Date' }, dayOf(textOf(record.occurredAt))),
    html('td', { 'data-label': 'Distance', class: 'number' }, place ?? '–'),
  );
}

/** Rows of official sources; each leads to its own page where the publisher has one. */
export function recordsBlock(records: readonly Fields[], port: ViewPort): HTMLElement {
  const body = html('tbody');
  const more = growing(
    body,
    records.map((record) => recordRow(record, port)),
  );
  const heads = ['Record', 'Status', 'Date', 'Distance'].map((label) =>
    html('th', { scope: 'col', class: label === 'Distance' && 'number' }, label),
  );
  return part('Records', records.length, tableWith('Records', heads, body), ...more);
}
