import type { XY } from './plane.ts';
import type { Room } from './room.ts';
import type { MarkGroup } from './schema.ts';
import { element, n, words } from './svg.ts';
import { textWidth } from './text-width.ts';

/** A mark where it lies on the picture. */
export interface PlacedMark {
  readonly number: number;
  readonly group: MarkGroup;
  readonly at: XY;
}

const size = 8.5;
/** Half the height of a mark. */
const half = 6.5;

/** "7" or "7–9, 12": numbers in order, runs joined. */
export function numbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}\u2013${to}`))
    .join(', ');
}

/** Form of a group: what tells it apart without color. */
function form(group: MarkGroup, [x, y]: XY, r: number, attributes: Readonly<Record<string, string | number>>): string {
  const polygon = (points: readonly XY[]) =>
    element('path', { d: `M${points.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}Z`, ...attributes });
  switch (group) {
    case 'record':
      return element('circle', { cx: x, cy: y, r, ...attributes });
    case 'environment':
      return element('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, ...attributes });
    case 'sale':
      return polygon([
        [x, y - r * 1.25],
        [x + r * 1.5, y],
        [x, y + r * 1.25],
        [x - r * 1.5, y],
      ]);
    case 'plan':
      return polygon([
        [x - r * 1.4, y],
        [x - r * 0.8, y - r],
        [x + r * 0.8, y - r],
        [x + r * 1.4, y],
        [x + r * 0.8, y + r],
        [x - r * 0.8, y + r],
      ]);
    case 'transport':
      return polygon([
        [x - r, y - r * 0.5],
        [x, y - r * 1.1],
        [x + r, y - r * 0.5],
        [x + r, y + r],
        [x - r, y + r],
      ]);
  }
}

const edge = { stroke: 'var(--on-mark)', 'stroke-width': 1 };

/** The sign of a group, as marks and the legend show it. */
export const groupSign = (group: MarkGroup, at: XY, r = 4): string =>
  form(group, at, r, { fill: `var(--mark-${group})`, ...edge });

/** A mark without a number. */
export const smallMark = (group: MarkGroup, at: XY): string => groupSign(group, at, 2.6);

interface Label {
  readonly at: XY;
  readonly text: string;
  /** Absent for several at one place. */
  readonly group: MarkGroup | undefined;
  readonly width: number;
}

/** Widest plate of several numbers; wider ones name the first and say how many more. */
const maxWidth = 74;

function plateText(marks: readonly PlacedMark[]): string {
  const numbers = marks.map(({ number }) => number).toSorted((a, b) => a - b);
  const text = numbersText(numbers);
  return textWidth(text, size) + 6 <= maxWidth ? text : `${numbers[0]} +${numbers.length - 1}`;
}

function labelOf(marks: readonly PlacedMark[]): Label {
  const text = plateText(marks);
  const x = marks.reduce((sum, { at }) => sum + at[0], 0) / marks.length;
  const y = marks.reduce((sum, { at }) => sum + at[1], 0) / marks.length;
  const group = marks.length === 1 ? marks[0]?.group : undefined;
  return { at: [x, y], text, group, width: Math.max(2 * half, textWidth(text, size) + 6) };
}

const boxAround = ([x, y]: XY, width: number) => ({
  x: x - width / 2 - 1,
  y: y - half - 1,
  width: width + 2,
  height: 2 * half + 2,
});

/** A mark with its figures: the form of its group, or for several marks a plate with their numbers. */
function drawLabel({ text, group, width }: Label, at: XY): string {
  const [x, y] = at;
  const shape =
    group === undefined
      ? element('rect', {
          x: x - width / 2,
          y: y - half,
          width,
          height: 2 * half,
          rx: half,
          fill: 'var(--mark-many)',
          ...edge,
        })
      : form(group, at, half, { fill: `var(--mark-${group})`, ...edge });
  return shape + words(x, y + 3, text, { size, anchor: 'middle', fill: 'var(--on-mark)', weight: 600 });
}

/** Where a mark is tried that has no room at its own place: around it, nearer places first. */
const aside: readonly XY[] = [17, 26, 36].flatMap((far) =>
  Array.from({ length: 12 }, (_, step): XY => {
    const angle = (step * Math.PI) / 6 - Math.PI / 4;
    return [Math.cos(angle) * far, Math.sin(angle) * far];
  }),
);

/** Marks closer than this are one. */
const together = 7;
function grouped(marks: readonly PlacedMark[]): PlacedMark[][] {
  const groups: PlacedMark[][] = [];
  for (const mark of marks) {
    const near = groups.find((group) =>
      group.some(({ at }) => Math.hypot(at[0] - mark.at[0], at[1] - mark.at[1]) < together),
    );
    if (near) near.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

/**
 * Marks with their numbers. Those at one place are one plate ("7–9"); one that has no room is set apart, with a line to
 * its place; where there is no room around it either it joins the nearest.
 */
export function drawMarks(marks: readonly PlacedMark[], room: Room): readonly string[] {
  const leaders: string[] = [];
  const shown: { label: Label; at: XY; members: readonly PlacedMark[] }[] = [];
  for (const members of grouped(marks)) {
    const label = labelOf(members);
    const [x, y] = label.at;
    const offset = [[0, 0] as const, ...aside].find(([dx, dy]) => room.claim(boxAround([x + dx, y + dy], label.width)));
    if (!offset) {
      const nearest = shown.toSorted((a, b) => distance(a.at, label.at) - distance(b.at, label.at))[0];
      if (nearest) nearest.members = [...nearest.members, ...members];
      continue;
    }
    const at: XY = [x + offset[0], y + offset[1]];
    if (offset[0] !== 0 || offset[1] !== 0) {
      const line = { x1: x, y1: y, x2: at[0], y2: at[1] };
      leaders.push(element('line', { ...line, stroke: 'var(--ink)', 'stroke-width': 1 }));
      leaders.push(element('circle', { cx: x, cy: y, r: 2, fill: 'var(--ink)' }));
    }
    shown.push({ label, at, members });
  }
  return [...leaders, ...shown.map(({ label, at, members }) => drawLabel(joined(label, members), at))];
}

/** The plate of a mark that others joined: its first number and how many more. */
function joined(label: Label, members: readonly PlacedMark[]): Label {
  const text = plateText(members);
  if (text === label.text) return label;
  const first = Math.min(...members.map(({ number }) => number));
  const short = `${first} +${members.length - 1}`;
  return { at: label.at, group: undefined, text: short, width: textWidth(short, size) + 6 };
}

const distance = (a: XY, b: XY) => Math.hypot(a[0] - b[0], a[1] - b[1]);
