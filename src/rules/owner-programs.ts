import type { AnnualDay } from './calendar-dates.ts';
import type { CitedRow, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

/** Kinds of owners that programs name. */
export const ownerClasses = ['owner_occupant', 'senior', 'disabled', 'veteran', 'clergy'] as const;
export type OwnerClass = (typeof ownerClasses)[number];

/** One program that lowers or defers an owner's property tax, as its page states it. */
export type OwnerProgram = CitedRow & {
  readonly program: string;
  readonly classes: readonly OwnerClass[];
  readonly amount?: string;
  readonly eligibility?: string;
  /** When to apply, in the words of the row. */
  readonly apply?: string;
  /** Last day of every year on which an application is taken. */
  readonly closes?: AnnualDay;
};

const asOf = '2026-11-21';
const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });

const pages = {
  cookExemptions: page(
    'Lower My Taxes, increases of Cook County exemptions',
    'https://www.lowermytaxes.com/blog/increases-to-the-homeowners-seniors-and-senior-freeze-exemptions-which-will-take-effect-for-the-second-installment-2017-tax-bill/',
    '2017 tax bill',
  ),
  cookSenior: page(
    'Cook County Treasurer, senior citizen homestead exemption',
    'https://cookcountytreasurer.com/seniorcitizenhomesteadexemption.aspx',
  ),
  kane: page(
    'Kane County, IL, assessments: senior assessment freeze',
    'https://assessments.kanecountyil.gov/Pages/Senior-Assessment-Freeze.aspx',
  ),
  mecklenburg: page(
    'Mecklenburg County, NC, exclusion for elderly or disabled owners',
    'https://cao.mecknc.gov/tax-relief-programs/property-tax-exclusion-elderly-or-disabled',
    '2025',
  ),
  aarp: page(
    'AARP Foundation, property tax aid in North Carolina',
    'https://ptaconsumers.aarpfoundation.org/eligibility-check/?state=north-carolina',
  ),
  onslow: page('Onslow County, NC, tax FAQ', 'https://www.onslowcountync.gov/FAQ.aspx?QID=397', '2020'),
  nyc: page(
    'NYC Department of Finance, exemptions',
    'https://www.nyc.gov/site/finance/property/residential-properties-exemptions.page',
  ),
  philadelphiaHomestead: page(
    'City of Philadelphia, homestead exemption application',
    'https://phila.gov/documents/homestead-exemption-application',
    '2025',
  ),
  philadelphiaLoop: page(
    'City of Philadelphia, Longtime Owner Occupants Program',
    'https://phila.gov/services/payments-assistance-taxes/income-based-assistance-programs/longtime-owner-occupants-program',
  ),
  sanFrancisco: page(
    "San Francisco Assessor-Recorder, homeowners' exemption",
    'http://sfassessor.org/property-information/homeowners/homeowners%E2%80%99-exemption',
  ),
  boston: page(
    'City of Boston, residential exemption',
    'https://boston.gov/departments/assessing/how-file-residential-exemption',
    'fiscal year 2025',
  ),
  miamiDade: page(
    'Community Newspapers, homestead filing in Miami-Dade',
    'https://communitynewspapers.com/featured/your-home-your-money-why-march-1-matters-for-miami-dade-homeowners',
    '2026',
  ),
  travisHomestead: page('Travis Central Appraisal District, homestead toolkit', 'https://traviscad.org/toolkit'),
  travisCeiling: page(
    'Travis County Tax Office, over 65 or disabled homestead exemptions',
    'https://tax-office.traviscountytx.gov/properties/taxes/tax-breaks/over-65-disabled-homestead-exemptions',
  ),
} as const;

const cityOfNewYork = { scope: scopes.newYorkCity, verification: 'official_page', page: pages.nyc, asOf } as const;
const march15 = { apply: 'by March 15', closes: { month: 3, day: 15 } } as const;
const june1 = { apply: 'by June 1', closes: { month: 6, day: 1 } } as const;

