import type { MirrorFile } from '../mirror-file.ts';

type Line = readonly [estimate: number, margin: number];
const none: Line = [-666_666_666, -222_222_222];

/** Estimates with margins; of five bedrooms there are too few dwellings, so that the Bureau states none. */
const acs: Readonly<Record<string, readonly Line[]>> = {
  b25031: [[1488, 61], [1310, 120], [1395, 74], [1655, 88], [1902, 140], [2210, 810], none],
  b25057: [[1180, 70]],
  b25058: [[1390, 64]],
  b25059: [[1720, 91]],
};

/** Areas of ZIPs stand under both codes of their summary level, as public clients of several editions read them. */
function acsFile(table: string, lines: readonly Line[]): MirrorFile {
  const name = table.toUpperCase();
  const header = lines.flatMap((_, at) =>
    ['E', 'M'].map((kind) => `${name}_${kind}${String(at + 1).padStart(3, '0')}`),
  );
  const values = lines.flat();
  return {
    dataset: 'census-acs-rents',
    name: `acsdt5y2024-${table}.dat`,
    part: table,
    content: [
      ['GEO_ID', ...header, 'OWNER'].join('|'),
      ['0500000US37183', ...values, 'JANE Q PLANTED'].join('|'),
      ['1400000US37183050100', ...values, 'JANE Q PLANTED'].join('|'),
      ['8600000US06103', ...values, 'JANE Q PLANTED'].join('|'),
      ['860Z200US27601', ...values, 'JANE Q PLANTED'].join('|'),
      '',
    ].join('\n'),
  };
}

const files: readonly MirrorFile[] = [
  ...Object.entries(acs).map(([table, lines]) => acsFile(table, lines)),
  {
    dataset: 'zillow-zori-zip',
    name: 'Zip_zori_uc_sfrcondomfr_sm_month.csv',
    // columns and month-end headers as several public clients read the file; a ZIP whose newest month is blank, one without any
    content: [
      'RegionID,SizeRank,RegionName,RegionType,StateName,State,City,Metro,CountyName,2026-08-31,2026-09-30,2026-10-31',
      '69673,1204,27601,zip,NC,NC,Raleigh,"Raleigh-Cary, NC",Wake County,1841.2,1846.9,1852.4',
      '61636,812,6103,zip,CT,CT,Hartford,"Hartford, CT",Hartford County,1502.8,1507.1,',
      '99999,9000,39530,zip,MS,MS,Biloxi,"Gulfport-Biloxi, MS",Harrison County,,,',
      '',
    ].join('\n'),
  },
];

export default files;
