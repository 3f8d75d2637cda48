import type { MirrorFile } from '../mirror-file.ts';
import { workbook } from '../workbook.ts';
import { zipOf } from '../zip.ts';

const header = ['Data Year', 'Utility Number', 'Utility Name', 'Short Form', 'State', 'County', 'Contact'];
const counties: readonly (readonly (string | number)[])[] = [
  [2024, 99001, 'Made-up Power Company', '', 'NC', 'Wake', 'JANE PLANTED'],
  [2024, 99004, 'Town of Made-up (NC)', '', 'NC', 'Wake', 'JANE PLANTED'],
  [2024, 99001, 'Made-up Power Company', '', 'NC', 'Durham', 'JANE PLANTED'],
  [2024, 99003, 'Made-up Gulf Power', '', 'MS', 'Harrison', 'JANE PLANTED'],
  [2024, 99005, 'Made-up Connecticut Light', '', 'CT', 'Hartford', 'JANE PLANTED'],
];

const polygon = (longitude: number, latitude: number, properties: Readonly<Record<string, unknown>>) => ({
  type: 'Feature',
  properties: { ...properties, TELEPHONE: '555-010-0199 PLANTED' },
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [longitude - 0.1, latitude - 0.1],
          [longitude + 0.1, latitude - 0.1],
          [longitude + 0.1, latitude + 0.1],
          [longitude - 0.1, latitude + 0.1],
          [longitude - 0.1, latitude - 0.1],
        ],
      ],
    ],
  },
});

const blanks = { STATE: 'NC', HOLDING_CO: 'NOT AVAILABLE', CUSTOMERS: -999_999 };

const files: readonly MirrorFile[] = [
  {
    dataset: 'eia-861-territories',
    name: 'f8612024.zip',
    content: zipOf({
      'Service_Territory_2024.xlsx': workbook({ Counties_States: [header, ...counties] }),
      'Utility_Data_2024.xlsx': workbook({ Other: [['nothing']] }),
    }),
  },
  {
    dataset: 'hifld-electric-territories',
    name: 'territories.geojson',
    content: JSON.stringify({
      type: 'FeatureCollection',
      features: [
        polygon(-78.6431, 35.7783, { ID: '99001', NAME: 'MADE-UP POWER COMPANY', TYPE: 'INVESTOR OWNED', ...blanks }),
        polygon(-88.8861, 30.3958, {
          ID: '99003',
          NAME: 'MADE-UP GULF POWER',
          TYPE: 'INVESTOR OWNED',
          ...blanks,
          STATE: 'MS',
        }),
        polygon(-100, 40, { ID: '99009', NAME: 'MADE-UP PLAINS COOPERATIVE', TYPE: 'COOPERATIVE', ...blanks }),
      ],
    }),
  },
];

export default files;
