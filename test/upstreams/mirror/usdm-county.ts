import type { MirrorFile } from '../mirror-file.ts';

const files: readonly MirrorFile[] = [
  {
    dataset: 'usdm-county',
    name: 'usdm-2026.csv',
    part: '2026',
    content: [
      'MapDate,FIPS,County,State,None,D0,D1,D2,D3,D4,ValidStart,ValidEnd,StatisticFormatID',
      '20261110,37183,Wake County,NC,20,80,40,0,0,0,2026-11-10,2026-11-16,1',
      '20261117,37183,Wake County,NC,10,90,55.5,5,0,0,2026-11-17,2026-11-23,1',
      '20261117,09110,Capitol Planning Region,CT,40,60,0,0,0,0,2026-11-17,2026-11-23,1',
      '',
    ].join('\n'),
  },
];

export default files;
