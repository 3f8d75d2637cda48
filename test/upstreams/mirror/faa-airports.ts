import type { MirrorFile } from '../mirror-file.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const row = (type: string, ident: string, name: string, east: number) => {
  const at = offset(samplePlaces.raleigh, east, 0);
  return `2026/10/29,1,${type},NC,${ident},RALEIGH,${name},JANE Q PLANTED,${at.latitude},${at.longitude}`;
};

const files: readonly MirrorFile[] = [
  {
    dataset: 'faa-airports',
    name: 'APT_BASE.csv',
    vintage: '2026-10-29',
    content: [
      'EFF_DATE,SITE_NO,SITE_TYPE_CODE,STATE_CODE,ARPT_ID,CITY,ARPT_NAME,OWNER_NAME,LAT_DECIMAL,LONG_DECIMAL',
      row('A', 'SYN', 'SYNTHETIC COPY FIELD', 9000),
      row('H', '9NC9', 'SYNTHETIC HOSPITAL PAD', 500),
      '',
    ].join('\n'),
  },
];

export default files;
