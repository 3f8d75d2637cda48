import { describe, expect, it } from 'vitest';
import { districtsOf, houseDistrict, sameDistrict } from '../../src/rules/districts.ts';

describe('districts among census geographies', () => {
  it('go by the words of the layer name, whatever its number or year', () => {
    const districts = districtsOf([
      { layer: '2026 State Legislative Districts - Lower', geoid: '37038', name: 'State House District 38' },
      { layer: '120th Congressional Districts', geoid: '3702', name: 'Congressional District 2', baseName: '2' },
      { layer: 'Counties', geoid: '37183', name: 'Wake County' },
      { layer: 'Census Regions', geoid: '3', name: 'South' },
      { layer: 'Unified School Districts', geoid: '3799999', name: 'School District Not Defined' },
    ]);
    expect(districts).toEqual([
      { kind: 'county', name: 'Wake County', geoid: '37183' },
      {
        kind: 'congressional_district',
        name: 'Congressional District 2',
        geoid: '3702',
        vintage: '120th Congress',
        baseName: '2',
      },
      { kind: 'state_lower_chamber', name: 'State House District 38', geoid: '37038', vintage: '2026' },
    ]);
  });

  it.each([
    ['3702', 2],
    ['5600', 0],
    ['1198', 0],
    ['37ZZ', undefined],
    ['37038', undefined],
  ])('House district of %s is %s', (geoid, number) => expect(houseDistrict(geoid)).toBe(number));

  it.each([
    ['38', 'State House District 38', true],
    ['038', '38', true],
    ['9A', 'State Legislative Subdistrict 9A', true],
    ['First Suffolk', 'First Suffolk District', true],
    ['Hillsborough 12', 'Hillsborough County No. 12', true],
    ['3', '38', false],
    ['First Essex', 'Second Essex', false],
    ['', 'State House District', false],
  ])('%s and %s: %s', (a, b, same) => expect(sameDistrict(a, b)).toBe(same));
});
