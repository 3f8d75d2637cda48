import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { contextPartRows } from '../../src/answers/context-parts.ts';
import { findingGaps } from '../../src/findings/engine.ts';
import { openRecords } from '../../src/findings/records.ts';
import { findState } from '../../src/geography/us-states.ts';
import { listDataFiles, readDataFile } from '../../src/kernel/data-file.ts';
import { countyCode } from '../../src/place/counties.ts';
import { ownerChecks } from '../../src/products/owner-action-brief/actions.ts';
import { highlighted } from '../../src/products/place-report/compose/closing.ts';
import { reportTypes } from '../../src/products/place-report/parts.ts';
import { briefPartRows } from '../../src/products/shared/brief-parts.ts';
import { datedFacts } from '../../src/products/shared/compose/facts.ts';
import { sectionGroups } from '../../src/products/shared/compose/groups.ts';
import { followUpProfiles, packetParts } from '../../src/products/shared/follow-up/parts.ts';
import { parcelFields } from '../../src/products/shared/parcel-fields.ts';
import { airPollutants } from '../../src/rules/air-pollutants.ts';
import { appealDeadlineCount, appealWindows } from '../../src/rules/appeal-windows.ts';
import { caseStatusWords } from '../../src/rules/case-status-words.ts';
import { type CitedRow, rowCitation, rowVerifications } from '../../src/rules/cited-row.ts';
import { coastalPrograms, coastalZoneProgram } from '../../src/rules/coastal-programs.ts';
import { watchQueries } from '../../src/rules/data-center-queries.ts';
import { financeLines } from '../../src/rules/finance-lines.ts';
import { flyerClaims } from '../../src/rules/flyer-claims.ts';
import { measureCount } from '../../src/rules/flyer-measures.ts';
import { legislationDomains, ownerActions, topicsOf } from '../../src/rules/legislation-topics.ts';
import { lienDocuments } from '../../src/rules/lien-documents.ts';
import { limitRows } from '../../src/rules/limits.ts';
import { loanLimitAreas } from '../../src/rules/loan-limit-areas.ts';
import { nextCheckPages } from '../../src/rules/next-check-pages.ts';
import { nextCheckRows } from '../../src/rules/next-checks.ts';
import { codeLibraries, ordinanceTopic, ordinanceTopics } from '../../src/rules/ordinance-topics.ts';
import { permitStatusWords } from '../../src/rules/permit-status-words.ts';
import { planOffices, planReasons, planTopics, profileCount, profiles } from '../../src/rules/plans.ts';
import { statePolicySources } from '../../src/rules/policy-sources.ts';
import {
  fraudAlerts,
  landlordRules,
  leakAdjustments,
  mitigationPrograms,
  nfipTerms,
  ownerPrograms,
  permitRules,
  utilityCredits,
} from '../../src/rules/program-tables.ts';
import { projectRules } from '../../src/rules/project-rules.ts';
import { isExemptClass, propertyUse } from '../../src/rules/property-use.ts';
import { questionGaps, reportPurposes, reportReasons, reportTopics } from '../../src/rules/report-topics.ts';
import { pointerChecks, pointerLimits, pointerVerifications, rulePointers } from '../../src/rules/rule-pointers.ts';
import type { RuleTable } from '../../src/rules/rule-table.ts';
import {
  aduLaws,
  assessmentLevels,
  buildingCodes,
  disclosureLaws,
  lawTables,
  transferTax,
} from '../../src/rules/state-laws.ts';
import { taxRates } from '../../src/rules/tax-rates.ts';
import { appealFiling, specialValuation, taxCalendars, taxRedemption, taxSales } from '../../src/rules/tax-tables.ts';

type Line = Readonly<Record<string, string>>;

