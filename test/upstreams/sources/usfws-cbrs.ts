import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

export default layerTable({
  cardId: 'usfws-cbrs',
  endpoint: 'gis1.wim.usgs.gov/server/rest/services/CBRSMapper/CoastalBarrierResourcesSystem/MapServer/3',
  name: 'CBRS Units',
  rows: () => [
    {
      at: samplePlaces.biloxi,
      reachMeters: 300,
      columns: { Unit: 'MS-99', Name: 'Synthetic Point', Unit_Type: 'System Unit' },
    },
    {
      at: offset(samplePlaces.biloxi, 0, 500),
      reachMeters: 400,
      columns: { Unit: 'MS-98P', Name: 'Synthetic Island', Unit_Type: 'Otherwise Protected Area' },
    },
  ],
});
