import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { listDataFiles, readDataFile } from '../../src/kernel/data-file.ts';
import { findState } from '../../src/kernel/us-states.ts';
import { countyCode } from '../../src/place/counties.ts';
import { appealWindows } from '../../src/rules/appeal-windows.ts';
import { rowVerifications } from '../../src/rules/cited-row.ts';
import { coastalPrograms } from '../../src/rules/coastal-programs.ts';
import { watchQueries } from '../../src/rules/data-center-queries.ts';
import { fraudAlerts } from '../../src/rules/fraud-alerts.ts';
import { leakAdjustments } from '../../src/rules/leak-adjustments.ts';
import { legislationDomains, ownerActions, topicsOf } from '../../src/rules/legislation-topics.ts';
import { mitigationPrograms } from '../../src/rules/mitigation-programs.ts';
import { nfipTerms } from '../../src/rules/nfip-terms.ts';
import { codeLibraries, ordinanceTopic, ordinanceTopics } from '../../src/rules/ordinance-topics.ts';
import { ownerPrograms } from '../../src/rules/owner-programs.ts';
import { permitRules } from '../../src/rules/permit-rules.ts';
import { permitStatusWords } from '../../src/rules/permit-status-words.ts';
import { statePolicySources } from '../../src/rules/policy-sources.ts';
import { propertyUse } from '../../src/rules/property-use.ts';
import { appealFiling, townshipWindows } from '../../src/rules/tax-appeal-filing.ts';
import { taxCalendars } from '../../src/rules/tax-calendars.ts';
import { taxRates } from '../../src/rules/tax-rates.ts';
import { taxRedemption } from '../../src/rules/tax-redemption.ts';
import { taxSales } from '../../src/rules/tax-sales.ts';
import { specialValuation } from '../../src/rules/tax-special-valuation.ts';
import { utilityCredits } from '../../src/rules/utility-credits.ts';

type Line = Readonly<Record<string, string>>;

/** How each file is loaded: what is thrown there names the line. The number is what the loader makes of its lines. */
const loaders: Readonly<Record<string, () => number>> = {
  'appeal-deadlines': () =>
    appealWindows().reduce((sum, { deadlines, claims }) => sum + deadlines.length + (claims?.length ?? 0), 0),
  'appeal-filing': () => appealFiling.rows.length,
  'appeal-windows': () => appealWindows().length,
  'coastal-programs': () => coastalPrograms().length,
  'code-libraries': () => codeLibraries('NC').length,
  'data-center-queries': () => watchQueries({ municipality: 'x', county: 'y', stateName: 'z' }).length,
  'fraud-alerts': () => fraudAlerts.rows.length,
  'leak-adjustments': () => leakAdjustments.rows.length,
  'legislation-topics': () => topicsOf(ownerActions, legislationDomains).length,
  'mitigation-programs': () => mitigationPrograms.rows.length,
  'nfip-terms': () => nfipTerms().length,
  'ordinance-topics': () => ordinanceTopics.map(ordinanceTopic).length,
  'owner-programs': () => ownerPrograms.rows.length,
  'permit-rules': () => permitRules.rows.length,
  'permit-status-words': () => permitStatusWords.rows.length,
  'policy-sources': () => statePolicySources().length,
  'property-class-codes': () =>
    ['000', '100', '200', '300', '400', '500', '600', '700', '800', '900', 'EX', 'RR'].filter((code) =>
      propertyUse({ propertyClass: code, countyFips: '17031' }),
    ).length,
  'property-use-words': () => new Set(['office', 'dwelling', 'farm'].map((landUse) => propertyUse({ landUse }))).size,
  'special-valuation': () => specialValuation.rows.length,
  'tax-calendars': () => taxCalendars.rows.length,
  'tax-rates': () => taxRates.rows.length,
  'tax-sale-redemption': () => taxRedemption.rows.length,
  'tax-sales': () => taxSales.rows.filter(({ event }) => event !== 'Sales of the counties').length,
  'township-appeal-windows': () => townshipWindows().length,
  'utility-credits': () => utilityCredits.rows.length,
};

