import type { CitedRow, RowScope, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

export const filingSteps = ['levels', 'where', 'form', 'evidence', 'fee', 'time', 'next_level'] as const;

/** What a page says about one side of filing an assessment appeal. `text` restates the page. */
export type FilingRow = CitedRow & { readonly step: (typeof filingSteps)[number]; readonly text: string };

const asOf = '2026-11-21';

const { cook, wake, newYorkCity: newYork, philadelphia } = scopes;

const orland: RulePage = {
  name: 'Orland Township, property tax appeal',
  url: 'https://orlandtownship.org/property-tax-appeal-2/',
};
const cookRules: RulePage = {
  name: 'Cook County Assessor, official appeal rules (file of the County Board)',
  url: 'https://cook-county.legistar.com/LegislationDetail.aspx?GUID=3EE87ABF-B8CD-4FA3-A5D5-B524E0C5F096&ID=4537351',
  edition: '2020',
};
const crain: RulePage = {
  name: "Crain's Chicago Business, assessment appeals",
  url: 'https://view.ceros.com/crain-city-brands/tax-assessment-process',
};
const wakeAppeals: RulePage = {
  name: 'Wake County, informal review and formal appeal',
  url: 'https://www.wake.gov/departments-government/tax-administration/real-estate/revaluation/appeals-informal-review-and-formal-appeal',
  edition: '2024',
};
const tc108: RulePage = {
  name: 'HomeTaxAppeal, NYC form TC108',
  url: 'https://hometaxappeal.us/ny/q/ny-tc108-class1/',
  edition: '2026',
};
const nycGuide: RulePage = {
  name: 'Help New York, Tax Commission appeal guide',
  url: 'https://helpnewyork.com/how-to-challenge-nyc-property-tax-assessment-tax-commission-appeal-guide/',
};
const nycDates: RulePage = {
  name: 'William K. Block, important dates of New York City property tax',
  url: 'http://williamkblock-taxcert.com/important-dates.php',
  edition: '2019',
};
const phila: RulePage = {
  name: 'City of Philadelphia, Real Estate Tax',
  url: 'http://www.phila.gov/services/payments-assistance-taxes/taxes/property-and-real-estate-taxes/real-estate-tax/',
  edition: 'tax year 2025',
};

const said = (
  verification: 'official_page' | 'secondary',
  scope: RowScope,
  page: RulePage,
  step: FilingRow['step'],
  text: string,
): FilingRow => ({ scope, asOf, verification, page, step, text });

export const appealFiling: RuleTable<FilingRow> = {
  id: 'appeal-filing',
  name: 'filing of assessment appeals',
  asOf,
  rows: [
    said(
      'secondary',
      cook,
      orland,
      'levels',
      'First the Assessor, then the Board of Review; each opens township by township for about 30 days, by a calendar of its own.',
    ),
    said(
      'official_page',
      cook,
      cookRules,
      'form',
      'The Assessor takes online (SmartFile) and paper forms, complete and in time; none by fax.',
    ),
    said(
      'secondary',
      cook,
      crain,
      'evidence',
      'Wrong characteristics on the notice, recent appraisals, or values of similar properties nearby, uploaded with the appeal.',
    ),
    said(
      'secondary',
      cook,
      crain,
      'next_level',
      'After the Board of Review: the Property Tax Appeal Board or the circuit court, not both.',
    ),
    said(
      'official_page',
      wake,
      wakeAppeals,
      'levels',
      'Informal review by Tax Administration, then a formal appeal to the Board of Equalization and Review.',
    ),
    said('official_page', wake, wakeAppeals, 'where', "In the county's Tax Portal, by mail or in person."),
    said(
      'official_page',
      wake,
      wakeAppeals,
      'evidence',
      'Documents on market value or on the characteristics of the property, such as a recent appraisal; an appeal against tax rates alone is not considered.',
    ),
    said('official_page', wake, wakeAppeals, 'fee', 'No charge.'),
    said(
      'official_page',
      wake,
      wakeAppeals,
      'time',
      'In 2024: informal January 16 to March 1, formal March 2 to May 15. Later years were not seen.',
    ),
    said(
      'secondary',
      newYork,
      nycGuide,
      'where',
      'With the NYC Tax Commission, an agency apart from the Department of Finance that sets the assessment.',
    ),
    said(
      'secondary',
      newYork,
      tc108,
      'form',
      'Tax class 1: form TC108 to the NYC Tax Commission, received by March 15; condominium units of classes 2 and 4 use TC109.',
    ),
    said(
      'secondary',
      newYork,
      tc108,
      'evidence',
      'Class 1: sales of similar homes nearby, or an error in the description of the property.',
    ),
    said(
      'secondary',
      newYork,
      tc108,
      'next_level',
      'Owner-occupied homes of 1 to 3 families: small claims review (SCAR); otherwise an Article 7 proceeding.',
    ),
    said(
      'secondary',
      newYork,
      nycDates,
      'time',
      'Classes 2, 3 and 4: last day March 1; the Tax Commission takes applications from January 15 (calendar of 2019).',
    ),
    said(
      'official_page',
      philadelphia,
      phila,
      'where',
      'Appeals go to the Board of Revision of Taxes by the first Monday of October of the year before the tax year.',
    ),
  ],
};

/** Windows of one township in one past year; the years differ, and only the shape repeats. */
export interface TownshipWindow {
  readonly township: string;
  readonly county: string;
  readonly year: number;
  readonly noticesMailed: string;
  readonly firstLevelClosed: string;
  readonly secondLevelOpened?: string;
  readonly secondLevelClosed?: string;
}

export const townshipWindowsPage: RulePage = {
  name: 'Gertner & Gertner, Cook County appeal dates',
  url: 'https://gertnerandgertnerltd.com/2023-cook-county-property-tax-appeal-dates/',
  edition: '2023',
};
export const townshipWindowsAsOf = asOf;

const window2023 = (
  township: string,
  noticesMailed: string,
  firstLevelClosed: string,
  secondLevelOpened?: string,
  secondLevelClosed?: string,
): TownshipWindow => ({
  township,
  county: '17031',
  year: 2023,
  noticesMailed,
  firstLevelClosed,
  ...(secondLevelOpened && { secondLevelOpened }),
  ...(secondLevelClosed && { secondLevelClosed }),
});

export const townshipWindows: readonly TownshipWindow[] = [
  window2023('Barrington', '2023-04-05', '2023-05-05', '2023-09-11', '2023-10-10'),
  window2023('Evanston', '2023-06-06', '2023-07-05', '2023-10-05', '2023-11-03'),
  window2023('Hyde Park', '2023-09-18', '2023-10-19'),
  window2023('Jefferson', '2023-08-31', '2023-10-02'),
  window2023('Lake', '2023-11-01', '2023-12-05'),
  window2023('Lake View', '2023-08-21', '2023-09-21', '2023-12-04', '2024-01-02'),
  window2023('North Chicago', '2023-10-04', '2023-11-06'),
  window2023('Rogers Park', '2023-04-25', '2023-05-25', '2023-09-18', '2023-10-17'),
  window2023('South Chicago', '2023-10-06', '2023-11-07'),
  window2023('West Chicago', '2023-08-10', '2023-09-11', '2023-12-04', '2024-01-02'),
  window2023('Oak Park', '2023-04-13', '2023-05-15'),
  window2023('Thornton', '2023-08-04', '2023-09-05', '2023-11-13', '2023-12-12'),
];
