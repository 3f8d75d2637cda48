import { type CitedRow, isServed, type RulePage, type ServedRow } from './cited-row.ts';
import { scopes } from './row-scopes.ts';

/** What a rate is multiplied with: the whole assessed value, or a part of it that classes, caps and exemptions leave. */
export type RateBase = 'assessed_value' | 'taxable_value';

/** The rate of one taxing body, in force from one day through another; without `to` until it is changed. */
export type TaxRateRow = CitedRow & {
  readonly body: string;
  /** Census code of the county or place that levies, where its boundary decides who pays. */
  readonly geoid?: string;
  /** For which property; "all" where the page makes no difference. */
  readonly appliesTo: string;
  readonly dollarsPer100: number;
  readonly base: RateBase;
  readonly taxYear: string;
  readonly from: string;
  readonly to?: string;
  readonly note?: string;
};

export const taxRatesAsOf = '2026-11-21';

const { philadelphia, wake, raleigh, newYorkCity: newYork } = scopes;

const philaCode: RulePage = {
  name: 'The Philadelphia Code § 19-1301',
  url: 'https://codelibrary.amlegal.com/codes/philadelphia/latest/philadelphia_pa/0-0-0-306829',
};
const philaPage: RulePage = {
  name: 'City of Philadelphia, Real Estate Tax',
  url: 'http://www.phila.gov/services/payments-assistance-taxes/taxes/property-and-real-estate-taxes/real-estate-tax/',
  edition: 'tax year 2025',
};
const wakeBudget: RulePage = {
  name: 'Wake County, budget of fiscal year 2026',
  url: 'https://www.wake.gov/news/wake-county-commissioners-adopt-21-billion-budget-fy2026',
  edition: '2025-06-02',
};
const raleighBudget: RulePage = {
  name: 'City of Raleigh, proposed budget of fiscal year 2026',
  url: 'https://raleighnc.gov/government/news/raleigh-city-manager-adams-david-recommends-178b-budget-no-tax-increase-fy-2026',
  edition: '2025-05-20',
};
const nycRates: RulePage = {
  name: 'Help New York, NYC tax classes in fiscal year 2026',
  url: 'https://helpnewyork.com/nyc-property-tax-class-1-vs-class-2-assessment-caps-fy2026/',
  edition: 'fiscal year 2026',
};

const fiscal2026 = { taxYear: '2025/26', from: '2025-07-01', to: '2026-06-30' } as const;
const asOf = taxRatesAsOf;
/** A later ordinance is reported to move some of the city's rate to the schools from 2030 on. */
const homestead = 'On the assessed value less a homestead exclusion, if any';

const nycClass = (name: string, dollarsPer100: number): TaxRateRow => ({
  scope: newYork,
  asOf,
  verification: 'secondary',
  page: nycRates,
  body: 'City of New York',
  appliesTo: name,
  dollarsPer100,
  base: 'taxable_value',
  ...fiscal2026,
  note: 'On the taxable assessed value: 6% of market value in class 1, 45% in the others, under caps and after exemptions',
});

export const taxRates: readonly TaxRateRow[] = [
  {
    scope: philadelphia,
    asOf,
    verification: 'statute_text',
    page: philaCode,
    body: 'City of Philadelphia',
    geoid: '4260000',
    appliesTo: 'all',
    dollarsPer100: 0.6159,
    base: 'taxable_value',
    taxYear: '2025 and thereafter',
    from: '2025-01-01',
    to: '2029-12-31',
    note: homestead,
  },
  {
    scope: philadelphia,
    asOf,
    verification: 'official_page',
    page: philaPage,
    body: 'School District of Philadelphia',
    geoid: '4260000',
    appliesTo: 'all',
    dollarsPer100: 0.7839,
    base: 'taxable_value',
    taxYear: '2025 and thereafter',
    from: '2025-01-01',
    to: '2029-12-31',
    note: homestead,
  },
  {
    scope: wake,
    asOf,
    verification: 'official_page',
    page: wakeBudget,
    body: 'Wake County',
    geoid: '37183',
    appliesTo: 'all',
    dollarsPer100: 0.5171,
    base: 'assessed_value',
    ...fiscal2026,
  },
  {
    scope: raleigh,
    asOf,
    verification: 'official_page',
    page: raleighBudget,
    body: 'City of Raleigh',
    geoid: '3755000',
    appliesTo: 'all',
    dollarsPer100: 0.355,
    base: 'assessed_value',
    ...fiscal2026,
    note: 'Rate of the proposed budget; news reports say that it was adopted without a change of the rate',
  },
  nycClass('class 1', 19.843),
  nycClass('class 2', 12.439),
  nycClass('class 3', 11.108),
  nycClass('class 4', 10.848),
];

/** Whether a rate is in force on a day, YYYY-MM-DD. */
export const inForce = ({ from, to }: TaxRateRow, day: string): boolean =>
  from <= day && (to === undefined || day <= to);

/** Rates on the whole assessed value: what a tax can be computed with, body by body. */
export const computableRates: readonly (TaxRateRow & ServedRow)[] = taxRates
  .filter(isServed)
  .filter(({ base, geoid }) => base === 'assessed_value' && geoid !== undefined);

/** Computable rates of the bodies whose Census code is among those that contain a point. */
export const levyingAt = (codes: ReadonlySet<string | undefined>): readonly (TaxRateRow & ServedRow)[] =>
  computableRates.filter(({ geoid }) => codes.has(geoid));
