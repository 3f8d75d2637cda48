import type { MirrorFile } from '../mirror-file.ts';

const counties = [
  ['NC', 'Wake', '37183'],
  ['IL', 'Cook', '17031'],
  ['MS', 'Harrison', '28047'],
];
const rows = counties.flatMap(([state, county, fips]) =>
  Array.from(
    { length: 13 },
    (_, at) =>
      `${state},${county},${fips},${2013 + at},${at === 0 ? '.' : '4.00'},${(100 * 1.04 ** at).toFixed(2)},.,${(120 * 1.04 ** at).toFixed(2)}`,
  ),
);

const files: readonly MirrorFile[] = [
  {
    dataset: 'fhfa-hpi-county',
    name: 'hpi_at_county.csv',
    content: [
      'FHFA House Price Index (synthetic),,,,,,,',
      ',,,,,,,',
      'State,County,FIPS code,Year,Annual Change (%),HPI,HPI with 1990 base,HPI with 2000 base',
      ...rows,
      '',
    ].join('\n'),
  },
];

export default files;