/** How each file is loaded: what is thrown there names the line. The number is what the loader makes of its lines. */
const loaders: Readonly<Record<string, () => number>> = {
  'adu-laws': () => aduLaws.rows.length,
  'air-pollutants': () => airPollutants().length,
  'appeal-deadlines': appealDeadlineCount,
  'appeal-filing': () => appealFiling.rows.length,
  'appeal-windows': () => appealWindows.rows.length,
  'assessment-levels': () => assessmentLevels.rows.length,
  'brief-parts': () => briefPartRows().length,
  'building-codes': () => buildingCodes.rows.length,
  'case-status-words': () => caseStatusWords.rows.length,
  'coastal-programs': () => coastalPrograms.rows.length,
  'coastal-zone-program': () => coastalZoneProgram.rows.length,
  'code-libraries': () => codeLibraries('NC').length,
  'context-parts': () => contextPartRows().length,
  'data-center-queries': () => watchQueries({ municipality: 'x', county: 'y', stateName: 'z' }).length,
  'dated-facts': () => datedFacts().length,
  'disclosure-laws': () => disclosureLaws.rows.length,
  'exempt-words': () => Number(isExemptClass({ propertyClass: 'Exempt' })),
  'finance-lines': () => financeLines().length,
  'finding-gaps': () => findingGaps().length,
  'flyer-claims': () => flyerClaims.rows.length,
  'flyer-measures': measureCount,
  'follow-up-handoffs': () => followUpProfiles().flatMap(({ handoffs }) => handoffs).length,
  'follow-up-parts': () => packetParts().length,
  'follow-up-profiles': () => followUpProfiles().length,
  'fraud-alerts': () => fraudAlerts.rows.length,
  'landlord-rules': () => landlordRules.rows.length,
  'leak-adjustments': () => leakAdjustments.rows.length,
  'legislation-topics': () => topicsOf(ownerActions, legislationDomains).length,
  'lien-documents': () => lienDocuments.rows.length,
  limits: () => limitRows().length,
  'loan-limit-areas': () => loanLimitAreas.rows.length,
  'mitigation-programs': () => mitigationPrograms.rows.length,
  'next-check-pages': () => nextCheckPages().length,
  'next-checks': () => nextCheckRows().length,
  'nfip-terms': () => nfipTerms.rows.length,
  'official-hosts': () => hosts.size,
  'open-records': () => openRecords().length,
  'ordinance-topics': () => ordinanceTopics.map(ordinanceTopic).length,
  'owner-checks': () => ownerChecks().length,
  'owner-programs': () => ownerPrograms.rows.length,
  'parcel-fields': () => parcelFields().length,
  'permit-rules': () => permitRules.rows.length,
  'permit-status-words': () => permitStatusWords.rows.length,
  'plan-offices': () => planOffices().length,
  'plan-profiles': profileCount,
  'plan-reasons': () => planReasons().length,
  'plan-topics': () => planTopics().length,
  pointers: () => rulePointers().length,
  'policy-sources': () => statePolicySources().length,
  'project-rules': () => projectRules.rows.length,
  'property-class-codes': () =>
    ['000', '100', '200', '300', '400', '500', '600', '700', '800', '900', 'EX', 'RR'].filter((code) =>
      propertyUse({ propertyClass: code, countyFips: '17031' }),
    ).length,
  'property-use-words': () => new Set(['office', 'dwelling', 'farm'].map((landUse) => propertyUse({ landUse }))).size,
  'question-gaps': () => questionGaps().length,
  'report-highlights': () => highlighted().length,
  'report-purposes': () => reportPurposes().length,
  'report-reasons': () => reportReasons().length,
  'report-topics': () => reportTopics().length,
  'report-types': () => reportTypes().length,
  'section-groups': () => sectionGroups().length,
  'special-valuation': () => specialValuation.rows.length,
  'tax-calendars': () => taxCalendars.rows.length,
  'tax-rates': () => taxRates.rows.length,
  'tax-sale-redemption': () => taxRedemption.rows.length,
  'tax-sales': () => taxSales.rows.length,
  'transfer-tax': () => transferTax.rows.length,
  'utility-credits': () => utilityCredits.rows.length,
};

/** Word lists of this service's own, and the lines of a window: neither states a fact that a page is behind. */
const uncited = new Set([
  'air-pollutants',
  'brief-parts',
  'context-parts',
  'dated-facts',
  'open-records',
  'finding-gaps',
  'parcel-fields',
  'question-gaps',
  'report-highlights',
  'report-types',
  'section-groups',
  'follow-up-parts',
  'owner-checks',
  'appeal-deadlines',
  'code-libraries',
  'data-center-queries',
  'exempt-words',
  'finance-lines',
  'flyer-measures',
  'follow-up-handoffs',
  'follow-up-profiles',
  'legislation-topics',
  'official-hosts',
  'ordinance-topics',
  'plan-offices',
  'plan-profiles',
  'plan-reasons',
  'plan-topics',
  'next-check-pages',
  'next-checks',
  'property-use-words',
  'limits',
  'report-purposes',
  'report-reasons',
  'report-topics',
]);

