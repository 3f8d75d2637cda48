import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default datasetTable({
  cardId: 'nyc-nypd-complaints-historic',
  endpoint: 'data.cityofnewyork.us/resource/qgea-i56i.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(newYork, 70, 40),
      columns: {
        cmplnt_num: '32114500',
        cmplnt_fr_dt: floatingDaysAgo(500),
        rpt_dt: floatingDaysAgo(499),
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
