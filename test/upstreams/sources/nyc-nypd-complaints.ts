import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default datasetTable({
  cardId: 'nyc-nypd-complaints',
  endpoint: 'data.cityofnewyork.us/resource/5uac-w243.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(newYork, 70, 40),
      columns: {
        cmplnt_num: '32114110',
        cmplnt_fr_dt: floatingDaysAgo(110),
        rpt_dt: floatingDaysAgo(109),
        law_cat_cd: 'MISDEMEANOR',
        ofns_desc: 'PETIT LARCENY',
        pd_desc: 'LARCENY,PETIT FROM STORE-SHOPL',
        prem_typ_desc: 'DRUG STORE',
        latitude: offset(newYork, 70, 40).latitude,
        longitude: offset(newYork, 70, 40).longitude,
        lat_lon: {
          latitude: String(offset(newYork, 70, 40).latitude),
          longitude: String(offset(newYork, 70, 40).longitude),
        },
      },
    },
  ],
});
