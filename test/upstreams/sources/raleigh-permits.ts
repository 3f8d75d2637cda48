import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-permits',
  endpoint: 'services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Building_Permits/FeatureServer/0',
  name: 'Building_Permits',
  rows: ({ epochDaysAgo }) => [
    {
      at: offset(raleigh, 5, 5),
      columns: {
        permitnum: 'BLDNR-014231-2026',
        permitclass: 'Non-Residential',
        workclass: 'Alterations/Repairs',
        proposeduse: 'OFFICE',
        statuscurrent: 'Permit Issued',
        applieddate: epochDaysAgo(70),
        issueddate: epochDaysAgo(45),
        estprojectcost: 185000,
        originaladdress1: '222 W HARGETT ST',
        pin: '1703570123',
      },
    },
    {
      at: offset(raleigh, 150, 0),
      columns: {
        permitnum: 'BLDNR-011887-2026',
        permitclass: 'Non-Residential',
        workclass: 'New Building',
        proposeduse: 'MIXED USE',
        statuscurrent: 'Inspections Pending',
        applieddate: epochDaysAgo(240),
        issueddate: epochDaysAgo(160),
        estprojectcost: 9400000,
        originaladdress1: '310 W HARGETT ST',
        pin: '1703570987',
      },
    },
    {
      at: offset(raleigh, 600, 500),
      columns: {
        permitnum: 'BLDR-002345-2019',
        permitclass: 'Residential',
        workclass: 'Addition',
        proposeduse: 'SINGLE FAMILY',
        statuscurrent: 'Permit Finaled',
        applieddate: epochDaysAgo(2500),
        issueddate: epochDaysAgo(2480),
        estprojectcost: 42000,
        originaladdress1: '525 N EAST ST',
        pin: '1704910697',
      },
    },
  ],
});
