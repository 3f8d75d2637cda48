import type { CitedRow, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

/** A published rule on which work needs a permit, and how long a permit lasts. */
export type PermitRule = CitedRow & {
  readonly rule: string;
  readonly conditions?: string;
};

const asOf = '2026-11-21';
const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });

const statute160d = page(
  'Copy of G.S. 160D-1110',
  'https://d1tvxue8o4w0fl.cloudfront.net/statute/general-statutes-of-north-carolina/chapter-160d-local-planning-and-development-regulation/article-11-building-code-enforcement/section-160d-1110-effective-until-112025-building-permits',
  'through Session Law 2024-58; the section as in force until 2025-01-01',
);

const lead = (scope: CitedRow['scope'], rule: string, statute: string): PermitRule => ({
  scope,
  verification: 'unverified',
  asOf,
  rule,
  statute,
});

const rows: readonly PermitRule[] = [
  {
    scope: scopes.northCarolina,
    verification: 'statute_text',
    page: statute160d,
    asOf,
    rule: 'a replaced water heater in a one- or two-family dwelling needs no permit',
    conditions:
      'done by a licensed person who examines it and sees to a leak test; no greater energy use, same fuel, place, capacity, venting and piping; the text after 2025-01-01 was not read',
    statute: 'G.S. 160D-1110(a)(2)',
  },
  {
    scope: scopes.northCarolina,
    verification: 'conflict',
    page: page('City of High Point, NC, permits required', 'http://buildhighpoint.com/151/Permits-Required'),
    claims: [
      {
        claim: 'up to 15,000 USD',
        page: page('City of High Point, NC, permits required', 'http://buildhighpoint.com/151/Permits-Required'),
      },
      { claim: 'up to 40,000 USD since 2023, as generally known; no text was read' },
    ],
    asOf,
    rule: 'work below a cost in a single-family home or farm building needs no building permit; the sources disagree on the cost',
    conditions: 'not for load-bearing, plumbing, electrical, heating or cooling work; roofing with exceptions',
    statute: 'G.S. 160D-1110(c)',
  },
  {
    scope: scopes.chicago,
    verification: 'official_page',
    page: page(
      'City of Chicago, exterior walls, windows and doors without a permit',
      'http://cityofchicago.org/content/city/en/sites/guide-to-building-permits/home/help/faq/DOB/bldg-permit-not-required/worktype/exterior.html',
    ),
    asOf,
    rule: 'in-kind repair or replacement of windows, doors, siding and up to 50 square feet of masonry needs no permit',
    conditions: 'residential building of up to 4 stories; may not hold for a Chicago Landmark',
    statute: 'Chicago Construction Codes 14A-4-402',
  },
  {
    scope: scopes.chicago,
    verification: 'official_page',
    page: page(
      'City of Chicago Department of Buildings, when a permit is needed (earlier site)',
      'http://www.cityofchicago.org/city/en/depts/bldgs/supp_info/learn_when_a_permitisneeded.html',
    ),
    asOf,
    rule: 'a fence taller than 5 feet needs a permit; at a landmark also a solid fence that is seen from the street',
    statute: 'Municipal Code of Chicago 13-32-200',
  },
  {
    scope: scopes.seattle,
    verification: 'official_page',
    page: page(
      'Seattle Department of Construction and Inspections, do you need a permit',
      'https://www.pan.ci.seattle.wa.us/sdci/permits/do-you-need-a-permit',
    ),
    asOf,
    rule: 'minor repairs or alterations of at most 6,000 USD in six months usually need no permit',
    conditions:
      'not for load-bearing supports, the building envelope, exits, light, air or fire resistance; not in an environmentally critical area',
  },
  {
    scope: scopes.seattle,
    verification: 'official_page',
    page: page(
      'Seattle Department of Construction and Inspections, do you need a permit',
      'https://www.pan.ci.seattle.wa.us/sdci/permits/do-you-need-a-permit',
    ),
    asOf,
    rule: 'a one-story detached shed under 120 square feet of roof on a slab usually needs no permit',
    conditions: 'not in an environmentally critical area',
  },
  {
    scope: scopes.newYorkCity,
    verification: 'official_page',
    page: page(
      'NYC Department of Buildings, does my project require a permit',
      'https://www.nyc.gov/site/buildings/property-or-business-owner/do-i-need-a-permit.page',
    ),
    asOf,
    rule: 'painting, plastering, new cabinets, replaced plumbing fixtures, resurfaced floors and non-structural roof repair need no permit',
    conditions: 'contractors need a license; plumbing by a licensed master plumber; other rules still hold',
    statute: 'NYC Admin. Code 28-105.4',
  },
  {
    scope: scopes.philadelphia,
    verification: 'official_page',
    page: page(
      'City of Philadelphia, permits without plans (EZ permits)',
      'https://www.phila.gov/services/permits-violations-licenses/apply-for-a-permit/building-and-repair-permits/get-permits-without-plans-ez-permits/',
    ),
    asOf,
    rule: 'some work gets an EZ permit without plans: interior non-structural alterations in single-family homes, decks up to 216 square feet, roof covering, retaining walls',
    conditions:
      'work must comply with the EZ standard; replaced windows and doors of one- or two-family homes need no permit unless historic',
    statute: 'Phila. Admin. Code A-301',
  },
  lead(scopes.northCarolina, 'when a permit expires', 'G.S. 160D-1111'),
  lead(scopes.sanFrancisco, 'work without a permit', 'San Francisco Building Code 106A.2'),
  lead(scopes.miamiDade, 'work without a permit', 'Miami-Dade Code 10-3, 8-10'),
  lead(scopes.austin, 'work without a permit', 'Austin LDC 25-12; IRC R105.2'),
];

/** Rows that were held against a page, and leads (`unverified`) that only name a rule and say nothing of it. */
export const permitRules: RuleTable<PermitRule> = { id: 'permit-rules', name: 'permit rules', asOf, rows };
