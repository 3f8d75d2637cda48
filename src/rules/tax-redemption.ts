import type { CitedRow, RowClaim, RulePage } from './cited-row.ts';
import { policySourcesOf } from './policy-sources.ts';
import type { RuleTable } from './rule-table.ts';

/** What a state sells for unpaid property tax, in which months, and for how long the owner can redeem after it. */
export type RedemptionRow = CitedRow & {
  readonly saleType: string;
  readonly redemption: string;
  /** Months in which sales are usually held; empty where they vary or are not told. */
  readonly months: readonly number[];
  readonly statute: string;
};

const asOf = '2026-11-21';

const services: RulePage = {
  name: 'Tax Title Services, redemption periods',
  url: 'https://www.taxtitleservices.com/redemption-periods-for-tax-sales/',
};
const foundations: RulePage = {
  name: 'Real Estate Foundations, tax sale map',
  url: 'https://www.realestatefoundations.com/tax-sale-map',
};
const proptionary: RulePage = { name: 'Proptionary, tax lien', url: 'https://proptionary.com/terms/tax-lien/' };
const resources: RulePage = {
  name: 'Tax Sale Resources, states',
  url: 'https://taxsaleresources.com/state.aspx',
};
const auctionBlock = (state: string): RulePage => ({
  name: `AuctionBlock wiki, ${state}`,
  url: `https://wiki.auctionblock.org/jurisdictions/${state.toLowerCase().replaceAll(' ', '-')}`,
  edition: '2026-06-01',
});

const scopeOf = (state: string) => ({ name: policySourcesOf(state)?.name ?? state, state });

const copyOf = (name: string, url: string, edition?: string): RulePage => ({
  name,
  url,
  ...(edition && { edition }),
});

/** Text of the statute read in a public copy. */
const read = (
  state: string,
  page: RulePage,
  saleType: string,
  redemption: string,
  statute: string,
  months: readonly number[] = [],
): RedemptionRow => ({
  scope: scopeOf(state),
  asOf,
  verification: 'statute_text',
  page,
  saleType,
  redemption,
  statute,
  months,
});

const seen = (
  state: string,
  page: RulePage,
  saleType: string,
  redemption: string,
  statute: string,
  months: readonly number[] = [],
): RedemptionRow => ({
  scope: scopeOf(state),
  asOf,
  verification: 'secondary',
  page,
  saleType,
  redemption,
  statute,
  months,
});

const disputed = (
  state: string,
  page: RulePage,
  saleType: string,
  statute: string,
  claims: readonly RowClaim[],
  months: readonly number[] = [],
): RedemptionRow => ({
  scope: scopeOf(state),
  asOf,
  verification: 'conflict',
  page,
  claims,
  saleType,
  redemption: 'the sources disagree',
  statute,
  months,
});

const unread = (state: string, statute: string): RedemptionRow => ({
  scope: scopeOf(state),
  asOf,
  verification: 'unverified',
  saleType: 'not verified',
  redemption: 'not verified',
  statute,
  months: [],
});

