import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

type Placed = ReturnType<Parameters<typeof layerTable>[0]['rows']>[number];

const { raleigh, biloxi } = samplePlaces;
const service = 'services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/PFAS_Analytic_Tools_Layers/FeatureServer';

function at(
  place: { latitude: number; longitude: number },
  east: number,
  columns: Readonly<Record<string, unknown>>,
): Placed {
  const where = offset(place, east, 0);
  return { at: where, columns: { State: ' NC', Latitude: where.latitude, Longitude: where.longitude, ...columns } };
}

const result = (contaminant: string, value: number | null, date: string) =>
  at(raleigh, 2500, {
    F_PWS_ID: 'NC0392010',
    PWS_Name: 'SYNTHETIC CITY WATER',
    Contaminant: contaminant,
    Collection_Date: date,
    Minimum_Reporting_Level__ng_L_: 4,
    Result_At_or_Above_UCMR_MRL: value === null ? 'No' : 'Yes',
    Analytical_Result_Value__ng_L_: value,
  });

const rowsByLayer: Readonly<Record<number, readonly Placed[]>> = {
  1: [
    result('PFOS', 6.2, '5/29/2024'),
    result('PFOS', 4.9, '11/20/2023'),
    result('PFOA', 5.1, '5/29/2024'),
    result('PFBS', null, '5/29/2024'),
    result('PFNA', null, '5/29/2024'),
    at(biloxi, 1000, {
      F_PWS_ID: 'MS0240001',
      PWS_Name: 'SYNTHETIC COAST WATER',
      Contaminant: 'PFOS',
      Collection_Date: '2/1/2024',
      Minimum_Reporting_Level__ng_L_: 4,
      Result_At_or_Above_UCMR_MRL: 'No',
      Analytical_Result_Value__ng_L_: null,
    }),
  ],
  2: [at(raleigh, 1200, { Identifier: 'NCD000000001', F_Site_Name: 'SYNTHETIC PLATING WORKS', NPL_Status: 'Final' })],
  3: [at(raleigh, 800, { F_Identifier: '110000000031', Facility: 'SYNTHETIC CARPETS', Industry: 'Textiles' })],
  6: [],
  12: [
    at(raleigh, -1500, {
      F_SEQNOS: '1234567',
      Material_Involved: 'AFFF',
      City: 'RALEIGH',
      Responsible_Company: 'JANE Q PLANTED',
    }),
  ],
  13: [
    at(biloxi, 3000, {
      Federal_Facility_ID: 'MS170024221',
      F_Site_Name: 'SYNTHETIC AIR FIELD',
      Federal_Agency: 'US Air Force',
      PFAS_Presence: 'Known Detection',
    }),
  ],
  15: [],
  17: [at(raleigh, 4000, { SAMPLE: 1 }), at(raleigh, 4000, { SAMPLE: 2 })],
};

const layers = Object.entries(rowsByLayer).map(([id, rows]) =>
  layerTable({ cardId: 'epa-pfas-tools', endpoint: `${service}/${id}`, rows: () => rows }),
);

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-pfas-tools',
  hosts: ['services.arcgis.com'],
  respond: (request) => layers.map((layer) => layer.respond(request)).find((reply) => reply !== undefined),
};

export default fakeUpstream;
