import type { CitedRow, RulePage } from './cited-row.ts';
import { policySourcesOf } from './policy-sources.ts';
import type { RuleTable } from './rule-table.ts';

/** One way in which a state values property other than at market value, or bounds the growth of its value. */
export type SpecialValuationRow = CitedRow & {
  readonly kind: 'use_value' | 'growth_limit';
  readonly title: string;
  readonly rule: string;
  /** What is owed when the use ends or the limit falls away, as the page states it. */
  readonly afterwards?: string;
  readonly statute: string;
};

const asOf = '2026-11-21';
const scopeOf = (state: string) => ({ name: policySourcesOf(state)?.name ?? state, state });

type Words = Pick<SpecialValuationRow, 'kind' | 'title' | 'rule' | 'statute'> & { readonly afterwards?: string };

const seen = (state: string, page: RulePage, words: Words): SpecialValuationRow => ({
  scope: scopeOf(state),
  asOf,
  verification: 'secondary',
  page,
  ...words,
});

const unread = (
  state: string,
  kind: SpecialValuationRow['kind'],
  title: string,
  statute: string,
): SpecialValuationRow => ({
  scope: scopeOf(state),
  asOf,
  verification: 'unverified',
  kind,
  title,
  rule: 'not verified',
  statute,
});

const limitsPage: RulePage = {
  name: 'EstatePass, property tax assessment limits',
  url: 'https://www.estatepass.ai/concepts/property-tax-assessment-limits',
};
const capPage: RulePage = {
  name: 'TaxDrop, property tax cap',
  url: 'https://www.taxdrop.com/glossary/property-tax-cap',
};

export const specialValuation: RuleTable<SpecialValuationRow> = {
  id: 'special-valuation',
  name: 'special valuation rules',
  asOf,
  rows: [
    seen(
      'NC',
      {
        name: 'Martin County, NC, use value program',
        url: 'https://www.martincountyncgov.com/departments/tax_assessor/use_value_program.php',
      },
      {
        kind: 'use_value',
        title: 'present-use value',
        rule: 'Farm: a tract of 10 acres in production and $1,000 average gross income over 3 years. Horticulture: 5 acres and the same income, or Christmas trees. Forest: 20 acres under a management plan. By application.',
        afterwards: 'deferred taxes of the current and 3 previous years, with interest',
        statute: 'G.S. 105-277.2 to 105-277.7',
      },
    ),
    seen(
      'NY',
      {
        name: 'Country Folks, New York agricultural assessment',
        url: 'https://countryfolks.com/ny-ag-assessment-in-a-nutshell/',
      },
      {
        kind: 'use_value',
        title: 'agricultural assessment',
        rule: '7 acres in production; with fewer acres an average of $50,000 gross sales. The land only. By application to the assessor.',
        statute: 'Agriculture and Markets Law 305, 306',
      },
    ),
    seen('FL', limitsPage, {
      kind: 'growth_limit',
      title: 'Save Our Homes',
      rule: 'The assessed value of a homestead grows by at most 3% a year or inflation; other property by at most 10%.',
      statute: 'Fla. Const. VII s. 4; F.S. 193.155, 193.1554',
    }),
    unread('FL', 'use_value', 'agricultural classification', 'F.S. 193.461'),
    seen('CA', capPage, {
      kind: 'growth_limit',
      title: 'Proposition 13',
      rule: 'The base-year value grows by at most 2% a year and is reset when ownership changes.',
      statute: 'Cal. Const. XIIIA; R&T 51',
    }),
    unread('CA', 'use_value', 'Williamson Act', 'Gov. Code 51200'),
    seen('TX', capPage, {
      kind: 'growth_limit',
      title: 'homestead limit',
      rule: 'The appraised value of a homestead grows by at most 10% a year, without new improvements.',
      statute: 'Tex. Tax Code 23.23',
    }),
    unread('TX', 'use_value', 'open-space land', 'Tex. Tax Code 23.51 to 23.55'),
    {
      scope: scopeOf('WA'),
      asOf,
      verification: 'official_page',
      page: {
        name: 'Washington Department of Revenue, current use (figures of 1998)',
        url: 'https://dor.wa.gov./sites/default/files/legacy/Docs/reports/1998/Property_Tax_Statistics_1998/currentuse.htm',
        edition: '1998',
      },
      kind: 'use_value',
      title: 'open space, farm and timber land',
      rule: '20 acres; or 5 to 20 acres, or fewer, with farm income, as the page of 1998 states it.',
      afterwards: '7 years of tax with interest and a 20% penalty',
      statute: 'RCW 84.34',
    },
    seen('OR', limitsPage, {
      kind: 'growth_limit',
      title: 'Measure 50',
      rule: 'The maximum assessed value grows by at most 3% a year.',
      statute: 'Or. Const. XI s. 11; ORS 308.146',
    }),
    seen(
      'MI',
      {
        name: 'Charter Township of Bloomfield, MI, Proposal A',
        url: 'https://bloomfieldtwpmi.gov/assessing/proposal-a',
      },
      {
        kind: 'growth_limit',
        title: 'Proposal A',
        rule: 'Taxable value grows by at most 5% a year or inflation, apart from additions.',
        afterwards: 'the year after a transfer of ownership it is reset to the state equalized value',
        statute: 'MCL 211.27a',
      },
    ),
    seen(
      'GA',
      { name: 'Gordon County, GA, CUVA', url: 'https://gordoncounty.org/departments/tax-assessors-office/cuva/' },
      {
        kind: 'use_value',
        title: 'conservation use (CUVA)',
        rule: 'A 10-year covenant to keep land in farm use; its value rises by at most 3% a year and 34.39% over the covenant.',
        statute: 'O.C.G.A. 48-5-7.4',
      },
    ),
    unread('GA', 'growth_limit', 'floating homestead', 'O.C.G.A. 48-5-44.2'),
    unread('IL', 'use_value', 'farmland assessment', '35 ILCS 200/10-110 to 10-150'),
    unread('AZ', 'growth_limit', 'limited property value', 'A.R.S. 42-13301'),
    unread('SC', 'growth_limit', '15% limit of a reassessment', 'S.C. Code 12-37-3140'),
    unread('DC', 'growth_limit', 'assessment cap credit', 'D.C. Code 47-864'),
    unread('MD', 'growth_limit', 'Homestead Tax Credit', 'Tax-Prop. 9-105'),
    unread('PA', 'use_value', 'Clean and Green', '72 P.S. 5490.1'),
    unread('MA', 'use_value', 'Chapter 61, 61A, 61B', 'M.G.L. c. 61 to 61B'),
    unread('NJ', 'use_value', 'farmland assessment', 'N.J.S.A. 54:4-23.1'),
    unread('CO', 'use_value', 'agricultural classification', 'C.R.S. 39-1-102'),
    unread('VA', 'use_value', 'land use assessment', 'Va. Code 58.1-3230'),
    unread('WI', 'use_value', 'use value assessment', 'Wis. Stat. 70.32(2r)'),
  ],
};
