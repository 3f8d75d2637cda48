/** Colors of the reports' pictures for the page that the views stand in, taken by `build-views.mjs`. */
export { palettePageStyle } from '../src/reports/pictures/palette.ts';
