import { z } from 'zod';
import { computed, digits, id, partName, point, table, text } from '../../fields/define.ts';
import { handlerClass } from '../epa-rcra/fields.ts';
import { registryId, zip5 } from '../shared/ids.ts';

const programs = 'PGM_SYS_ACRNMS';
/** Identifier of a program in "AIR:NC0000003718301234, RCRAINFO:NCD000123456". */
const idIn = (program: string) => {
  const pattern = new RegExp(`(?:^|,\\s*)${program}:([^,]+)`);
  return ([cell]: readonly unknown[]) => pattern.exec(String(cell ?? ''))?.[1]?.trim();
};
const [rcra, acres] = [idIn('RCRAINFO'), idIn('ACRES')];

/** A place of the Facility Registry Service: a hazardous waste handler, a brownfield, or both. */
export const registryFacilities = table('epa-frs-facilities', {
  state: partName(),
  registryId: id('REGISTRY_ID', { pattern: registryId }),
  name: text('PRIMARY_NAME', { maxLength: 100, otherwise: 'name not stated' }),
  address: text('LOCATION_ADDRESS', { maxLength: 80 }),
  city: text('CITY_NAME', { maxLength: 60 }),
  zip: id('POSTAL_CODE', { pattern: zip5 }),
  countyFips: digits('FIPS_CODE', 5),
  handlerId: computed([programs], z.string(), rcra),
  class: handlerClass('INTEREST_TYPES'),
  isRcra: computed([programs], z.boolean(), (cells) => rcra(cells) !== undefined),
  isAcres: computed([programs], z.boolean(), (cells) => acres(cells) !== undefined),
  at: point('LATITUDE83', 'LONGITUDE83'),
});
