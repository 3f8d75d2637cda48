import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

/** Zoning columns, the same for the lots of this block. */
const zoning = {
  ZoneDist1: 'C6-4',
  ZoneDist2: null,
  ZoneDist3: null,
  ZoneDist4: null,
  Overlay1: null,
  Overlay2: null,
  SPDist1: 'LM',
  SPDist2: null,
  SPDist3: null,
  LtdHeight: null,
  ResidFAR: 10,
  CommFAR: 10,
  FacilFAR: 10,
  Landmark: null,
  HistDist: null,
};

export default layerTable({
  cardId: 'nyc-pluto',
  endpoint: 'services5.arcgis.com/GfwWNkhOj9bNBqoJ/arcgis/rest/services/MAPPLUTO/FeatureServer/0',
  name: 'MAPPLUTO',
  rows: () => [
    {
      at: newYork,
      reachMeters: 50,
      columns: {
        BBL: 1000940020,
        Address: '100 GOLD STREET',
        LotArea: 108000,
        BldgArea: 540000,
        LandUse: '05',
        YearBuilt: 1969,
        UnitsTotal: 1,
        UnitsRes: 0,
        NumBldgs: 1,
        NumFloors: 9,
        AssessTot: 58500000,
        ...zoning,
      },
    },
    {
      at: offset(newYork, 90, 60),
      reachMeters: 15,
      columns: {
        BBL: 1000940001,
        Address: '90 GOLD STREET',
        LotArea: 4100,
        BldgArea: 22000,
        LandUse: '03',
        YearBuilt: 1931,
        UnitsTotal: 24,
        UnitsRes: 22,
        NumBldgs: 1,
        NumFloors: 9,
        AssessTot: 2100000,
        ...zoning,
      },
    },
    {
      at: offset(newYork, -150, 0),
      reachMeters: 15,
      columns: {
        BBL: 1000940050,
        Address: '75 SPRUCE STREET',
        LotArea: 4100,
        BldgArea: 0,
        LandUse: '11',
        YearBuilt: 0,
        UnitsTotal: 0,
        UnitsRes: 0,
        NumBldgs: 0,
        NumFloors: 9,
        AssessTot: 2100000,
        ...zoning,
      },
    },
  ],
});
