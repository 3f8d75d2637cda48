import { code, digits, id, number, partName, point, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** What a facility emitted of one pollutant in the year of the inventory. */
export const facilityEmissions = table('epa-nei-facilities', {
  year: partName(),
  facilityId: id('eis facility id', { required: true }),
  facility: text('site name', { otherwise: 'name not stated' }),
  countyFips: digits(['fips code', 'fips', 'fips_code'], 5),
  naics: id('naics code'),
  at: point('site latitude', 'site longitude'),
  pollutantCode: id('pollutant code', { required: true }),
  pollutant: text('pollutant desc'),
  emissions: number('total emissions', { description: 'In the unit of its row', significantDigits: 6 }),
  unit: code('emissions uom', {
    legend: { TON: 'short tons per year', LB: 'lb per year' },
    otherwise: 'unit not stated',
  }),
});
