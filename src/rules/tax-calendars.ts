import type { CitedRow, RowScope, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';
import type { When } from './tax-when.ts';

export const taxEvents = [
  'bills_mailed',
  'payable_from',
  'due',
  'last_day_without_charge',
  'charge',
  'application',
] as const;

/** One date or charge of a property tax year. `rule` restates the page. */
export type TaxCalendarRow = CitedRow & {
  readonly event: (typeof taxEvents)[number];
  readonly title: string;
  readonly when: When;
  readonly rule: string;
};

const asOf = '2026-11-21';

const { cook, northCarolina, wake, newYorkCity: newYork, philadelphia, district, losAngeles, king, miamiDade } = scopes;

const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });

const pages = {
  cookDates: page(
    'LegalClarity, Cook County installment dates',
    'https://legalclarity.org/when-are-cook-county-property-taxes-due-installment-dates',
    '2026',
  ),
  maine: page(
    'Maine Township, notice on the second installment',
    'https://files.mainetown.com/news_detail_T9_R270.php',
    '2025',
  ),
  cookInterest: page(
    'Pixelation, Cook County due dates',
    'https://pixelation.org/cook-county-il-real-estate-tax-due-dates-what-most-people-get-wrong-1j22',
    '2026',
  ),
  craven: page('Craven County, NC, tax FAQ', 'https://www.cravencountync.gov/Faq.aspx?QID=73', '2017'),
  wakeBilling: page(
    'Wake County Revenue Department, billing (earlier site)',
    'http://www.wakegov.com/tax/billing/Pages/default.aspx',
  ),
  nycDates: page(
    'NYC Department of Finance, due dates',
    'https://www.nyc.gov/site/finance/property/property-due-dates.page',
  ),
  nycExemptions: page(
    'NYC Department of Finance, exemptions',
    'https://www.nyc.gov/site/finance/property/residential-properties-exemptions.page',
  ),
  phila: page(
    'City of Philadelphia, Real Estate Tax',
    'http://www.phila.gov/services/payments-assistance-taxes/taxes/property-and-real-estate-taxes/real-estate-tax/',
    'tax year 2025',
  ),
  dc: page(
    'DC Office of Tax and Revenue, due dates',
    'https://otr.cfo.dc.gov/page/real-property-tax-bills-due-dates-and-delayed-bills',
  ),
  losAngeles: page(
    'LegalClarity, Los Angeles County due dates',
    'https://legalclarity.org/when-are-property-taxes-due-in-los-angeles-county',
  ),
  king: page(
    'King County, first half 2011',
    'http://www.kingcounty.gov/elected/executive/constantine/news/release/2011/April/15PropertyTaxes.aspx',
    '2011',
  ),
  kingSecond: page(
    'Bothell-Kenmore Reporter, release of King County',
    'https://www.bothell-reporter.com/news/king-county-property-taxes-for-the-second-half-of-2016-due-oct-31/',
    '2016',
  ),
  miamiDade: page(
    'Miami-Dade Tax Collector, real estate tax schedule',
    'https://crm.mdctaxcollector.gov/knowledge-base/article/real-estate-property-tax-schedule-706e2fa488',
  ),
} as const;

const annual = (month: number, day: number): When => ({ kind: 'annual', day: { month, day } });
const once = (day: string): When => ({ kind: 'once', from: day, to: day });

const dated = (
  verification: 'official_page' | 'secondary',
  scope: RowScope,
  source: RulePage,
  event: TaxCalendarRow['event'],
  title: string,
  when: When,
  rule: string,
  statute?: string,
): TaxCalendarRow => ({
  scope,
  asOf,
  verification,
  page: source,
  event,
  title,
  when,
  rule,
  ...(statute && { statute }),
});

const unread = (scope: RowScope, statute: string): TaxCalendarRow => ({
  scope,
  asOf,
  verification: 'unverified',
  event: 'due',
  title: 'due dates',
  when: { kind: 'undated', why: 'not verified' },
  rule: 'not verified',
  statute,
});

const nycQuarter = (month: number, title: string, payers: string) =>
  dated('official_page', newYork, pages.nycDates, 'due', title, annual(month, 1), payers);
const allPayers =
  'All payers. Assessed value of $250,000 or less: quarterly, no interest if paid by the 15th. Above: half-yearly, no such grace. Moves from a weekend or federal holiday to the next business day.';
const quarterlyPayers = 'Quarterly payers only; no interest if paid by the 15th.';

