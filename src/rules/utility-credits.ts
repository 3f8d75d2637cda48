import type { CitedRow, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

/** A credit, discount or aid for utility bills. */
export type UtilityCredit = CitedRow & {
  readonly program: string;
  /** Bills that it is for. */
  readonly bills: readonly ('water' | 'sewer' | 'electricity' | 'gas and heating' | 'garbage')[];
  readonly benefit: string;
  readonly eligibility?: string;
};

const asOf = '2026-11-21';
const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });

const rows: readonly UtilityCredit[] = [
  {
    scope: scopes.philadelphia,
    verification: 'official_page',
    page: page(
      'City of Philadelphia, Tiered Assistance Program',
      'https://beta.phila.gov/news/department-of-revenue/philadelphia-launches-income-based-assistance-program-for-water-bills/',
      '2017',
    ),
    asOf,
    program: 'Tiered Assistance Program (TAP)',
    bills: ['water', 'sewer'],
    benefit: 'a constant bill by income; arrears are suspended',
    eligibility: 'household income up to 150 percent of the federal poverty level, or a special hardship',
  },
  {
    scope: scopes.philadelphia,
    verification: 'secondary',
    page: page('philaup.org, energy assistance program', 'https://philaup.org/web/energy-assistance-program/'),
    asOf,
    program: 'Senior Citizen Discount',
    bills: ['water', 'sewer'],
    benefit: '25 percent discount',
    eligibility: '65 or older; household income at most 33,000 USD (an older figure)',
  },
  {
    scope: scopes.chicago,
    verification: 'official_page',
    page: page('City of Chicago, Utility Billing Relief', 'https://utilitybill.chicago.gov/main/guest/billing_relief/'),
    also: [
      page(
        'Municipal Code of Chicago, Utility Billing Relief Program',
        'https://codelibrary.amlegal.com/codes/chicago/latest/chicago_il/0-0-0-2656985',
      ),
    ],
    asOf,
    program: 'Utility Billing Relief (UBR)',
    bills: ['water', 'sewer'],
    benefit: 'half of the water and sewer charges and tax; no penalties; old debt forgiven after a year of paid bills',
    eligibility: 'owner who lives in a home of up to three units and meets the income limits of LIHEAP',
  },
  {
    scope: scopes.raleigh,
    verification: 'official_page',
    page: page(
      'City of Raleigh, Utility Customer Assistance Program',
      'https://raleighnc.gov/water-and-sewer/assistance-program-water-and-sewer-utility-customers',
      '2025-04-01',
    ),
    asOf,
    program: 'Utility Customer Assistance Program (UCAP)',
    bills: ['water', 'sewer'],
    benefit: 'up to 275 USD in a fiscal year, paid to the account, while funds last',
    eligibility: 'utility customers whom Wake County Human Services finds eligible',
  },
  {
    scope: scopes.newYorkCity,
    verification: 'official_page',
    page: page(
      'NYC 311, Home Water Assistance Program',
      'https://portal-dev4.311.nyc.gov/article/?kanumber=KA-02789',
      '2021',
    ),
    asOf,
    program: 'Home Water Assistance Program (HWAP)',
    bills: ['water', 'sewer'],
    benefit: 'automatic credit of 115.89 USD a year (2021)',
    eligibility:
      'owner of a home of one to four units who receives HEAP, SCHE or DHE, or Enhanced STAR with low income',
  },
  {
    scope: scopes.seattle,
    verification: 'official_page',
    page: page(
      'City of Seattle, Utility Discount Program',
      'https://www.seattle.gov/humanservices/services-and-programs/supporting-affordability-and-livability/utility-discount-program',
      '2021',
    ),
    also: [
      {
        name: 'Age Wise King County, Seattle cuts utility bills',
        url: 'https://agewisekingcounty.org/publications/agewisekingcounty/january-2016/seattle-cuts-utility-bills-thousands-low-income-residents',
        edition: '2016-01',
        secondary: true,
      },
    ],
    asOf,
    program: 'Utility Discount Program (UDP)',
    bills: ['electricity', 'water', 'sewer', 'garbage'],
    benefit: '60 percent off Seattle City Light and 50 percent off Seattle Public Utilities bills',
    eligibility: 'owner or renter with a household income up to 70 percent of the state median',
  },
  {
    scope: scopes.tukwila,
    verification: 'official_page',
    page: page(
      'City of Tukwila, record on utility discounts',
      'https://records.tukwilawa.gov/WebLink/DocView.aspx?dbid=1&id=279635&repo=COT-City',
      '2016',
    ),
    asOf,
    program: 'Senior and disabled discount',
    bills: ['water', 'sewer'],
    benefit: '50 percent of the city utility bill',
    eligibility: '62 or older or disabled, with an income below 32,000 USD (2016)',
  },
  {
    scope: scopes.nation,
    verification: 'official_page',
    page: page(
      'HHS Office of Community Services, LIHEAP',
      'https://www.acf.hhs.gov/ocs/resource-library?f%5B0%5D=type%3Afact_sheet&sort_by=search_api_relevance',
    ),
    asOf,
    program: 'Low Income Home Energy Assistance Program (LIHEAP)',
    bills: ['electricity', 'gas and heating'],
    benefit: 'help with heating and cooling costs; each state, territory or tribe sets the kind and the amount',
    eligibility:
      'low income, as each state sets it; taken by the state or tribal agency, not by the federal government',
  },
];

/** Only rows that were held against a page; what is not here may exist all the same. */
export const utilityCredits: RuleTable<UtilityCredit> = {
  id: 'utility-credits',
  name: 'utility credits',
  asOf,
  rows,
};
