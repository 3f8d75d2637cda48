import { samplePlaces } from '../places.ts';
import { layerTable, offset, type PastDays } from '../tables.ts';

const { raleigh } = samplePlaces;

/** Older reports, older than what the tools read by default, so that counts by quarter have something to count. */
const older = ({ epochDaysAgo }: PastDays) =>
  [380, 395, 405, 415, 480, 490, 500, 510, 520, 585, 600, 610, 640, 650, 655, 700, 705, 710, 712].map((days, at) => ({
    at: offset(raleigh, 30 + at * 5, -40),
    columns: {
      case_number: `P2500${4000 + days}`,
      crime_category: 'LARCENY',
      crime_description: 'Larceny/Theft from Motor Vehicle',
      reported_date: epochDaysAgo(days),
      reported_block_address: '200 BLOCK W HARGETT ST',
      district: 'Downtown',
    },
  }));

export default layerTable({
  cardId: 'raleigh-nibrs',
  endpoint: 'services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Raleigh_Police_Incidents_NIBRS/FeatureServer/0',
  name: 'Raleigh_Police_Incidents_NIBRS',
  rows: (past) => [
    {
      at: offset(raleigh, 60, 20),
      columns: {
        case_number: 'P26041001',
        crime_category: 'LARCENY',
        crime_description: 'Larceny/Theft from Motor Vehicle',
        reported_date: past.epochDaysAgo(12),
        reported_block_address: '200 BLOCK W HARGETT ST',
        district: 'Downtown',
      },
    },
    {
      at: offset(raleigh, -180, -60),
      columns: {
        case_number: 'P26039555',
        crime_category: 'VANDALISM',
        crime_description: 'Vandalism/Damage to Property',
        reported_date: past.epochDaysAgo(40),
        reported_block_address: '300 BLOCK S DAWSON ST',
        district: 'Downtown',
      },
    },
    {
      at: offset(raleigh, 120, -140),
      columns: {
        case_number: 'P25011222',
        crime_category: 'FRAUD',
        crime_description: 'Fraud/False Pretenses',
        reported_date: past.epochDaysAgo(400),
        reported_block_address: '200 BLOCK W MARTIN ST',
        district: 'Downtown',
      },
    },
    {
      columns: {
        case_number: 'P26040000',
        crime_category: 'MISCELLANEOUS',
        crime_description: 'Miscellaneous/Missing Person',
        reported_date: past.epochDaysAgo(20),
        reported_block_address: null,
        district: 'Downtown',
      },
    },
    ...older(past),
  ],
});
