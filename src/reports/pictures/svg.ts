import palette from '../../../data/pages/palette.json' with { type: 'json' };

/**
 * Colors of pictures. Every form that differs by color differs by its shape, pattern or words too.
 * Colors of marks after Okabe and Ito, darkened until white figures on them have a contrast of 4.5 to 1.
 */
const light: Readonly<Record<string, string>> = palette.light;
const dark: Readonly<Record<keyof typeof palette.light, string>> = palette.dark;

const variables = (colors: Readonly<Record<string, string>>) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Style inside each picture: light, dark where the reader's device asks for it, light again on paper. */
const paletteStyle = `.pic{${variables(light)}}@media screen and (prefers-color-scheme:dark){.pic{${variables(dark)}}}`;

/**
 * The same colors as a part of a page's own style sheet, for a page whose policy admits no style inside a picture. The
 * page says its scheme in `data-theme` of its root, or follows the device.
 */
export const palettePageStyle = [
  `.pic{${variables(light)}}`,
  `@media screen and (prefers-color-scheme:dark){:root:not([data-theme="light"]) .pic{${variables(dark)}}}`,
  `@media screen{:root[data-theme="dark"] .pic{${variables(dark)}}}`,
].join('');

/** A picture without its style, for such a page. */
export const unstyled = (svg: string): string => svg.replace(/<style>[^<]*<\/style>\n?/, '');

/** A picture for drawers that know no style sheets: light colors in place of the names. */
export const flattened = (svg: string): string =>
  svg
    .replace(/<style>[^<]*<\/style>\n?/g, '')
    .replaceAll(/var\(--([\w-]+)\)/g, (whole, name: string) => light[name] ?? whole);

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
// controls are no XML, bidi marks could turn the words around them
const unsafe = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu;

/** Signs of markup as entities; what XML has no place for stays. */
export const withEntities = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** Text that is safe in XML, between tags and inside attributes. */
export const escapeXml = (text: string): string => withEntities(text.replace(unsafe, ''));

/** A coordinate with one decimal at most, in every locale; what is no number is a bug and throws. */
export function n(value: number): string {
  if (!Number.isFinite(value)) throw new Error('a coordinate of a picture is no number');
  return String(Math.round(value * 10) / 10 || 0);
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${typeof value === 'number' ? n(value) : escapeXml(value)}"`],
    )
    .join('');

/** One element; `inner` is markup already. */
export const element = (name: string, attributes: Attributes, inner = ''): string =>
  inner === '' ? `<${name}${attributesOf(attributes)}/>` : `<${name}${attributesOf(attributes)}>${inner}</${name}>`;

export const rect = (x: number, y: number, width: number, height: number, look: Attributes): string =>
  element('rect', { x, y, width, height, ...look });
export const circle = ([cx, cy]: readonly [number, number], r: number, look: Attributes): string =>
  element('circle', { cx, cy, r, ...look });
export const line = (x1: number, y1: number, x2: number, y2: number, look: Attributes): string =>
  element('line', { x1, y1, x2, y2, ...look });
export const path = (d: string, look: Attributes): string => (d === '' ? '' : element('path', { d, ...look }));

/** A pattern on a ground, turned by so many degrees. */
export function pattern(
  id: string,
  [width, height]: readonly [number, number],
  ground: Attributes,
  inner: string,
  degrees?: number,
): string {
  const size = { width: String(width), height: String(height), patternUnits: 'userSpaceOnUse' };
  const patternTransform = degrees === undefined ? undefined : `rotate(${degrees})`;
  return element('pattern', { id, ...size, patternTransform }, element('rect', { width, height, ...ground }) + inner);
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface TextLook {
  readonly size: number;
  readonly anchor?: 'middle' | 'end';
  readonly fill?: string;
  readonly weight?: 600 | undefined;
  /** Line of the ground's color around the letters, for text over a drawing. */
  readonly halo?: boolean;
  /** Degrees, around the position of the text. */
  readonly rotate?: number | undefined;
}

const haloLook = { stroke: 'var(--land)', 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };

/** Text with its baseline at y. */
export function words(x: number, y: number, text: string, look: TextLook): string {
  const { size, anchor, fill = 'var(--ink)', weight, halo, rotate } = look;
  const set = { x, y, 'font-size': size, 'text-anchor': anchor, fill, 'font-weight': weight };
  const transform = rotate === undefined ? undefined : `rotate(${n(rotate)} ${n(x)} ${n(y)})`;
  return element('text', { ...set, ...(halo && haloLook), transform }, escapeXml(text));
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

interface Picture {
  /** Unique on a page: names of parts of the drawing begin with it. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What the picture shows, for those who do not see it. */
  readonly desc: string;
}

/** A whole picture: no script, no reference to anything outside, its own colors for light, dark and paper. */
export function picture({ id, width, height, title, desc }: Picture, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="pic" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" role="img" aria-labelledby="${id}-title ${id}-desc" font-family="${fontStack}">`,
    `<title id="${id}-title">${escapeXml(title)}</title>`,
    `<desc id="${id}-desc">${escapeXml(desc)}</desc>`,
    `<style>${paletteStyle}</style>`,
    ...parts.filter((part) => part !== ''),
    '</svg>',
  ].join('\n');
}

const fontStack = "'Source Sans 3', 'Source Sans Pro', system-ui, sans-serif";