export const taxCalendars: RuleTable<TaxCalendarRow> = {
  id: 'tax-calendars',
  name: 'property tax dates',
  asOf,
  rows: [
    dated(
      'official_page',
      cook,
      pages.maine,
      'due',
      'second installment of tax year 2024',
      once('2025-12-15'),
      'Normally August 1; delayed.',
    ),
    dated(
      'secondary',
      cook,
      pages.cookDates,
      'due',
      'first installment of tax year 2025',
      once('2026-04-01'),
      "55% of the prior year's total tax; normally the first business day of March, moved by one month.",
      '35 ILCS 200/21-30',
    ),
    dated(
      'secondary',
      cook,
      pages.cookDates,
      'due',
      'second installment of tax year 2025',
      { kind: 'undated', why: 'no page that was read announces it; the Treasurer does' },
      'Follows the end of assessment appeals and the certification of rates.',
    ),
    dated(
      'secondary',
      cook,
      pages.cookInterest,
      'charge',
      'late payment',
      { kind: 'undated', why: 'runs from each due date' },
      '0.75% a month.',
    ),
    dated(
      'official_page',
      wake,
      pages.wakeBilling,
      'bills_mailed',
      'bills mailed',
      { kind: 'months', months: [7] },
      'Annual bills are normally mailed in July.',
    ),
    dated(
      'secondary',
      northCarolina,
      pages.craven,
      'due',
      'tax due',
      annual(9, 1),
      'Due on September 1 of each year.',
      'G.S. 105-360',
    ),
    dated(
      'secondary',
      northCarolina,
      pages.craven,
      'last_day_without_charge',
      'last day without interest',
      annual(1, 5),
      'Payable at par through January 5; from January 6 interest of 2%, then 0.75% each later month.',
      'G.S. 105-360',
    ),
    nycQuarter(7, 'first quarter', allPayers),
    nycQuarter(10, 'second quarter', quarterlyPayers),
    nycQuarter(1, 'third quarter', allPayers),
    nycQuarter(4, 'fourth quarter', quarterlyPayers),
    dated(
      'official_page',
      newYork,
      pages.nycExemptions,
      'application',
      'exemption applications',
      annual(3, 15),
      'Senior, disabled, veteran and clergy exemptions.',
    ),
    dated(
      'official_page',
      philadelphia,
      pages.phila,
      'bills_mailed',
      'bills mailed',
      { kind: 'months', months: [12] },
      'Usually mailed in December for the next tax year.',
    ),
    dated(
      'official_page',
      philadelphia,
      pages.phila,
      'due',
      'tax due',
      annual(3, 31),
      'From April 1 additions of 1.5% a month until January 1; then at most 15% is added, and the tax is registered delinquent.',
    ),
    dated(
      'official_page',
      district,
      pages.dc,
      'due',
      'first half',
      annual(3, 31),
      'For October 1 to March 31; a delayed bill has a due date of its own.',
    ),
    dated(
      'official_page',
      district,
      pages.dc,
      'due',
      'second half',
      annual(9, 15),
      'For April 1 to September 30; a delayed bill has a due date of its own.',
    ),
    dated(
      'secondary',
      losAngeles,
      pages.losAngeles,
      'last_day_without_charge',
      'first installment, secured roll',
      annual(12, 10),
      'Due November 1; delinquent if not received or postmarked by December 10, 5:00 p.m.',
    ),
    dated(
      'secondary',
      losAngeles,
      pages.losAngeles,
      'last_day_without_charge',
      'second installment, secured roll',
      annual(4, 10),
      'Due February 1; delinquent if not received or postmarked by April 10, 5:00 p.m.',
    ),
    dated(
      'official_page',
      king,
      pages.king,
      'due',
      'first half',
      annual(4, 30),
      'A date on a weekend moves to the next business day; interest and penalties follow.',
    ),
    dated('secondary', king, pages.kingSecond, 'due', 'second half', annual(10, 31), 'Interest and penalties follow.'),
    dated(
      'official_page',
      miamiDade,
      pages.miamiDade,
      'payable_from',
      'payment opens',
      annual(11, 1),
      'Payable from November 1 to March 31 without penalty.',
    ),
    dated(
      'official_page',
      miamiDade,
      pages.miamiDade,
      'last_day_without_charge',
      'last day without penalty',
      annual(3, 31),
      'Delinquent on April 1, with at least 3% interest and advertising costs.',
    ),
    dated(
      'official_page',
      { name: 'Travis County, TX', state: 'TX', counties: ['48453'] },
      page(
        'Travis County Tax Office, newsroom',
        'https://tax-office.traviscountytx.gov/about-us/newsroom/2025/252-last-chance-to-pay-for-2024-taxes',
        '2025-01-27',
      ),
      'last_day_without_charge',
      'last day without penalty',
      annual(1, 31),
      'For the tax of the year before; 7% penalty and interest from February 1, rising each month. A date on a weekend or holiday moves to the next business day.',
      'Tex. Tax Code 31.02',
    ),
    unread({ name: 'San Francisco, CA', state: 'CA', counties: ['06075'] }, 'R&T 2605-2618'),
    unread({ name: 'Boston, MA', state: 'MA', counties: ['25025'] }, 'M.G.L. c. 59 s. 57C'),
    unread({ name: 'Denver, CO', state: 'CO', counties: ['08031'] }, 'C.R.S. 39-10-104.5'),
  ],
};
