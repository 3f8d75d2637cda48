import { z } from 'zod';
import { computed, money, partName, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

const rent = (bedrooms: number) => money([`fmr_${bedrooms}`, `fmr${bedrooms}`]);

/** State and county out of a code with the county subdivision. */
const countyOf = ([cell]: readonly unknown[]) =>
  /^(\d{5})\d{5}$/.exec(
    String(cell ?? '')
      .trim()
      .padStart(10, '0'),
  )?.[1];

export const fairRents = table('hud-fmr', {
  year: partName(),
  countyFips: computed([['fips', 'fips2010']], z.string(), countyOf, { required: true }),
  county: text(['countyname', 'county_name']),
  town: text(['county_town_name', 'town_name']),
  state: text(['stusps', 'state_alpha']),
  areaName: text(['hud_area_name', 'areaname']),
  metro: text('metro'),
  rent0: rent(0),
  rent1: rent(1),
  rent2: rent(2),
  rent3: rent(3),
  rent4: rent(4),
});
