import type { LegendEntry } from './legend.ts';
import { areaPath, type Plane, type XY } from './plane.ts';
import type { Room } from './room.ts';
import type { MapArea } from './schema.ts';
import { element, line, path, pattern, rect, words } from './svg.ts';
import { textWidth } from './text-width.ts';

export interface Shade {
  readonly label: string;
  /** Stands on the lots and in the legend, so that nothing hangs on color alone; absent for what has no shade. */
  readonly letter?: string | undefined;
  /** All that has a use and no separate shade. */
  readonly rest?: true | undefined;
}

type Look = Readonly<Record<string, string | number>>;

/** Shades that differ without their colors, by pattern as by letter; one more is for all that is left. */
export const shadesApart = 5;

const size = 8;
const tint = '0.16';

/** Lines of a pattern: their step, and how they are turned where they are not level; the first shade is an even tint. */
const lines: readonly ({ readonly step: number; readonly degrees?: number } | undefined)[] = [
  undefined,
  { step: 5, degrees: 45 },
  { step: 4 },
  { step: 5, degrees: -45 },
  { step: 5, degrees: 0 },
];

const color = (index: number) => `var(--shade-${Math.min(index, shadesApart)})`;

/** The patterns of the shades, for the head of a drawing. */
export function shadePatterns(id: string): string {
  const patterns = lines.map((own, index) => {
    if (!own) return '';
    const { step, degrees } = own;
    const [x, y] = degrees === undefined ? [step, 0] : [0, step];
    const drawn = line(0, 0, x, y, { stroke: color(index), 'stroke-width': 1.5 });
    return pattern(`${id}-shade-${index}`, [step, step], { fill: color(index), 'fill-opacity': tint }, drawn, degrees);
  });
  return element('defs', {}, patterns.join(''));
}

const letterAt = (x: number, y: number, letter: string) =>
  words(x, y + 3, letter, { size, anchor: 'middle', weight: 600, halo: true });

function lookOf(id: string, { letter, rest }: Shade, index: number): Look {
  const edge = { stroke: 'var(--lot)', 'stroke-width': 0.8 };
  if (letter === undefined) return { fill: 'none', ...edge };
  if (rest || index >= lines.length) return { fill: color(shadesApart), 'fill-opacity': '0.2', ...edge };
  if (index === 0) return { fill: color(index), 'fill-opacity': '0.42', ...edge };
  return { fill: `url(#${id}-shade-${index})`, ...edge };
}

function middleOf(ring: readonly XY[]): { readonly at: XY; readonly width: number; readonly height: number } {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let [twice, x, y] = [0, 0, 0];
  for (let index = 0; index < ring.length; index++) {
    const [ax, ay] = ring[index] ?? [0, 0];
    const [bx, by] = ring[(index + 1) % ring.length] ?? [0, 0];
    const cross = (ax - left) * (by - top) - (bx - left) * (ay - top);
    twice += cross;
    x += (ax + bx - 2 * left) * cross;
    y += (ay + by - 2 * top) * cross;
  }
  const at: XY =
    twice === 0 ? [(left + right) / 2, (top + bottom) / 2] : [left + x / (3 * twice), top + y / (3 * twice)];
  return { at, width: right - left, height: bottom - top };
}

interface Drawn {
  readonly areas: readonly string[];
  readonly letters: readonly string[];
  readonly shown: readonly { readonly shade: Shade; readonly index: number }[];
}

/** Lots in the shade that each has, with its letter on those that have room for it. */
export function drawShades(
  all: readonly MapArea[],
  shades: readonly Shade[],
  { id, plane, room }: { readonly id: string; readonly plane: Plane; readonly room: Room },
): Drawn {
  const lots = all.flatMap(({ kind, shade, rings }) => {
    if (kind !== 'neighbor' || shade === undefined || !shades[shade]) return [];
    const d = areaPath(rings, plane);
    return d === '' ? [] : [{ d, shade, rings }];
  });
  const shown = shades.flatMap((shade, index) => (lots.some((lot) => lot.shade === index) ? [{ shade, index }] : []));
  return {
    shown,
    areas: shown.flatMap(({ shade, index }) =>
      lots
        .filter((lot) => lot.shade === index)
        .map(({ d }) => path(d, { 'fill-rule': 'evenodd', 'stroke-linejoin': 'round', ...lookOf(id, shade, index) })),
    ),
    letters: lots.flatMap(({ shade, rings }) => {
      const letter = shades[shade]?.letter;
      const [outer] = rings;
      if (letter === undefined || !outer) return [];
      const { at, width, height } = middleOf(outer.map(plane.at));
      const needed = textWidth(letter, size) + 1;
      if (width < needed + 3 || height < size + 2) return [];
      const box = { x: at[0] - needed / 2, y: at[1] - size / 2, width: needed, height: size };
      return room.claim(box) ? [letterAt(at[0], at[1], letter)] : [];
    }),
  };
}

/** The shades of a picture for its legend, each with its letter. */
export const shadeEntries = (id: string, shown: Drawn['shown']): readonly LegendEntry[] =>
  shown.map(({ shade, index }) => ({
    label: shade.letter === undefined ? shade.label : `${shade.letter}: ${shade.label}`,
    draw: (x, y) =>
      rect(x - 7, y - 4, 14, 8, lookOf(id, shade, index)) +
      (shade.letter === undefined ? '' : letterAt(x, y, shade.letter)),
  }));
