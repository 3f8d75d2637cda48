import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-code-cases',
  endpoint: 'services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Code_Cases_Past_90_Days/FeatureServer/0',
  name: 'Code_Cases_Past_90_Days',
  rows: ({ epochDaysAgo }) => [
    {
      at: offset(raleigh, 140, 10),
      columns: {
        CaseNumber: 'CE-2026-10442',
        CaseType: 'Housing',
        ViolationType: 'Minimum housing standards',
        Address: '310 W HARGETT ST',
        DateOpened: epochDaysAgo(25),
      },
    },
  ],
});