/** Tables of addresses of offices and of codes of one office: they state nothing by themselves, and say how far they were checked. */
const unread = new Set(['policy-sources', 'property-class-codes']);

/** Official pages whose publisher was seen without encryption only; their citations say so. */
const readOverHttp = 7;

const cited: readonly RuleTable<CitedRow>[] = [
  ...Object.values(lawTables),
  appealFiling,
  appealWindows,
  caseStatusWords,
  coastalPrograms,
  coastalZoneProgram,
  flyerClaims,
  fraudAlerts,
  leakAdjustments,
  mitigationPrograms,
  nfipTerms,
  ownerPrograms,
  permitRules,
  permitStatusWords,
  projectRules,
  specialValuation,
  taxCalendars,
  taxRates,
  taxRedemption,
  taxSales,
  utilityCredits,
];

const files = listDataFiles('rules', '.csv').map((path) => {
  const text = readDataFile(path);
  const lines: readonly Line[] = parse(text, { columns: true });
  return { id: path.replace(/^rules\/|\.csv$/g, ''), text, lines };
});
/** Hosts of publishers whose name does not end as one of a government. */
const hosts = new Set(files.find(({ id }) => id === 'official-hosts')?.lines.map(({ host = '' }) => host));

/** Whether a page is a publisher's own: a host of a government, or one of the list. */
function isOfficial(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  return /\.(gov|us|mil)$/.test(host) || hosts.has(host) || hosts.has(host.replace(/^www\./, ''));
}
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

  test('names no one and nothing to phone or to write to', () => {
    expect(Object.keys(lines[0] ?? {}).join(' ')).not.toMatch(/phone|e_?mail|contact|person|owner/);
    for (const { cell } of cellsOf(lines, (column) => !column.endsWith('url')))
      expect(cell).not.toMatch(/\(\d{3}\) ?\d{3}|\d{3}[-.]\d{3}[-.]\d{4}|[\w.]+@[\w.]+|\b(?:Mr|Mrs|Ms|Dr|Hon)\. /);
  });
});

