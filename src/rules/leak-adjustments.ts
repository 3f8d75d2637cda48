import type { CitedRow, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

/** When a water utility lowers a bill after a leak, as its page states it. */
export type LeakRule = CitedRow & {
  readonly utility: string;
  /** Public water system ids, as generally known; they only say which row fits a system. */
  readonly pwsIds?: readonly string[];
  readonly rule: string;
  readonly limit?: string;
  readonly howOften?: string;
  readonly evidence?: string;
  readonly excluded?: string;
};

const asOf = '2026-11-21';
const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });

const rows: readonly LeakRule[] = [
  {
    scope: scopes.raleigh,
    verification: 'official_page',
    page: page(
      'Raleigh Water, preventable accessible leak',
      'https://raleighnc.gov/SupportPages/preventable-accessible-leak',
      'policy effective 2020-06-16',
    ),
    asOf,
    utility: 'Raleigh Water',
    pwsIds: ['NC0392010'],
    rule: 'preventable accessible leak: use above the monthly average is billed at the lowest residential tier; no adjustment of wastewater',
    limit: 'a residential adjustment above 1,000 USD goes to the Appeals Officer',
    howOften: 'once a year for a premise, the two highest billing cycles',
    evidence:
      "plumber's receipt or other proof; use at least twice the monthly average; leak on the customer's side; repaired within two billing cycles of the notice",
    excluded: 'seasonal use; a third party or insurance that pays; third and later months; meter tampering',
  },
  {
    scope: scopes.newYorkCity,
    verification: 'official_page',
    page: page(
      'NYC Department of Environmental Protection, Leak Forgiveness Program questions (earlier site)',
      'http://www.nyc.gov/html/dep/html/customer_assistance/leak_forgiveness_program_questions.shtml',
      'effective 2014-07-01',
    ),
    asOf,
    utility: 'NYC Department of Environmental Protection',
    pwsIds: ['NY7003493'],
    rule: 'half of the high bill is forgiven; what is left is never below 150 percent of the typical bill',
    howOften: 'not when forgiven within the last two years',
    evidence:
      "metered; bill at least twice a normal one; fixed and asked for in writing within 120 days of the bill; plumber's receipt where the meter is not read automatically",
  },
  {
    scope: scopes.boulder,
    verification: 'official_page',
    page: page(
      'City of Boulder, water leak adjustment request',
      'https://bouldercolorado.gov/water-leak-adjustment-request',
    ),
    asOf,
    utility: 'City of Boulder Utilities',
    rule: 'bill lowered for at most two consecutive months; asked for within 90 days of the due date',
    howOften: 'three times for a property and account holder',
    evidence: "proof of repair: plumber's bill or receipt",
    excluded: 'seasonal use; theft; negligence',
  },
  {
    scope: scopes.cedarHill,
    verification: 'official_page',
    page: page(
      'City of Cedar Hill, water leak adjustment',
      'http://cedarhilltx.com/1258/Water-Leak-Adjustment-to-Bill',
    ),
    asOf,
    utility: 'City of Cedar Hill',
    rule: 'half of the difference between the largest bill in three months and normal use',
    howOften: 'once in 12 months',
    evidence: "paid plumber's statement; a leak that could not be seen from the surface",
  },
];

/** Only rows that were held against a page; a utility that is not here may have a rule all the same. */
export const leakAdjustments: RuleTable<LeakRule> = {
  id: 'leak-adjustments',
  name: 'leak adjustment rules',
  asOf,
  rows,
};
