import { expect, test } from 'vitest';
import { isExemptClass } from '../../src/rules/property-use.ts';

test.each([
  ['a word of the office', { propertyClass: 'EXEMPT - GOVERNMENT' }, true],
  ['two words that are written apart', { propertyClass: 'Tax Exempt' }, true],
  ["a county's own code", { propertyClass: 'EX', countyFips: '17031' }, true],
  ['the same letters elsewhere', { propertyClass: 'EX', countyFips: '37183' }, false],
  ['a code of a taxed class', { propertyClass: '299', countyFips: '17031' }, false],
  ['a word inside others', { propertyClass: 'Residential, not exempt' }, false],
  ['a use that is often exempt', { propertyClass: 'Government' }, false],
  ['no class', {}, false],
])('a class is exempt by its first word or its code: %s', (_, record, expected) => {
  expect(isExemptClass(record)).toBe(expected);
});
