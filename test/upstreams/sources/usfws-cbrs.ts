import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const service = 'gis1.wim.usgs.gov/server/rest/services/CBRSMapper/CoastalBarrierResourcesSystem/MapServer';

const units = layerTable({
  cardId: 'usfws-cbrs',
  endpoint: `${service}/3`,
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

/** Name of the layer and its columns after two public clients; days as text, "Null" where there is none. */
const prohibitions = layerTable({
  cardId: 'usfws-cbrs',
  endpoint: `${service}/6`,
  name: 'CBRS Prohibitions',
  rows: () => [
    {
      at: samplePlaces.biloxi,
      reachMeters: 300,
      columns: { FI_Date: '1983-10-01', SU_Date: '1982-10-18' },
    },
    {
      at: offset(samplePlaces.biloxi, 0, 500),
      reachMeters: 400,
      columns: { FI_Date: '11/16/1991', SU_Date: 'Null' },
    },
  ],
});

const fakeUpstream: FakeUpstream = {
  cardId: 'usfws-cbrs',
  hosts: units.hosts,
  respond(request) {
    if (request.path === `/${service.split('/').slice(1).join('/')}`) {
      const layers = [
        { id: 3, name: 'CBRS Units', subLayerIds: null },
        { id: 6, name: 'CBRS Prohibitions', subLayerIds: null },
      ];
      return { body: { layers, tables: [] } };
    }
    return units.respond(request) ?? prohibitions.respond(request);
  },
};

export default fakeUpstream;
