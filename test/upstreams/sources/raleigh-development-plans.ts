import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-development-plans',
  endpoint: 'services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Development_Plans/FeatureServer/0',
  name: 'Development_Plans',
  rows: () => [
    {
      at: offset(raleigh, 300, 120),
      columns: {
        plan_number: 'ASR-0044-2026',
        plan_name: 'Hargett Street Tower',
        plan_type: 'Administrative Site Review',
        status: 'Under Review',
        submitted_yr: 2026,
        approved: null,
        appealperiodends: null,
        sunset_date: null,
        acreage: 0.9,
        major_street: 'W Hargett St',
        zoning: 'DX-20-UG',
        lots_req: 1,
        units_req: 240,
        units_apprv: null,
        sq_ft_req: 310000,
        planurl: 'https://raleigh.example/plans/ASR-0044-2026',
      },
    },
  ],
});
