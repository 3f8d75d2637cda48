import { csvText } from '../reports/csv.ts';
import { geojsonOf } from '../reports/pictures/geojson.ts';
import { button, html } from './dom.ts';
import { groundOf, mapDataOf } from './map.ts';
import { outlineIn } from './outline.ts';
import { around } from './placed.ts';
import { type Fields, fieldsOf, isFields, type ViewPort } from './port.ts';
import { isPlain } from './values.ts';

const columns = ['field', 'value', 'unit', 'note', 'source', 'sourceUrl', 'recordId', 'sourceDate', 'fetchedAt'];

/** Every stated value below one of an answer, one row each, with its source. */
function rowsBelow(path: string, value: unknown, held: unknown, citations: Fields): Fields[] {
  if (isPlain(value)) {
    const { sourceName, sourceUrl, recordId, sourceDate, fetchedAt } = fieldsOf(citations[String(held)]);
    return [{ field: path, value, source: sourceName, sourceUrl, recordId, sourceDate, fetchedAt }];
  }
  if (Array.isArray(value)) return value.flatMap((one, at) => rowsBelow(`${path}[${at}]`, one, held, citations));
  if (!isFields(value)) return [];
  const { citation = held, unit, note } = value;
  if ('value' in value) return rowsBelow(path, value.value, citation, citations).map((row) => ({ ...row, unit, note }));
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'citation' ? [] : rowsBelow(path ? `${path}.${key}` : key, inner, citation, citations),
  );
}

const answerCsv = ({ facts, records, lanes, citations }: Fields): string =>
  csvText(columns, rowsBelow('', { ...fieldsOf(facts), records, lanes }, undefined, fieldsOf(citations)));

/** The place, what an answer places around it and the outline of its parcel; undefined where it has no point. */
function answerGeojson(result: Fields): string | undefined {
  const ground = groundOf(fieldsOf(result.subject));
  if (!ground) return undefined;
  const { placed } = around([result], ground.center);
  return JSON.stringify(geojsonOf(mapDataOf(placed, ground, { outline: outlineIn(result) }), undefined));
}

/** Buttons that hand the answer out as files, where the view may. */
export function downloadsOf(tool: string, result: Fields, { save }: ViewPort): HTMLElement[] {
  if (!save) return [];
  const geojson = answerGeojson(result);
  return [
    button('CSV', 'more', () => save(`${tool}.csv`, 'text/csv', answerCsv(result))),
    ...(geojson ? [button('GeoJSON', 'more', () => save(`${tool}.geojson`, 'application/geo+json', geojson))] : []),
  ];
}

/** A row of buttons. */
export const actions = (...buttons: readonly (HTMLElement | undefined)[]): HTMLElement | undefined =>
  buttons.some(Boolean) ? html('div', { class: 'actions' }, ...buttons) : undefined;
