import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { countyCode } from '../../src/place/counties.ts';
import { countySubject } from '../../src/place/subjects.ts';
import { fitOf } from '../../src/rules/rule-fit.ts';
import { taxCalendars } from '../../src/rules/tax-tables.ts';

const facts = '../shared/facts/rules/tax-calendars.csv';
/** Counties of the metro cores that the table of facts names by their city. */
const cores: Readonly<Record<string, string>> = {
  Birmingham: '01073',
  Phoenix: '04013',
  'Los Angeles': '06037',
  Riverside: '06065',
  Sacramento: '06067',
  'San Diego': '06073',
  'San Francisco': '06075',
  'San Jose': '06085',
  Denver: '08031',
  Washington: '11001',
  Miami: '12086',
  Jacksonville: '12031',
  Orlando: '12095',
  Tampa: '12057',
  Atlanta: '13121',
  Chicago: '17031',
  Indianapolis: '18097',
  Boston: '25025',
  Baltimore: '24510',
  Minneapolis: '27053',
  'Kansas City': '29095',
  'St. Louis': '29510',
  Charlotte: '37119',
  Raleigh: '37183',
  'Las Vegas': '32003',
  Cincinnati: '39061',
  Cleveland: '39035',
  Columbus: '39049',
  'Oklahoma City': '40109',
  Portland: '41051',
  Memphis: '47157',
  Nashville: '47037',
  Austin: '48453',
  Dallas: '48113',
  Houston: '48201',
  'San Antonio': '48029',
  'Salt Lake City': '49035',
  Louisville: '21111',
  Richmond: '51760',
  'Virginia Beach': '51810',
  Seattle: '53033',
  Milwaukee: '55079',
};

test.skipIf(!existsSync(facts))('each metro core whose dates were read has a calendar', () => {
  const rows: readonly Readonly<Record<string, string>>[] = parse(readFileSync(facts), { columns: true, bom: true });
  const read = rows.filter(({ verification }) => verification === 'statute_text' || verification === 'official_page');
  const metros = new Set(read.flatMap(({ metro }) => (metro && metro in cores ? [metro] : [])));
  expect(metros.size).toBeGreaterThanOrEqual(40);
  for (const metro of metros) {
    const county = countyCode(cores[metro] ?? '');
    if (!county) throw new Error(`no county for ${metro}`);
    const subject = { ...countySubject(metro, county), placeName: metro };
    const fitting = taxCalendars.rows.filter(({ scope }) => fitOf(scope, subject));
    expect(fitting.length, metro).toBeGreaterThan(0);
  }
});
