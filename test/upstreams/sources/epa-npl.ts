import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

type Placed = ReturnType<Parameters<typeof layerTable>[0]['rows']>[number];

const { raleigh, newYork, hartford } = samplePlaces;

function site(
  place: typeof raleigh | typeof newYork | typeof hartford,
  state: string,
  [east, north]: readonly [number, number],
  columns: Readonly<Record<string, unknown>>,
): Placed {
  const at = offset(place, east, north);
  return {
    at,
    columns: {
      City: place.city,
      County: place.countyName.replace(' County', '').toUpperCase(),
      State: state,
      Latitude: at.latitude,
      Longitude: at.longitude,
      Proposed_Date: null,
      Listing_Date: null,
      Construction_Completion_Date: null,
      Deletion_Date: null,
      Site_Score: 50,
      ...columns,
    },
  };
}

const rows: readonly Placed[] = [
  site(raleigh, 'North Carolina', [900, 200], {
    Site_Name: 'SYNTHETIC PLATING WORKS',
    Site_EPA_ID: 'NCD000000001',
    Status: 'NPL Site',
    Proposed_Date: '9/8/1983',
    Listing_Date: '9/21/1984',
    Construction_Completion_Date: '9/27/2007',
  }),
  site(raleigh, 'North Carolina', [-500, 300], {
    Site_Name: 'SYNTHETIC OLD DUMP',
    Site_EPA_ID: 'NCD000000002',
    Status: 'Deleted NPL Site',
    Listing_Date: '2/21/1990',
    Deletion_Date: '10/5/2011',
  }),
  site(newYork, 'New York', [4000, 0], {
    Site_Name: 'SYNTHETIC CANAL',
    Site_EPA_ID: 'NYN000000001',
    Status: 'NPL Site',
    Listing_Date: '3/4/2010',
  }),
  site(hartford, 'Connecticut', [9000, 0], {
    Site_Name: 'SYNTHETIC SOLVENTS',
    Site_EPA_ID: 'CTD000000001',
    Status: 'Proposed NPL Site',
    Proposed_Date: '3/7/2024',
  }),
];

export default layerTable({
  cardId: 'epa-npl',
  endpoint:
    'services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/Superfund_National_Priorities_List_(NPL)_Sites_with_Status_Information/FeatureServer/0',
  name: 'Superfund NPL sites (synthetic)',
  rows: () => rows,
});
