import { type CitedRow, isServed, type RowScope, type RulePage } from './cited-row.ts';
import type { RuleTable } from './rule-table.ts';
import { taxRedemption } from './tax-redemption.ts';
import type { When } from './tax-when.ts';

/** One sale of unpaid property tax, or of property for it. `rule` restates the page. */
export type TaxSaleRow = CitedRow & {
  readonly event: string;
  readonly when: When;
  readonly rule: string;
};

const asOf = '2026-11-21';

const local = (
  verification: 'official_page' | 'secondary',
  scope: RowScope,
  page: RulePage,
  event: string,
  when: When,
  rule: string,
): TaxSaleRow => ({ scope, asOf, verification, page, event, when, rule });

const localSales: readonly TaxSaleRow[] = [
  local(
    'official_page',
    { name: 'Cook County, IL', state: 'IL', counties: ['17031'] },
    { name: 'Cook County Treasurer, tax sale', url: 'https://cookcountytreasurer.com/taxsalegeneralinformation.aspx' },
    'Annual Tax Sale',
    { kind: 'once', from: '2026-03-01', to: '2026-03-31' },
    'Anticipated for March 2026 instead of August 2025 (Public Act 104-0006); whether it was held, and any later date, was not seen. A Scavenger Sale is held only if the County Board orders it.',
  ),
  local(
    'official_page',
    { name: 'New York City, NY', state: 'NY', counties: ['36005', '36047', '36061', '36081', '36085'] },
    {
      name: 'NYC Department of Finance, tax lien sale lists',
      url: 'https://data.cityofnewyork.us/d/9rz4-mjek',
    },
    'Tax lien sale',
    { kind: 'undated', why: 'the lists carry the dates of notices, not of a sale to come' },
    'Lists are published 90, 60, 30 and 10 days before a sale; lots on them are read by svc_tax_distress.',
  ),
  local(
    'official_page',
    { name: 'District of Columbia', state: 'DC' },
    {
      name: 'DC Office of Tax and Revenue, tax sale',
      url: 'https://otr.cfo.dc.gov/es/page/real-property-tax-sale',
      edition: '2024',
    },
    'Annual tax sale',
    { kind: 'months', months: [7] },
    'The sale of 2024 began on July 17; that of 2021 was held in October.',
  ),
  local(
    'official_page',
    { name: 'Miami-Dade County, FL', state: 'FL', counties: ['12086'] },
    {
      name: 'Miami-Dade Tax Collector, tax certificate sales',
      url: 'https://mdctaxcollector.gov/services/tax-certificate-sales',
    },
    'Tax certificate sale',
    { kind: 'annual', day: { month: 6, day: 1 } },
    'Held on or before June 1; not on homesteads that owe less than $250.',
  ),
  local(
    'official_page',
    { name: 'Travis County, TX', state: 'TX', counties: ['48453'] },
    { name: 'Travis County Tax Office, foreclosure', url: 'https://tax-office.traviscountytx.gov/foreclosure' },
    'Tax foreclosure sale',
    { kind: 'monthly', nth: 1, weekday: 'Tuesday' },
    'First Tuesday of each month.',
  ),
];

const stateSales: readonly TaxSaleRow[] = taxRedemption.rows.flatMap((row): readonly TaxSaleRow[] => {
  // the text of a redemption statute says nothing of when sales are held
  if (
    !isServed(row) ||
    row.verification === 'statute_text' ||
    localSales.some(({ scope }) => scope.state === row.scope.state && !scope.counties)
  )
    return [];
  return [
    {
      scope: row.scope,
      asOf: row.asOf,
      verification: 'secondary',
      page: row.page,
      event: 'Sales of the counties',
      when:
        row.months.length > 0
          ? { kind: 'months', months: row.months }
          : { kind: 'undated', why: 'no statewide months are told: each county or town sets its own' },
      rule: `Type: ${row.saleType}. The selling office publishes the day.`,
    },
  ];
});

/** Local rows as their offices publish them, and the months that a table of the states gives. */
export const taxSales: RuleTable<TaxSaleRow> = {
  id: 'tax-sale-calendar',
  name: 'tax sale dates',
  asOf,
  rows: [...localSales, ...stateSales],
};
