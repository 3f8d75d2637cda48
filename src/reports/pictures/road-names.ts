import type { XY } from './plane.ts';
import type { Room } from './room.ts';
import { words } from './svg.ts';
import { textWidth } from './text-width.ts';

interface NamedRoad {
  readonly name: string;
  readonly parts: readonly (readonly XY[])[];
}

interface Stretch {
  readonly from: XY;
  readonly to: XY;
  readonly length: number;
}

const size = 8.5;
/** A name is beside its road by so much at most, in units of the drawing. */
const maxBeside = 2;

function beside([px, py]: XY, [ax, ay]: XY, [bx, by]: XY): number {
  const length = Math.hypot(bx - ax, by - ay);
  return length === 0 ? Math.hypot(px - ax, py - ay) : Math.abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length;
}

function stretchesOf(points: readonly XY[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (let index = 1; index < points.length; index++) {
    const [from, to, next] = [points[start], points[index], points[index + 1]];
    if (!from || !to) continue;
    const stays = next && points.slice(start + 1, index + 1).every((point) => beside(point, from, next) <= maxBeside);
    if (stays) continue;
    stretches.push(stretch(from, to));
    start = index;
  }
  return stretches;
}

const stretch = (from: XY, to: XY): Stretch => ({ from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) });

/** Where along a stretch a name is tried, as shares of its length. */
const tries = [0.5, 0.3, 0.7, 0.15, 0.85] as const;

function nameOn({ from, to, length }: Stretch, name: string, room: Room): string | undefined {
  const width = textWidth(name, size);
  let degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  if (degrees > 90) degrees -= 180;
  if (degrees < -90) degrees += 180;
  for (const share of tries) {
    if (length * Math.min(share, 1 - share) < width / 2) continue;
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    const box = { x: x - width / 2, y: y - size / 2, width, height: size };
    const isFree = Math.abs(degrees) < 3 ? room.claim(box) : room.claimTurned(box, degrees);
    if (!isFree) continue;
    // the baseline lies below the middle of the line, whichever way it runs
    const angle = (degrees * Math.PI) / 180;
    const drop = size * 0.35;
    return words(x - drop * Math.sin(angle), y + drop * Math.cos(angle), name, {
      size,
      anchor: 'middle',
      halo: true,
      fill: 'var(--soft)',
      ...(Math.abs(degrees) >= 0.5 && { rotate: degrees }),
    });
  }
  return undefined;
}

/** Names along their roads, each once where there is room for it, main roads first as they come. */
export function roadNames(roads: readonly NamedRoad[], room: Room): readonly string[] {
  const named = new Set<string>();
  const drawn: string[] = [];
  for (const { name, parts } of roads) {
    if (named.has(name)) continue;
    const stretches = parts.flatMap(stretchesOf).toSorted((a, b) => b.length - a.length);
    for (const one of stretches.slice(0, 4)) {
      const text = nameOn(one, name, room);
      if (text === undefined) continue;
      named.add(name);
      drawn.push(text);
      break;
    }
  }
  return drawn;
}
