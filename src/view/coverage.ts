import { labelOf } from '../products/shared/compose/labels.ts';
import { foldedAfter, html, part, quiet } from './dom.ts';
import { type Fields, isFields, rowsOf, textOf, toolIn, toolTitle, type ViewPort } from './port.ts';
import { link } from './sources.ts';
import { askButton } from './steps.ts';
import { growing } from './table.ts';

/** Lanes by how they can answer at a place. */
export const headings = {
  local: 'Local records that are connected here',
  national: 'National records',
  varies: 'Rules and programs',
  notCovered: 'Not covered here',
  degraded: 'Not answering at the moment',
};

function laneItem(lane: Fields, port: ViewPort, place: Fields): HTMLElement {
  const tool = toolIn(lane.tool) ?? '';
  const title = textOf(lane.what) ?? toolTitle(tool);
  const access = textOf(lane.access);
  const office = textOf(lane.office);
  const asks = port.ask && access === 'free' && office === undefined;
  return html(
    'li',
    {},
    asks ? askButton(port, tool, title, place) : html('span', { class: 'lane' }, title),
    access && access !== 'free' ? html('span', { class: 'price' }, access) : undefined,
    quiet(textOf(lane.why)),
    office ? html('span', { class: 'quiet' }, 'Kept by ', link(port, office, textOf(lane.officeUrl))) : undefined,
  );
}

/** Which records are connected at a place, each with a button that asks it, and who keeps those that are not. */
export function coverageBlock(lanes: unknown, port: ViewPort, place: Fields): HTMLElement | undefined {
  if (!isFields(lanes)) return undefined;
  const known = Object.keys(headings);
  const keys = [...known.filter((key) => key in lanes), ...Object.keys(lanes).filter((key) => !known.includes(key))];
  const groups = keys.flatMap((key) => {
    const rows = rowsOf(lanes[key]);
    if (rows.length === 0) return [];
    const list = html('ul', { class: 'steps' });
    const more = growing(
      list,
      rows.map((row) => laneItem(row, port, place)),
    );
    return [part(headings[key as keyof typeof headings] ?? labelOf(key).label, rows.length, list, ...more)];
  });
  return groups.length > 0 ? html('div', { class: 'facts' }, ...foldedAfter(1, groups)) : undefined;
}
