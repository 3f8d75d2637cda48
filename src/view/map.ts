import { grouped } from '../reports/values.ts';
import { fold, html, svg } from './dom.ts';
import type { Around, Distant, Placed } from './placed.ts';

const width = 480;
const height = 320;
const half = height / 2 - 24;

const distanceText = (meters: number): string =>
  meters >= 1000 ? `${(meters / 1000).toFixed(meters % 1000 === 0 ? 0 : 1)} km` : `${grouped(Math.round(meters))} m`;

/** The round number at or above a distance; half of it is round too. */
function roundUp(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(meters, 10)));
  return [1, 1.5, 2, 3, 4, 6, 8, 10].map((factor) => factor * power).find((step) => step >= meters) ?? meters;
}

const spread = (all: readonly Distant[]): string => {
  const [nearest, farthest] = [all.at(0)?.distance ?? 0, all.at(-1)?.distance ?? 0];
  return nearest === farthest
    ? `at ${distanceText(nearest)}`
    : `${distanceText(nearest)} to ${distanceText(farthest)} away`;
};

const legend = (all: readonly Distant[]): HTMLElement =>
  fold(
    'Marks by distance',
    all.length,
    html(
      'ol',
      { class: 'legend' },
      ...all.map(({ label, distance }) =>
        html('li', {}, label, html('span', { class: 'quiet' }, distanceText(distance))),
      ),
    ),
  );

const picture = (label: string, box: string, ...content: SVGElement[]): SVGElement =>
  svg('svg', { viewBox: box, role: 'img', 'aria-label': label, class: 'map' }, ...content);

const subjectMark = (x: number, y: number): SVGElement =>
  svg(
    'g',
    {},
    svg('circle', { cx: x, cy: y, r: 11, class: 'halo' }),
    svg('circle', { cx: x, cy: y, r: 6, class: 'subject' }),
  );

const mark = (x: number, y: number, number: number): SVGElement =>
  svg('g', { class: 'dot' }, svg('circle', { cx: x, cy: y, r: 11 }), svg('text', { x, y: y + 4.5 }, String(number)));

/** Marks around the subject, north up, with rings of round distances. The ground has no picture: nothing is fetched for it. */
function mapOf(all: readonly Placed[]): HTMLElement {
  const reach = roundUp(all.at(-1)?.distance ?? 0);
  const scale = half / reach;
  const [cx, cy] = [width / 2, height / 2];
  const rings = [0.5, 1].map((share) =>
    svg(
      'g',
      {},
      svg('circle', { cx, cy, r: reach * share * scale, class: 'ring' }),
      svg('text', { x: cx, y: cy - reach * share * scale - 5, class: 'ring-text' }, distanceText(reach * share)),
    ),
  );
  const marks = all.map(({ east, north }, index) => mark(cx + east * scale, cy - north * scale, index + 1)).reverse();
  const bar = (reach / 2) * scale;
  const barLine = svg('path', { d: `M24 ${height - 24}v6h${bar}v-6`, class: 'bar' });
  const barText = svg('text', { x: 24 + bar / 2, y: height - 26, class: 'bar-text' }, distanceText(reach / 2));
  const arrow = svg('path', { d: `M${width - 32} 46V20m-6 9l6-9 6 9`, class: 'bar' });
  const northText = svg('text', { x: width - 32, y: 64, class: 'bar-text' }, 'N');
  const label = `Map, north up: ${all.length} marks around the place, ${spread(all)}.`;
  return html(
    'figure',
    {},
    picture(
      label,
      `0 0 ${width} ${height}`,
      ...rings,
      barLine,
      barText,
      arrow,
      northText,
      subjectMark(cx, cy),
      ...marks,
    ),
    legend(all),
  );
}

/** Distances along a line, where a source gives no direction. */
function stripOf(all: readonly Distant[]): HTMLElement {
  const reach = roundUp(all.at(-1)?.distance ?? 0);
  const at = (meters: number) => 40 + (meters / reach) * (width - 80);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    svg(
      'g',
      {},
      svg('path', { d: `M${at(reach * share)} 68v8`, class: 'bar' }),
      svg('text', { x: at(reach * share), y: 96, class: 'bar-text' }, distanceText(reach * share)),
    ),
  );
  const marks = all.map(({ distance }, index) => mark(at(distance), 44, index + 1)).reverse();
  const label = `Distances on a line: ${all.length} marks, ${spread(all)}; the source gives no direction.`;
  const axis = svg('path', { d: `M${at(0)} 72H${at(reach)}`, class: 'bar' });
  return html(
    'figure',
    {},
    picture(label, `0 0 ${width} 108`, axis, ...ticks, subjectMark(at(0), 72), ...marks),
    legend(all),
  );
}

/** A map where two places or more are known, else three distances or more on a line; nothing where there is neither. */
export function mapBlock({ placed, distant }: Around): HTMLElement | undefined {
  const drawn = placed.filter(({ distance }) => distance > 1);
  if (drawn.length > 0) return mapOf(drawn);
  return distant.length > 2 ? stripOf(distant) : undefined;
}
