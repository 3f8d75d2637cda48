import signs from '../../../data/pages/map-signs.json' with { type: 'json' };
import type { XY } from './plane.ts';
import type { Room } from './room.ts';
import type { MarkGroup } from './schema.ts';
import { circle, line, n, path, rect, words } from './svg.ts';
import { textWidth } from './text-width.ts';

export interface PlacedMark {
  readonly number: number;
  readonly group: MarkGroup;
  readonly at: XY;
}

const size = 8.5;
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

/** Corners of the groups that are polygons, around the middle of the mark, in halves of its height. */
const corners: Readonly<Partial<Record<MarkGroup, readonly (readonly number[])[]>>> = signs.corners;

const edge = { stroke: 'var(--on-mark)', 'stroke-width': 1 };

/** The sign of a group, distinguished by its form and not by color, as marks and the legend show it. */
export function groupSign(group: MarkGroup, [x, y]: XY, r = 4): string {
  const look = { fill: `var(--mark-${group})`, ...edge };
  const own = corners[group];
  if (own) return path(`M${own.map(([dx = 0, dy = 0]) => `${n(x + dx * r)} ${n(y + dy * r)}`).join('L')}Z`, look);
  return group === 'record' ? circle([x, y], r, look) : rect(x - r, y - r, 2 * r, 2 * r, look);
}

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
  const plate = { rx: half, fill: 'var(--mark-many)', ...edge };
  const shape = group ? groupSign(group, at, half) : rect(x - width / 2, y - half, width, 2 * half, plate);
  return shape + words(x, y + 3, text, { size, anchor: 'middle', fill: 'var(--on-mark)', weight: 600 });
}

/** Where a mark is tried that has no room at its own place: around it, nearer places first. */
const aside: readonly XY[] = [17, 26, 36].flatMap((far) =>
  Array.from({ length: 12 }, (_, step): XY => {
    const angle = (step * Math.PI) / 6 - Math.PI / 4;
    return [Math.cos(angle) * far, Math.sin(angle) * far];
  }),
);

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
      leaders.push(line(x, y, at[0], at[1], { stroke: 'var(--ink)', 'stroke-width': 1 }));
      leaders.push(circle([x, y], 2, { fill: 'var(--ink)' }));
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
