import { nriHazards } from '../../../src/sources/fema-nri/fields.ts';
import type { MirrorFile } from '../mirror-file.ts';

const hazards = Object.keys(nriHazards);

const files: readonly MirrorFile[] = [
  {
    dataset: 'fema-nri-counties',
    name: 'nri-counties.csv',
    content: [
      [
        'OID_',
        'STCOFIPS',
        'COUNTY',
        'RISK_SCORE',
        'RISK_RATNG',
        'NRI_VER',
        ...hazards.flatMap((code) => [`${code}_AFREQ`, `${code}_EALT`, `${code}_RISKR`]),
      ].join(','),
      ...['37183', '17031'].map((fips, at) =>
        [
          at + 1,
          fips,
          'Synthetic',
          91.5,
          'Relatively PLANTED',
          'December 2025',
          ...hazards.flatMap((_, index) => [(index + 1) * 0.125, (index + 1) * 10_000, 'Very PLANTED']),
        ].join(','),
      ),
      '',
    ].join('\n'),
  },
];

export default files;
