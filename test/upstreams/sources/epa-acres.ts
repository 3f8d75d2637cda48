import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh, biloxi } = samplePlaces;

const brownfield = (place: typeof raleigh | typeof biloxi, county: string, id: string, name: string, east: number) => ({
  at: offset(place, east, 100),
  columns: {
    PRIMARY_NAME: name,
    LOCATION_ADDRESS: '100 SYNTHETIC ST',
    CITY_NAME: place.city.toUpperCase(),
    COUNTY_NAME: county,
    STATE_CODE: place.stateCode,
    REGISTRY_ID: id,
    INTEREST_TYPE: 'BROWNFIELDS PROPERTY',
    CONTACT_NAME: 'JANE Q PLANTED',
  },
});

export default layerTable({
  cardId: 'epa-acres',
  endpoint: 'services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/FRS_INTERESTS_ACRES/FeatureServer/0',
  name: 'ACRES (synthetic)',
  rows: () => [
    brownfield(raleigh, 'WAKE', '110000000011', 'SYNTHETIC RAIL YARD', 300),
    brownfield(raleigh, 'WAKE', '110000000012', 'SYNTHETIC LAUNDRY', 700),
    brownfield(biloxi, 'HARRISON', '110000000013', 'SYNTHETIC CANNERY', -450),
  ],
});
