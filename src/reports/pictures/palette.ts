/**
 * Colors of pictures. Every form that differs by color differs by its shape, pattern or words too.
 * Colors of marks after Okabe and Ito, darkened until white figures on them have a contrast of 4.5 to 1.
 */
const light = {
  land: '#f7f5f0',
  frame: '#8a8f98',
  ink: '#1b1f24',
  soft: '#545c66',
  road: '#ffffff',
  casing: '#b3aea3',
  main: '#fbe6a8',
  'main-casing': '#b98f1d',
  lot: '#b5ad9c',
  water: '#b9d9ee',
  'water-line': '#3f7fae',
  flood: '#2f74b5',
  wetland: '#3b8150',
  subject: '#c2410c',
  'subject-fill': '#fde3d3',
  'shade-0': '#e0a100',
  'shade-1': '#0062a3',
  'shade-2': '#a33a00',
  'shade-3': '#00664b',
  'shade-4': '#7a3e76',
  'shade-5': '#6b7280',
  ring: '#6b7280',
  grid: '#dde1e6',
  bar: '#0b57a4',
  later: '#6b4a9b',
  'mark-record': '#0062a3',
  'mark-plan': '#7a3e76',
  'mark-sale': '#00664b',
  'mark-environment': '#a33a00',
  'mark-transport': '#4a5058',
  'mark-many': '#2b3138',
  'on-mark': '#ffffff',
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  land: '#1b2026',
  frame: '#59616b',
  ink: '#e7eaee',
  soft: '#a8b1bc',
  road: '#3d454f',
  casing: '#0f1216',
  main: '#5c4b1a',
  'main-casing': '#b5902f',
  lot: '#59636e',
  water: '#1d3f56',
  'water-line': '#6db1dd',
  flood: '#6db1f2',
  wetland: '#79d3a0',
  subject: '#ff9a5c',
  'subject-fill': '#4a2a17',
  'shade-0': '#f0c34a',
  'shade-1': '#8cc8f5',
  'shade-2': '#ffb07c',
  'shade-3': '#6fd6b4',
  'shade-4': '#e3a9df',
  'shade-5': '#98a2ae',
  ring: '#98a2ae',
  grid: '#363d46',
  bar: '#8cc1ff',
  later: '#c9aef2',
  'mark-record': '#8cc8f5',
  'mark-plan': '#e3a9df',
  'mark-sale': '#6fd6b4',
  'mark-environment': '#ffb07c',
  'mark-transport': '#c3cad2',
  'mark-many': '#f1f3f5',
  'on-mark': '#14171b',
};

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

const known: Readonly<Record<string, string>> = light;

/** A picture for drawers that know no style sheets: light colors in place of the names. */
export const flattened = (svg: string): string =>
  svg
    .replace(/<style>[^<]*<\/style>\n?/g, '')
    .replaceAll(/var\(--([\w-]+)\)/g, (whole, name: string) => known[name] ?? whole);
