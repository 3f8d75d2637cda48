import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coastalPrograms } from '../../../src/rules/coastal-programs.ts';
import { openService, type TestService } from '../../harness.ts';

const tool = 'svc_coastal_county_catalog';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists counties with their codes, and what a statute reaches where it names none', async () => {
    const answer = await service.call(tool, {});
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      programs: [
        {
          state: 'NC',
          program: 'Coastal Area Management Act',
          statute: 'G.S. 113A-103(2)',
          counties: [
            { name: 'Beaufort', countyFips: '37013' },
            { name: 'Bertie', countyFips: '37015' },
            { name: 'Brunswick', countyFips: '37019' },
            { name: 'Camden', countyFips: '37029' },
            { name: 'Carteret', countyFips: '37031' },
            { name: 'Chowan', countyFips: '37041' },
            { name: 'Craven', countyFips: '37049' },
            { name: 'Currituck', countyFips: '37053' },
            { name: 'Dare', countyFips: '37055' },
            { name: 'Gates', countyFips: '37073' },
            { name: 'Hertford', countyFips: '37091' },
            { name: 'Hyde', countyFips: '37095' },
            { name: 'New Hanover', countyFips: '37129' },
            { name: 'Onslow', countyFips: '37133' },
            { name: 'Pamlico', countyFips: '37137' },
            { name: 'Pasquotank', countyFips: '37139' },
            { name: 'Pender', countyFips: '37141' },
            { name: 'Perquimans', countyFips: '37143' },
            { name: 'Tyrrell', countyFips: '37177' },
            { name: 'Washington', countyFips: '37187' },
          ],
          verification: 'statute_text',
          citation: 'c1',
        },
        {
          state: 'SC',
          program: 'Coastal Tidelands and Wetlands Act, coastal zone',
          statute: 'S.C. Code 48-39-10(B)',
          counties: [
            { name: 'Beaufort', countyFips: '45013' },
            { name: 'Berkeley', countyFips: '45015' },
            { name: 'Charleston', countyFips: '45019' },
            { name: 'Colleton', countyFips: '45029' },
            { name: 'Dorchester', countyFips: '45035' },
            { name: 'Horry', countyFips: '45051' },
            { name: 'Jasper', countyFips: '45053' },
            { name: 'Georgetown', countyFips: '45043' },
          ],
          verification: 'statute_text',
          citation: 'c2',
        },
        {
          state: 'VA',
          program: 'Chesapeake Bay Preservation Act (Tidewater Virginia)',
          statute: 'Va. Code 62.1-44.15:68',
          counties: [
            { name: 'Accomack', countyFips: '51001' },
            { name: 'Arlington', countyFips: '51013' },
            { name: 'Caroline', countyFips: '51033' },
            { name: 'Charles City', countyFips: '51036' },
            { name: 'Chesterfield', countyFips: '51041' },
            { name: 'Essex', countyFips: '51057' },
            { name: 'Fairfax', countyFips: '51059' },
            { name: 'Gloucester', countyFips: '51073' },
            { name: 'Hanover', countyFips: '51085' },
            { name: 'Henrico', countyFips: '51087' },
            { name: 'Isle of Wight', countyFips: '51093' },
            { name: 'James City', countyFips: '51095' },
            { name: 'King and Queen', countyFips: '51097' },
            { name: 'King George', countyFips: '51099' },
            { name: 'King William', countyFips: '51101' },
            { name: 'Lancaster', countyFips: '51103' },
            { name: 'Mathews', countyFips: '51115' },
            { name: 'Middlesex', countyFips: '51119' },
            { name: 'New Kent', countyFips: '51127' },
            { name: 'Northampton', countyFips: '51131' },
          ],
          verification: 'statute_text',
          citation: 'c3',
        },
        {
          state: 'VA',
          program: 'Chesapeake Bay Preservation Act (Tidewater Virginia)',
          statute: 'Va. Code 62.1-44.15:68',
          counties: [
            { name: 'Alexandria (city)', countyFips: '51510' },
            { name: 'Chesapeake (city)', countyFips: '51550' },
            { name: 'Colonial Heights (city)', countyFips: '51570' },
            { name: 'Fairfax (city)', countyFips: '51600' },
            { name: 'Falls Church (city)', countyFips: '51610' },
            { name: 'Fredericksburg (city)', countyFips: '51630' },
            { name: 'Hampton (city)', countyFips: '51650' },
            { name: 'Hopewell (city)', countyFips: '51670' },
            { name: 'Newport News (city)', countyFips: '51700' },
            { name: 'Norfolk (city)', countyFips: '51710' },
            { name: 'Petersburg (city)', countyFips: '51730' },
            { name: 'Poquoson (city)', countyFips: '51735' },
            { name: 'Portsmouth (city)', countyFips: '51740' },
            { name: 'Richmond (city)', countyFips: '51760' },
            { name: 'Suffolk (city)', countyFips: '51800' },
            { name: 'Virginia Beach (city)', countyFips: '51810' },
            { name: 'Williamsburg (city)', countyFips: '51830' },
          ],
          verification: 'statute_text',
          citation: 'c3',
        },
        {
          state: 'CT',
          program: 'Coastal Management Act, coastal area',
          statute: 'Conn. Gen. Stat. 22a-94(a)',
          towns: [
            'Greenwich',
            'Stamford',
            'Darien',
            'Norwalk',
            'Westport',
            'Fairfield',
            'Bridgeport',
            'Stratford',
            'Shelton',
            'Milford',
            'Orange',
            'West Haven',
            'New Haven',
            'Hamden',
            'North Haven',
            'East Haven',
            'Branford',
            'Guilford',
            'Madison',
            'Clinton',
          ],
          verification: 'statute_text',
          citation: 'c4',
        },
        {
          state: 'WA',
          program: 'Shoreline Management Act',
          statute: 'RCW 90.58.030',
          reach: 'shorelines of the state in every county; the definition names no county',
          verification: 'statute_text',
          citation: 'c5',
        },
        {
          state: 'MD',
          program: 'Chesapeake Bay and Atlantic Coastal Bays Critical Area',
          statute: 'COMAR 27.01.01.01B(18); Nat. Res. 8-1807',
          reach: 'tidal waters, wetlands and adjacent land; town and county maps rule',
          verification: 'statute_text',
          citation: 'c6',
        },
        {
          state: 'DE',
          program: 'Coastal Zone Act',
          statute: '7 Del. C. 7002',
          reach:
            'land seaward of a line of named highways (begins at U.S. 13 at the Pennsylvania line, I-495, Route 9 ...)',
          verification: 'statute_text',
          citation: 'c7',
        },
        {
          state: 'AL',
          program: 'Coastal area management',
          statute: 'Ala. Code 9-7-10',
          reach: 'coastal waters and adjacent shorelands',
          verification: 'statute_text',
          citation: 'c8',
        },
      ],
      leftOut: 25,
    });
    const programs = answer.facts?.programs as readonly {
      state: string;
      verification: string;
      counties?: readonly { name: string; countyFips?: string }[];
    }[];
    expect(programs.map(({ state, counties }) => [state, counties?.length])).toEqual([
      ['NC', 20],
      ['SC', 8],
      ['VA', 20],
      ['VA', 17],
      ['CT', undefined],
      ['WA', undefined],
      ['MD', undefined],
      ['DE', undefined],
      ['AL', undefined],
    ]);
    for (const { counties = [], verification } of programs) {
      expect(verification).toBe('statute_text');
      for (const { name, countyFips } of counties) expect(countyFips, name).toMatch(/^(37|45|51)\d{3}$/);
    }
  });

  it('gives no county of a program whose statute was not read, and says whom to ask', async () => {
    const answer = await service.call(tool, { county: 'Monroe, FL' });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.verifyNext).toContainEqual({
      action: 'Ask about Coastal Construction Control Line',
      with: 'Florida Department of Environmental Protection',
      url: 'https://floridadep.gov/rcp/coastal-construction-control-line',
    });
  });

  it.each([
    'Carteret',
    'carteret county',
    'Carteret, NC',
    'Carteret County, North Carolina',
    'Virginia Beach, VA',
    'Old Saybrook, CT',
  ])('finds %s', async (county) => {
    expect((await service.call(tool, { county })).state).toBe('found');
  });

  it.each(['Wake', 'Carteret, FL', 'Harrison, MS'])(
    'is empty for %s, which says nothing about its coast',
    async (county) => {
      const answer = await service.call(tool, { county });
      expect(answer.state).toBe('empty');
      expect(answer.limits.join(' ')).toMatch(/may well lie on a coast/);
    },
  );

  it('refuses what is not an argument', async () => {
    await expect(service.call(tool, { state: 'NC' })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});

const file = join(import.meta.dirname, '../../../../shared/facts/rules/coastal-programs.csv');
describe.skipIf(!existsSync(file))('the fact table (../shared absent: skipped)', () => {
  it('has the names of the table whose statute was read', () => {
    const facts = parse(readFileSync(file, 'utf8'), { columns: true }) as Record<string, string>[];
    const read = facts.filter(
      ({ verification, unit = '' }) => verification === 'statute_text' && /county|city|town/.test(unit),
    );
    expect(coastalPrograms.rows.flatMap(({ state, names }) => names.map((name) => `${state},${name}`)).sort()).toEqual(
      read.map(({ state, unit_name }) => `${state},${unit_name}`).sort(),
    );
  });
});
