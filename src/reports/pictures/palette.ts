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
export const paletteStyle = `.pic{${variables(light)}}@media screen and (prefers-color-scheme:dark){.pic{${variables(dark)}}}`;

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
