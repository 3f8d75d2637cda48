import { distanceText, grouped } from '../reports/values.ts';
import { html, legendOf, svg } from './dom.ts';
import type { Distant } from './placed.ts';

const width = 480;

const meterText = (meters: number): string =>
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

/** Distances along a line, where a source gives no direction. */
export function stripOf(all: readonly Distant[]): HTMLElement {
  const reach = roundUp(all.at(-1)?.distance ?? 0);
  const at = (meters: number) => 40 + (meters / reach) * (width - 80);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    svg(
      'g',
      {},
      svg('path', { d: `M${at(reach * share)} 68v8`, class: 'bar' }),
      svg('text', { x: at(reach * share), y: 96, class: 'bar-text' }, meterText(reach * share)),
    ),
  );
  const marks = all.map(({ distance }, index) => mark(at(distance), 44, index + 1)).reverse();
  const label = `Distances on a line: ${all.length} marks, ${spread(all)}; the source gives no direction.`;
  const axis = svg('path', { d: `M${at(0)} 72H${at(reach)}`, class: 'bar' });
  return html(
    'figure',
    {},
    picture(label, `0 0 ${width} 108`, axis, ...ticks, subjectMark(at(0), 72), ...marks),
    legendOf(all.map(({ label, distance }) => [label, distanceText(distance)])),
  );
}