describe.each(cited.map((table) => ({ id: table.id, table })))('rows of $id that are given as facts', ({ table }) => {
  test('stand on an official page, with the day of reading and a word that allows it', () => {
    expect(table.rows.length).toBeGreaterThan(0);
    for (const row of table.rows) {
      const about = `${row.scope.name}: ${row.page.url}`;
      expect(rowVerifications, about).toContain(row.verification);
      expect(row.asOf, about).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
      for (const { url, name } of [row.page, ...(row.also ?? [])]) {
        expect(isOfficial(url), about).toBe(true);
        expect(name.length, about).toBeGreaterThan(3);
        expect(new URL(url).pathname + new URL(url).search, `${about} is a bare site root`).not.toBe('/');
      }
    }
  });

  test('cite the page and say that a copy was read, on its own day', () => {
    for (const row of table.rows) {
      const citation = rowCitation(row);
      expect(citation.sourceUrl).toBe(row.page.url);
      expect(citation.fetchedAt).toBe(row.asOf);
      expect(citation.sourceName).toMatch(/\((official page|statute text), read in a copy/);
      expect(citation.sourceName.includes('no https')).toBe(row.page.url.startsWith('http:'));
      expect(citation.recordUrl).toBe(row.page.copyUrl);
    }
  });

  test('say nothing that was not read: no general knowledge and no page of others', () => {
    for (const { statute = '', page, quote = '' } of table.rows) {
      expect(`${statute} ${page.name}`).not.toMatch(/not read|generally known|general knowledge|secondary/);
      expect(quote.split(/\s+/).length).toBeLessThanOrEqual(25);
    }
  });
});

test('every statement of state law has its statute, its quote and the date or edition of its text', () => {
  for (const { id, rows } of [aduLaws, assessmentLevels, buildingCodes, disclosureLaws, transferTax])
    for (const { scope, statute, quote, page } of rows)
      expect([statute, quote, page.edition].every(Boolean), `${id}: ${scope.name}`).toBe(true);
});

test('a state has a row or a pointer on disclosure, transfer tax, assessed values and building code', () => {
  for (const { id, rows } of [assessmentLevels, buildingCodes, disclosureLaws, transferTax]) {
    const pointed = rulePointers().filter(({ table }) => table === id);
    const states = new Set([...rows, ...pointed].map(({ scope }) => scope.state).filter(Boolean));
    expect(states.size, id).toBe(51);
  }
});

describe('pointers, for rules whose text was not read', () => {
  const ids = new Set(cited.map(({ id }) => id));

  test('belong to a table, and name an office and its official page over https', () => {
    expect(rulePointers().length).toBeGreaterThan(0);
    for (const { table, office, officeUrl, verification, page, asOf } of rulePointers()) {
      expect(ids, table).toContain(table);
      expect(office.length).toBeGreaterThan(3);
      expect(officeUrl).toMatch(/^https:/);
      expect(isOfficial(officeUrl), officeUrl).toBe(true);
      expect(pointerVerifications).toContain(verification);
      expect(page === undefined).toBe(verification === 'unverified');
      expect(asOf).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
    }
  });

  const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
  const stated = new RegExp(
    `\\$|%|\\b(?:USD|percent|\\d{4}-\\d\\d|(?:${months}) \\d|\\d+ (?:days?|months?|years?))\\b`,
  );

  test('state no date, amount or rate, in their own words or in an answer', () => {
    for (const pointer of rulePointers()) {
      const { table, about, office } = pointer;
      expect(`${about} ${office}`, table).not.toMatch(stated);
      const [check] = pointerChecks([pointer]);
      expect(check).toEqual({ action: `Ask about ${about}`, with: office, url: pointer.officeUrl });
      const [limit = ''] = pointerLimits([pointer]);
      expect(limit).toContain('Pointer only');
      expect(limit.replace(pointer.page?.name ?? '', '').replace(pointer.statute ?? '', '')).not.toMatch(stated);
    }
  });

  test('the columns of a pointer hold no date of a rule and no amount', () => {
    const [first = {}] = files.find(({ id }) => id === 'pointers')?.lines ?? [];
    expect(Object.keys(first).join(' ')).not.toMatch(/month|day|amount|rate|when|rule|benefit|quote/);
  });

  test('no page of low worth is behind a row', () => {
    const pages = files
      .filter(({ id }) => id !== 'pointers')
      .flatMap(({ lines }) => cellsOf(lines, (column) => column === 'page_url' || column === 'also_url'));
    for (const { cell } of pages) expect(isOfficial(cell), cell).toBe(true);
  });
});

test('a table without pages is one of the word lists, and one of unread rows is known as such', () => {
  const without = files.filter(({ lines }) => !('verification' in (lines[0] ?? {}))).map(({ id }) => id);
  expect(new Set(without)).toEqual(uncited);
  const unverified = files.filter(({ lines }) => lines.some(({ verification }) => verification === 'unverified'));
  expect(new Set(unverified.map(({ id }) => id))).toEqual(new Set([...unread, 'pointers']));
});

test('pages are named over https, apart from those whose publisher was seen without it', () => {
  const addresses = new Set(
    files.flatMap(({ lines }) =>
      cellsOf(lines, (column) => column.endsWith('url') && column !== 'copy_url').map(({ cell }) => cell),
    ),
  );
  const http = [...addresses].filter((address) => address.startsWith('http:'));
  expect(http.length, http.join('\n')).toBeLessThanOrEqual(readOverHttp);
  expect([...addresses].filter((address) => !/^(https?:\/\/|\[\{)/.test(address))).toEqual([]);
});

test('profiles of packets are those of intents that can be planned', () => {
  const ids = new Set(profiles().map(({ id }) => id));
  expect(followUpProfiles().filter(({ intent }) => !ids.has(intent))).toEqual([]);
});

test('purposes and reasons of a report name topics that there are', () => {
  const topics = new Set(reportTopics().map(({ topic }) => topic));
  const purposes = new Set(reportPurposes().map(({ purpose }) => purpose));
  const named = reportPurposes().flatMap((row) => row.topics);
  expect(named.filter((topic) => !topics.has(topic))).toEqual([]);
  const odd = reportReasons().filter(({ topic, purpose }) => !topics.has(topic) || !purposes.has(purpose));
  expect(odd).toEqual([]);
});
