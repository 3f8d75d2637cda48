import type { Plane, XY } from './plane.ts';
import type { Room } from './room.ts';
import { circle, n, path, rect, words } from './svg.ts';
import { textWidth } from './text-width.ts';

const metersPerFoot = 0.3048;
const metersPerMile = 1609.344;
const miles = [
  { label: '1/8 mi', meters: metersPerMile / 8 },
  { label: '1/4 mi', meters: metersPerMile / 4 },
  { label: '1/2 mi', meters: metersPerMile / 2 },
  { label: '1 mi', meters: metersPerMile },
  ...[2, 5, 10, 20, 50].map((count) => ({ label: `${count} mi`, meters: count * metersPerMile })),
];

export interface Step {
  readonly label: string;
  readonly meters: number;
}
const usSteps: readonly Step[] = [
  ...[20, 50, 100, 200, 400].map((feet) => ({ label: `${feet} ft`, meters: feet * metersPerFoot })),
  ...miles.slice(1),
];
const metricSteps: readonly Step[] = [
  ...[5, 10, 20, 50, 100, 200, 500].map((meters) => ({ label: `${meters} m`, meters })),
  ...[1, 2, 5, 10, 20, 50].map((count) => ({ label: `${count} km`, meters: count * 1000 })),
];

/** The longest step that is no longer than so many units of a drawing. */
export const longestStep = (steps: readonly Step[], metersPerPixel: number, pixels: number): Step =>
  steps.findLast(({ meters }) => meters / metersPerPixel <= pixels) ?? steps[0] ?? { label: '', meters: 0 };
export const scaleSteps = { us: usSteps, metric: metricSteps } as const;

const size = 8.5;
const longest = 84;

/** Scale in feet or miles above the line and in meters below it, at the lower left. */
export function scaleBar({ metersPerPixel, height }: Plane, room: Room): string {
  const [us, metric] = [usSteps, metricSteps].map((steps) => longestStep(steps, metersPerPixel, longest));
  if (!us || !metric) return '';
  const [a, b] = [us.meters / metersPerPixel, metric.meters / metersPerPixel];
  const [x, y] = [10, height - 18];
  const width = Math.max(a + textWidth(us.label, size), b + textWidth(metric.label, size)) + 14;
  room.take({ x: 3, y: y - 13, width, height: 28 });
  const bar = { fill: 'none', stroke: 'var(--ink)', 'stroke-width': 1.4 };
  const ends = `M${n(x)} ${n(y + 4)}V${n(y)}M${n(x + b)} ${n(y + 4)}V${n(y)}M${n(x + a)} ${n(y - 4)}V${n(y)}`;
  return [
    rect(4, y - 12, width - 2, 26, { rx: 3, fill: 'var(--land)', 'fill-opacity': '0.86' }),
    path(`M${n(x)} ${n(y - 4)}V${n(y)}H${n(x + Math.max(a, b))}`, bar),
    path(ends, bar),
    words(x + a + 3, y - 1, us.label, { size }),
    words(x + b + 3, y + 9, metric.label, { size }),
  ].join('');
}

/** North at the upper right. */
export function northArrow({ width }: Plane, room: Room): string {
  const [x, y] = [width - 14, 16];
  room.take({ x: x - 10, y: 3, width: 20, height: 36 });
  const arrow = `M${n(x)} ${n(y - 11)}L${n(x + 6)} ${n(y + 7)}L${n(x)} ${n(y + 3)}L${n(x - 6)} ${n(y + 7)}Z`;
  const look = { fill: 'var(--ink)', stroke: 'var(--land)', 'stroke-width': 1.5, 'paint-order': 'stroke' };
  return path(arrow, look) + words(x, y + 18, 'N', { size, anchor: 'middle', weight: 600, halo: true });
}

const ringLook = { fill: 'none', stroke: 'var(--ring)', 'stroke-width': 1, 'stroke-dasharray': '4 3' };

/** Rings of these distances, the usual ones where none are given, as far as the picture reaches, with their distances on them. */
export function rings(plane: Plane, center: XY, room: Room, distances: readonly Step[] = miles): string {
  const reach = Math.min(plane.width, plane.height) / 2;
  return distances
    .map(({ label, meters }) => ({ label, r: meters / plane.metersPerPixel }))
    .filter(({ r }) => r >= 18 && r <= reach)
    .map(({ label, r }) => {
      const ring = circle(center, r, ringLook);
      const width = textWidth(label, size);
      // on the ring, where it is free: above, below, then to the sides
      const places: readonly XY[] = [-90, 90, -55, 55, 125, -125, 180, 0].map((degrees): XY => {
        const angle = (degrees * Math.PI) / 180;
        return [center[0] + r * Math.cos(angle), center[1] + r * Math.sin(angle)];
      });
      const at = places.find(([x, y]) =>
        room.claim({ x: x - width / 2, y: y - size / 2 - 1, width, height: size + 2 }),
      );
      return at ? ring + words(at[0], at[1] + size * 0.35, label, { size, anchor: 'middle', halo: true }) : ring;
    })
    .join('');
}

/** The place itself. */
export function pin(at: XY, room: Room): string {
  room.take({ x: at[0] - 7, y: at[1] - 7, width: 14, height: 14 });
  return (
    circle(at, 5.5, { fill: 'none', stroke: 'var(--land)', 'stroke-width': 4.5 }) +
    circle(at, 5.5, { fill: 'none', stroke: 'var(--subject)', 'stroke-width': 2.2 }) +
    circle(at, 2, { fill: 'var(--subject)' })
  );
}
