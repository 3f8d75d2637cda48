import { textWidth } from '../../../src/reports/pictures/text-width.ts';

interface TextOnPicture {
  readonly text: string;
  /** Corners of the box that the text takes, turned as it is. */
  readonly corners: readonly (readonly [number, number])[];
}

/** Every text of a picture with the room that it takes, by the estimated width of its signs. */
export function textsOf(svg: string): readonly TextOnPicture[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = '', raw = '']) => {
    const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
    const text = raw.replace(/&(amp|lt|gt|quot|apos);/g, '&');
    const size = Number(of('font-size'));
    // the estimate is on the safe side; what is set is a little narrower
    const width = textWidth(text, size) * 0.92;
    const [x, y] = [Number(of('x')), Number(of('y'))];
    const left = of('text-anchor') === 'middle' ? x - width / 2 : of('text-anchor') === 'end' ? x - width : x;
    const degrees = Number(/rotate\(([-\d.]+)/.exec(of('transform') ?? '')?.[1] ?? 0);
    const angle = (degrees * Math.PI) / 180;
    const turn = (px: number, py: number): readonly [number, number] => [
      x + (px - x) * Math.cos(angle) - (py - y) * Math.sin(angle),
      y + (px - x) * Math.sin(angle) + (py - y) * Math.cos(angle),
    ];
    const [top, bottom] = [y - size * 0.68, y + size * 0.1];
    return {
      text,
      corners: [turn(left, top), turn(left + width, top), turn(left + width, bottom), turn(left, bottom)],
    };
  });
}

/** Whether two turned boxes share ground (separating axes). */
function share(a: TextOnPicture['corners'], b: TextOnPicture['corners']): boolean {
  for (const polygon of [a, b]) {
    for (let index = 0; index < polygon.length; index++) {
      const [from, to] = [polygon[index], polygon[(index + 1) % polygon.length]];
      if (!from || !to) continue;
      const axis = [to[1] - from[1], from[0] - to[0]] as const;
      const along = (points: TextOnPicture['corners']) => points.map(([x, y]) => x * axis[0] + y * axis[1]);
      const [one, other] = [along(a), along(b)];
      if (Math.max(...one) <= Math.min(...other) || Math.max(...other) <= Math.min(...one)) return false;
    }
  }
  return true;
}

/** Pairs of texts that stand over each other. */
export function textOverText(svg: string): readonly string[] {
  const texts = textsOf(svg);
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => share(one.corners, other.corners))
      .map((other) => `${one.text} / ${other.text}`),
  );
}
