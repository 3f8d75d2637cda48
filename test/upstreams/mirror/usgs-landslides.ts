import type { MirrorFile } from '../mirror-file.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const at = offset(samplePlaces.raleigh, 800, 0);

const files: readonly MirrorFile[] = [
  {
    dataset: 'usgs-landslides',
    name: 'us_ls_v3_point.csv',
    content: [
      'USGS_ID,Date_Min,Date_Max,Fatalities,Confidence,LS_Type,Inventory,Inv_URL,Info_Source,Notes,Lat_N,Lon_W',
      `m1,2003/02/01,2003/02/28,0,5,Rotational slide,Synthetic copy,https://example.com/PLANTED,JANE Q PLANTED,"PLANTED, note",${at.latitude},${at.longitude}`,
      '',
    ].join('\n'),
  },
];

export default files;