/** Word lists of this service's own, and the lines of a window: neither states a fact that a page stands behind. */
const uncited = new Set([
  'appeal-deadlines',
  'code-libraries',
  'data-center-queries',
  'legislation-topics',
  'ordinance-topics',
  'property-use-words',
]);

/** Addresses that were read without encryption; a new row is read over https. */
const readOverHttp = 12;

const files = listDataFiles('rules', '.csv').map((path) => {
  const text = readDataFile(path);
  const lines: readonly Line[] = parse(text, { columns: true });
  return { id: path.replace(/^rules\/|\.csv$/g, ''), text, lines };
});
const cellsOf = (lines: readonly Line[], pick: (column: string) => boolean) =>
  lines.flatMap((line) =>
    Object.entries(line).flatMap(([column, cell]) => (pick(column) && cell !== '' ? [{ column, cell }] : [])),
  );

test('every file is the table of a loader', () => {
  expect(files.map(({ id }) => id)).toEqual(Object.keys(loaders));
});

describe.each(files)('table $id of data/rules', ({ id, text, lines }) => {
  test('is read as it stands, line by line', () => {
    expect(lines.length).toBeGreaterThan(0);
    expect(loaders[id]?.()).toBe(lines.length);
  });

  test('has no line twice', () => {
    const rows = lines.map((line) => JSON.stringify(line));
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
  });

  test('is written as a spreadsheet program writes it: line feeds, no empty line, no column without a value', () => {
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/\r|\n\n|^\ufeff/);
    const empty = Object.keys(lines[0] ?? {}).filter((column) => lines.every((line) => line[column] === ''));
    expect(empty).toEqual([]);
  });

  test('names states and counties that exist, each county in the state of its line', () => {
    for (const line of lines) {
      const { state } = line;
      if (state) expect(findState(state)?.code, state).toBe(state);
      for (const { cell } of cellsOf([line], (column) => /^(counties|place_counties|county)$/.test(column)))
        for (const fips of cell.split('; ')) {
          expect(countyCode(fips)?.fips, fips).toBe(fips);
          if (state) expect(findState(state)?.fips, fips).toBe(fips.slice(0, 2));
        }
    }
  });

  test('names nobody and nothing to phone or to write to', () => {
    expect(Object.keys(lines[0] ?? {}).join(' ')).not.toMatch(/phone|e_?mail|contact|person|owner/);
    for (const { cell } of cellsOf(lines, (column) => !column.endsWith('url')))
      expect(cell).not.toMatch(/\(\d{3}\) ?\d{3}|\d{3}[-.]\d{3}[-.]\d{4}|[\w.]+@[\w.]+|\b(?:Mr|Mrs|Ms|Dr|Hon)\. /);
  });
});

describe.each(files.filter(({ id }) => !uncited.has(id)))('cited table $id of data/rules', ({ lines }) => {
  test('says of every line how far it was checked, when, and against which page', () => {
    for (const line of lines) {
      const { verification = '', as_of: asOf = '' } = line;
      expect(rowVerifications).toContain(verification);
      expect(asOf).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
      expect(asOf.length === 7 ? `${asOf}-01` : asOf).toSatisfy((day: string) => !Number.isNaN(Date.parse(day)));
      if (verification === 'unverified') continue;
      expect(line.page_name?.length, JSON.stringify(line)).toBeGreaterThan(5);
      expect(URL.canParse(line.page_url ?? ''), line.page_url).toBe(true);
    }
  });
});

test('a table without pages is one of the word lists', () => {
  const without = files.filter(({ lines }) => !('verification' in (lines[0] ?? {}))).map(({ id }) => id);
  expect(new Set(without)).toEqual(uncited);
});

test('pages are read over https, apart from those that were read without it before', () => {
  const addresses = new Set(
    files.flatMap(({ lines }) => cellsOf(lines, (column) => column.endsWith('url')).map(({ cell }) => cell)),
  );
  const http = [...addresses].filter((address) => address.startsWith('http:'));
  expect(http.length, http.join('\n')).toBeLessThanOrEqual(readOverHttp);
  expect([...addresses].filter((address) => !/^(https?:\/\/|\[\{)/.test(address))).toEqual([]);
});