export const taxRedemption: RuleTable<RedemptionRow> = {
  id: 'tax-sale-redemption',
  name: 'tax sale types and redemption periods',
  asOf,
  rows: [
    seen('AL', services, 'lien and deed', '3 years', 'Ala. Code 40-10-120', [4, 5, 6]),
    seen('AK', services, 'deed', 'none after the deed; 1 year after the foreclosure judgment', 'AS 29.45.400'),
    seen('AZ', services, 'lien', '3 years', 'A.R.S. 42-18152', [2]),
    disputed(
      'AR',
      services,
      'deed',
      'A.C.A. 26-37-202, 26-37-310',
      [
        { claim: '10 days from the sale, as the statute is generally known' },
        { claim: '30 or 90 days, as tables print it', page: services },
      ],
      [5, 6, 7, 8, 9, 10, 11, 12],
    ),
    seen('CA', services, 'deed', 'none after the sale; 5 years of default come before it', 'R&T 3691, 3707', [5, 6]),
    seen('CO', services, 'lien', '3 years', 'C.R.S. 39-12-103', [10, 11, 12]),
    seen('CT', services, 'redeemable deed', '6 months; 60 days if abandoned', 'Conn. Gen. Stat. 12-157'),
    seen('DE', services, 'redeemable deed', '60 days', '9 Del. C. 8729'),
    seen('DC', services, 'lien', '6 months before a foreclosure suit', 'D.C. Code 47-1370', [7]),
    seen(
      'FL',
      services,
      'lien, then deed',
      'until the tax deed is paid; a certificate is held 2 years before a deed application',
      'F.S. 197.472, 197.502',
      [5, 6],
    ),
    seen(
      'GA',
      foundations,
      'redeemable deed',
      '12 months, with a 20% premium',
      'O.C.G.A. 48-4-40',
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ),
    seen('HI', foundations, 'redeemable deed', '1 year', 'HRS 246-60', [6, 11, 12]),
    seen('ID', proptionary, 'deed', 'none after the sale', 'Idaho Code 63-1007', [5]),
    disputed('IL', auctionBlock('Illinois'), 'lien', '35 ILCS 200/21-350', [
      { claim: '2.5 years for residential property of 1 to 6 units, 2 years for other', page: proptionary },
      {
        claim:
          'in change: a federal ruling of December 2025 on the Cook County system, and a reform bill (HB 4537) passed in May 2026 whose enacted text was not read',
        page: auctionBlock('Illinois'),
      },
    ]),
    seen('IN', proptionary, 'lien', '1 year', 'IC 6-1.1-25-4', [8, 9, 10]),
    seen('IA', proptionary, 'lien', '1 year 9 months, then a 90-day notice', 'Iowa Code 447.9', [6]),
    seen('KS', proptionary, 'deed', 'none after the sale', 'K.S.A. 79-2801'),
    seen('KY', proptionary, 'lien', '1 year', 'KRS 134.546', [7, 8, 9, 10]),
    unread('LA', 'La. Const. VII s. 25; Act 774 of 2024'),
    seen(
      'MA',
      proptionary,
      'tax taking',
      'until foreclosure, 6 months at least; surplus is returned since 2024',
      'M.G.L. c. 60 s. 65',
    ),
    seen(
      'MD',
      proptionary,
      'lien',
      '6 months; 9 months for owner-occupied homes in Baltimore',
      'Tax-Prop. 14-833',
      [5, 6],
    ),
    seen('ME', proptionary, 'tax lien mortgage, no sale', '18 months, then automatic foreclosure', '36 M.R.S. 943'),
    seen('MI', resources, 'deed', 'none after March 31 of the third year', 'MCL 211.78', [7, 8, 9, 10, 11]),
    seen('MN', proptionary, 'deed', '3 years before forfeiture; then repurchase', 'Minn. Stat. 281.17, 282'),
    seen('MS', proptionary, 'lien', '2 years', 'Miss. Code 27-45-3', [4, 8]),
    seen('MO', resources, 'lien', '1 year; 90 days after a third sale', 'RSMo 140.340', [8]),
    seen('MT', resources, 'lien', '3 years', 'MCA 15-18-111', [7]),
    seen('NE', resources, 'lien', '3 years', 'Neb. Rev. Stat. 77-1824', [3]),
    seen('NV', resources, 'deed', '2 years before the sale; none after', 'NRS 361.570', [4]),
    seen('NH', resources, 'tax lien, no public sale', '2 years', 'RSA 80:69'),
    seen(
      'NJ',
      resources,
      'lien',
      '2 years; 6 months where the municipality holds it',
      'N.J.S.A. 54:5-54, 54:5-86',
      [6, 12],
    ),
    seen('NM', resources, 'deed', '2 to 3 years before the sale; 120 days against the state', 'NMSA 7-38-65'),
    seen(
      'NY',
      resources,
      'foreclosure; in New York City a lien sale',
      '2 years before foreclosure; New York City gives 90, 60, 30 and 10 days of notice',
      'RPTL art. 11',
    ),
    seen(
      'NC',
      auctionBlock('North Carolina'),
      'foreclosure in court; no lien auction',
      'until the court confirms the sale, with an upset-bid period of 10 days that each new bid restarts; none after',
      'G.S. 105-374, 105-375',
    ),
    seen('ND', resources, 'deed', 'none after the foreclosure notice of October 1', 'N.D.C.C. 57-28', [11]),
    seen('OH', resources, 'lien and foreclosure', 'until the sale is confirmed', 'R.C. 5721.25'),
    seen('OK', resources, 'deed', '2 years before the resale', '68 O.S. 3113', [6]),
    unread('OR', 'ORS 312.120'),
    read(
      'PA',
      copyOf(
        'Casetext copy of 53 P.S. 7293',
        'https://casetext.com/statute/pennsylvania-statutes/statutes-unconsolidated/title-53-ps-municipal-and-quasi-municipal-corporations/part-i-general-municipal-law/chapter-25-municipal-claims-and-tax-liens/article-vi-judgment-on-claim-and-execution/redemption/section-7293-redemption',
        'through 2024',
      ),
      'sheriff sale on a tax or municipal claim (Philadelphia); county upset sales follow another law, not read',
      '9 months from the acknowledgment of the sheriff deed, 3 months in cities and counties of the second class; subsection (c) excepts some property',
      '53 P.S. 7293',
    ),
    unread('RI', 'R.I. Gen. Laws 44-9-25'),
    read(
      'SC',
      copyOf(
        'Casetext copy of S.C. Code 12-51-90',
        'https://e.casetext.com/statute/code-of-laws-of-south-carolina-1976/title-12-taxation/chapter-51-alternate-procedure-for-collection-of-property-taxes/section-12-51-90-redemption-of-real-property-assignment-of-purchasers-interest',
        'through 2024',
      ),
      'redeemable sale',
      '12 months from the sale, with 3%, 6%, 9% or 12% of the bid by quarter',
      'S.C. Code 12-51-90',
    ),
    unread('SD', 'SDCL 10-25'),
    read(
      'TN',
      copyOf(
        'Justia copy of T.C.A. 67-5-2701',
        'https://law.justia.com/codes/tennessee/2021/title-67/chapter-5/part-27/section-67-5-2701/',
        '2021',
      ),
      'redeemable deed, confirmed by a court',
      '1 year from the confirmation of the sale; 180 days after more than 5 years of delinquency, 90 days after 8, 30 days where the court finds a ground for it',
      'T.C.A. 67-5-2701',
    ),
    read(
      'TX',
      copyOf('Texas Public Law, Tax Code 34.21', 'https://texas.public.law/statutes/tex._tax_code_section_34.21'),
      'redeemable deed',
      'homestead, agricultural land and minerals: to the second anniversary of the filed deed, with a premium of 25% in the first year and 50% in the second; other property has a period of its own, not read',
      'Tex. Tax Code 34.21',
    ),
    unread('UT', 'Utah Code 59-2-1346'),
    unread('VT', '32 V.S.A. 5260'),
    seen(
      'VA',
      auctionBlock('Virginia'),
      'deed, sold by order of a court',
      'before the date of the sale; none after',
      'Va. Code 58.1-3965, 58.1-3974',
    ),
    seen(
      'WA',
      auctionBlock('Washington'),
      'deed, after 3 years of delinquency',
      'before the day of the sale; none after, but 3 years for minors and persons legally incompetent',
      'RCW 84.64',
    ),
    unread('WV', 'W. Va. Code 11A-3-23'),
    unread('WI', 'Wis. Stat. 75'),
    unread('WY', 'Wyo. Stat. 39-13-109'),
  ],
};
