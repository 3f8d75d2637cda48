import { expect, test } from 'vitest';
import { isPersonal } from '../../src/rules/legislation-topics.ts';

test.each([
  'Granting a conditional use permit to John Q. Doe for a short term rental',
  'Special use permit application of Jane Roe for an accessory dwelling unit',
  'Liquor license transfer, Jane Roe',
  'Appointment of Jane Roe to the Zoning Board of Appeals',
])('a title that names a person is not listed: %s', (title) => expect(isPersonal(title)).toBe(true));

test.each([
  'Amending Title 14, "Zoning and Planning", by accessory dwelling units',
  'Application of the Planning Department for a map amendment',
  'Petition of Housing Authority for a planned development',
  'Permit fees for Short Term Rental registration',
  'Zoning Reclassification Map No. 1-F at 115-125 N LaSalle St - App No. 99001',
])('a title of a rule, an office or a site is: %s', (title) => expect(isPersonal(title)).toBe(false));
