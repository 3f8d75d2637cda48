import { day, digits, number, type RowOf, table, text } from '../../fields/define.ts';

/** Percent of the county area; the service writes the columns in the case of JSON or of its files. */
const share = (name: string) => {
  const spellings = [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  return number(spellings, { unit: 'percent of the county area', required: true });
};

/** Share of a county's area in each class of one weekly map, cumulative: D1 counts every worse class too. */
export const droughtMaps = table('usdm', {
  countyFips: digits(['fips', 'FIPS'], 5, { required: true }),
  county: text(['county', 'County'], { maxLength: 80, required: true }),
  date: day(['mapDate', 'MapDate'], {
    means: 'valid',
    description: 'Tuesday for which the map is valid',
    required: true,
  }),
  nonePercent: share('none'),
  d0OrMorePercent: share('d0'),
  d1OrMorePercent: share('d1'),
  d2OrMorePercent: share('d2'),
  d3OrMorePercent: share('d3'),
  d4Percent: share('d4'),
});
export type DroughtWeek = RowOf<typeof droughtMaps>;

export const droughtClasses = [
  ['D0', 'abnormally dry', 'd0OrMorePercent'],
  ['D1', 'moderate drought', 'd1OrMorePercent'],
  ['D2', 'severe drought', 'd2OrMorePercent'],
  ['D3', 'extreme drought', 'd3OrMorePercent'],
  ['D4', 'exceptional drought', 'd4Percent'],
] as const;
