/** What `build-views.mjs` takes of the service: colors of the reports' pictures, and the icon. */
export { iconSvg } from '../src/catalog/icon.ts';
export { palettePageStyle } from '../src/reports/pictures/svg.ts';