const rows: readonly OwnerProgram[] = [
  {
    scope: scopes.cook,
    verification: 'secondary',
    page: pages.cookExemptions,
    asOf,
    program: 'Homeowner (General Homestead) Exemption',
    classes: ['owner_occupant'],
    amount: '10,000 USD off the equalized assessed value',
    eligibility: 'owner-occupied principal residence',
    apply: "in the assessor's exemption window (county notice)",
    statute: '35 ILCS 200/15-175',
  },
  {
    scope: scopes.cook,
    verification: 'official_page',
    page: pages.cookSenior,
    asOf,
    program: 'Senior Citizen Homestead Exemption',
    classes: ['senior'],
    amount: '8,000 USD off the equalized assessed value',
    eligibility: '65 or older in the tax year, owned and lived in on January 1',
    apply: 'once with the assessor; renewed by itself until the property is sold',
    statute: '35 ILCS 200/15-170',
  },
  {
    scope: scopes.illinois,
    verification: 'official_page',
    page: pages.kane,
    asOf,
    program: 'Low-Income Senior Citizens Assessment Freeze',
    classes: ['senior'],
    amount: 'equalized assessed value stays at that of the base year',
    eligibility:
      '65 or older; household income at most 65,000 USD (tax year 2025), 75,000 (2026), 77,000 (2027), 79,000 (2028 on)',
    apply: 'every year',
    statute: '35 ILCS 200/15-172, P.A. 104-0452',
  },
  {
    scope: scopes.northCarolina,
    verification: 'official_page',
    page: pages.mecklenburg,
    asOf,
    program: 'Elderly or Disabled Homestead Exclusion',
    classes: ['senior', 'disabled'],
    amount: 'the greater of 25,000 USD or half of the appraised value of the residence and up to 1 acre',
    eligibility: '65 or older, or totally disabled; income at most 37,900 USD (2025; the limit changes yearly)',
    ...june1,
    statute: 'G.S. 105-277.1',
  },
  {
    scope: scopes.northCarolina,
    verification: 'secondary',
    page: pages.aarp,
    asOf,
    program: 'Disabled Veteran Exclusion',
    classes: ['veteran'],
    amount: '45,000 USD of value excluded',
    eligibility: '100 percent service-connected disability, or unmarried surviving spouse',
    ...june1,
    statute: 'G.S. 105-277.1C',
  },
  {
    scope: scopes.northCarolina,
    verification: 'official_page',
    page: pages.onslow,
    asOf,
    program: 'Circuit Breaker Deferment',
    classes: ['senior', 'disabled'],
    amount:
      'tax limited to 4 percent of income (5 percent up to 1.5 times the income limit); the rest is deferred as a lien',
    eligibility:
      '65 or older, or totally disabled; owned and lived in for 5 years; income limits of the year (31,000 and 46,500 USD in 2020)',
    apply: 'every year by June 1',
    closes: { month: 6, day: 1 },
    statute: 'G.S. 105-277.1B',
  },
  {
    ...cityOfNewYork,
    program: 'Senior Citizen Homeowners Exemption (SCHE)',
    classes: ['senior'],
    amount: 'up to 50 percent of assessed value',
    eligibility: '65 or older; income at most 58,399 USD',
    ...march15,
    statute: 'RPTL 467',
  },
  {
    ...cityOfNewYork,
    program: 'Disabled Homeowners Exemption (DHE)',
    classes: ['disabled'],
    amount: 'up to 50 percent of assessed value',
    eligibility: 'disability; income at most 58,399 USD; renewed every year',
    ...march15,
    statute: 'RPTL 459-c',
  },
  {
    ...cityOfNewYork,
    program: 'Veterans Exemption',
    classes: ['veteran'],
    amount: 'varies',
    ...march15,
    statute: 'RPTL 458, 458-a',
  },
  {
    ...cityOfNewYork,
    program: 'Clergy Exemption',
    classes: ['clergy'],
    amount: '1,500 USD of assessed value (about 256 USD a year)',
    ...march15,
    statute: 'RPTL 460',
  },
  {
    scope: scopes.newYorkState,
    verification: 'official_page',
    page: pages.nyc,
    asOf,
    program: 'School Tax Relief (STAR)',
    classes: ['owner_occupant'],
    amount: 'about 300 USD a year in New York City',
    eligibility: 'income at most 500,000 USD (credit) or 250,000 USD (exemption)',
    apply: 'register with the state',
    statute: 'RPTL 425; Tax Law 606(eee)',
  },
  {
    scope: scopes.philadelphia,
    verification: 'official_page',
    page: pages.philadelphiaHomestead,
    asOf,
    program: 'Homestead Exemption',
    classes: ['owner_occupant'],
    amount: '100,000 USD off the assessed value (page: up to 1,399 USD a year from 2025)',
    eligibility: 'owned and lived in as primary residence; no new application until the deed changes',
    statute: 'Phila. Code 19-1301.1',
  },
  {
    scope: scopes.philadelphia,
    verification: 'official_page',
    page: pages.philadelphiaLoop,
    asOf,
    program: 'Longtime Owner Occupants Program (LOOP)',
    classes: ['owner_occupant'],
    amount: 'increase of the assessment limited to 50 percent in a year or 75 percent in five, then locked',
    eligibility: 'at least 10 years in the home; assessment up by 50 or 75 percent; income limits by family size',
    apply: 'by September 30',
    closes: { month: 9, day: 30 },
    statute: 'Phila. Code 19-3900',
  },
  {
    scope: scopes.california,
    verification: 'official_page',
    page: pages.sanFrancisco,
    asOf,
    program: "Homeowners' Exemption",
    classes: ['owner_occupant'],
    amount: '7,000 USD off the assessed value (about 70 to 80 USD a year)',
    eligibility: 'principal residence on January 1; filed once with the county assessor',
    apply: 'by February 15 for all of it; by December 10 for 80 percent of it',
    closes: { month: 2, day: 15 },
    statute: 'Cal. Const. XIII s. 3(k)',
  },
  {
    scope: scopes.boston,
    verification: 'official_page',
    page: pages.boston,
    asOf,
    program: 'Residential Exemption',
    classes: ['owner_occupant'],
    amount: 'up to 3,610.53 USD of tax (last figure on the page)',
    eligibility: 'owned and lived in as primary residence on January 1, or bought before July 1',
    apply: 'by April 1',
    closes: { month: 4, day: 1 },
    statute: 'M.G.L. c. 59 s. 5C',
  },
  {
    scope: scopes.miamiDade,
    verification: 'secondary',
    page: pages.miamiDade,
    asOf,
    program: 'Homestead Exemption',
    classes: ['owner_occupant'],
    amount: 'up to 50,000 USD off the taxable value; limits yearly increases of the assessed value',
    eligibility: 'primary residence',
    apply: 'by March 1',
    closes: { month: 3, day: 1 },
    statute: 'F.S. 196.031',
  },
  {
    scope: scopes.travis,
    verification: 'official_page',
    page: pages.travisHomestead,
    asOf,
    program: 'General Residence Homestead Exemption',
    classes: ['owner_occupant'],
    amount: 'part of the value is exempt (no amount on the page); increase of the assessed value limited to 10 percent',
    eligibility: 'owned and lived in as home; limit of the increase after one calendar year',
    statute: 'Tex. Tax Code 11.13',
  },
  {
    scope: scopes.travis,
    verification: 'official_page',
    page: pages.travisCeiling,
    asOf,
    program: 'Over 65 or Disabled Person Homestead Exemption',
    classes: ['senior', 'disabled'],
    amount: 'school taxes do not rise above those of the year in which the owner qualifies',
    eligibility: '65 or older, or disabled as Social Security defines it',
    statute: 'Tex. Tax Code 11.13',
  },
];

/** Only rows that were held against a page; what is not here may exist all the same. */
export const ownerPrograms: RuleTable<OwnerProgram> = {
  id: 'owner-programs',
  name: 'property tax programs for owners',
  asOf,
  rows,
};
