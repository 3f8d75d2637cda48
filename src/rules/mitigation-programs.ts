import type { CitedRow, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

export const programHazards = ['flood', 'wind', 'earthquake'] as const;
export type ProgramHazard = (typeof programHazards)[number];

/** A program that pays for making a building withstand a hazard. */
export type MitigationProgram = CitedRow & {
  readonly program: string;
  /** `any`: not tied to one hazard. */
  readonly hazard: ProgramHazard | 'any';
  /** Where the program stood on the row's day. */
  readonly status: string;
  readonly amount?: string;
  readonly eligibility?: string;
};

const asOf = '2026-11-21';
const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });

const fundingLandscape = page(
  'Funding Landscape, FEMA grants 2026',
  'https://fundinglandscape.com/answers/fema-grants-emergency-preparedness-2026',
  '2026-02',
);

const rows: readonly MitigationProgram[] = [
  {
    scope: scopes.florida,
    verification: 'secondary',
    page: page(
      'Walker Insurance Agency, My Safe Florida Home 2026',
      'https://walkerinsuranceagency.com/blog/my-safe-florida-home-grant-2026-update-how-to-get-10000',
      '2026-05-08',
    ),
    asOf,
    program: 'My Safe Florida Home',
    hazard: 'wind',
    status:
      'reported as funded for the state fiscal year 2026-27; applications in stages, low income and 60 or older first',
    amount: 'up to 10,000 USD, two dollars for each of the owner; low income without a match',
    eligibility: 'homesteaded single-family home, insured value at most 700,000 USD',
  },
  {
    scope: scopes.florida,
    verification: 'secondary',
    page: page(
      'WTSP, My Safe Florida Home applications',
      'https://wtsp.com/article/news/regional/florida/my-safe-florida-home-applications-open/67-ec21df5a-641c-486b-9b13-efe75e261852',
      '2024-07',
    ),
    asOf: '2024-07',
    program: 'My Safe Florida Home, condominium pilot',
    hazard: 'wind',
    status: 'pilot of 2024; nothing later was seen',
    amount: 'up to 175,000 USD for an association',
    eligibility: 'condominium associations on the coast',
  },
  {
    scope: scopes.alabama,
    verification: 'secondary',
    page: page('Strengthen Alabama Homes, information page', 'https://dontgoof.org/resources/strengthen-alabama-homes'),
    asOf,
    program: 'Strengthen Alabama Homes',
    hazard: 'wind',
    status: 'applications every quarter',
    amount: 'up to 10,000 USD',
    eligibility: 'owner-occupied home; FORTIFIED roof or silver; the page lists Mobile and Baldwin counties',
  },
  {
    scope: scopes.louisiana,
    verification: 'secondary',
    page: page(
      'WRKF, Louisiana Fortify Homes registration',
      'https://www.wrkf.org/wrkf-news/2025-02-11/louisiana-homeowners-can-register-for-fortify-homes-program-this-week',
      '2025-02-11',
    ),
    asOf,
    program: 'Louisiana Fortify Homes Program',
    hazard: 'wind',
    status: 'rounds by lottery; the last one seen was registered for in February 2025',
    amount: 'up to 10,000 USD for a FORTIFIED roof',
    eligibility: 'that round: homes in the Coastal Zone, Lake Charles, Sulphur and Westlake',
  },
  {
    scope: scopes.mississippi,
    verification: 'official_page',
    page: page(
      'Mississippi Insurance Department, hurricane damage mitigation program',
      'https://www.mid.ms.gov/mississippi-insurance-department/preparedness/mitigation/the-comprehensive-hurricane-damage-mitigation-program/',
    ),
    also: [
      {
        name: 'Southern Home Improvement, status of Strengthen Mississippi Homes',
        url: 'https://southernhomeimprovement.com/strengthen-mississippi-homes-status/',
        secondary: true,
      },
    ],
    asOf,
    program: 'Strengthen Mississippi Homes',
    hazard: 'wind',
    status:
      'the page takes expressions of interest, not applications; a private page reports it paused since 2025, without funds',
    eligibility: "the owner's primary residence; Jackson, Harrison and Hancock counties first; FORTIFIED standard",
  },
  {
    scope: scopes.southCarolina,
    verification: 'official_page',
    page: page('South Carolina Department of Insurance, SC Safe Home', 'http://scsafehome.sc.gov/'),
    asOf,
    program: 'SC Safe Home',
    hazard: 'wind',
    status: 'the page read takes no new applications; it has opened and closed in rounds',
    eligibility: 'owner-occupied single-family home in the coastal region, not helped before',
  },
  {
    scope: scopes.california,
    verification: 'secondary',
    page: page(
      'CBS News Los Angeles, Earthquake Brace + Bolt',
      'https://www.cbsnews.com/losangeles/news/state-program-offers-grant-funds-to-get-homes-earthquake-ready/',
      '2024-01-13',
    ),
    asOf,
    program: 'Earthquake Brace + Bolt',
    hazard: 'earthquake',
    status: 'registration once a year; the last one seen ran from 2024-01-10 to 2024-02-21',
    amount: 'up to 3,000 USD',
    eligibility: 'owner-occupied home built before 1980 on a raised foundation in a listed ZIP code',
  },
  {
    scope: scopes.nation,
    verification: 'secondary',
    page: page(
      'EveryCRSReport copy of a Congressional Research Service paper on BRIC',
      'https://www.everycrsreport.com/changes/2025-09-17_IN12609_d389e609952f5807cb1115934b50025d8503343e__2026-01-07_IN12609_91101ed69aef674524e9057ad7e1087a29f5f57a.html',
      '2026-01-07',
    ),
    also: [
      page(
        'Climate Brief, FEMA resumes BRIC',
        'https://getclimatebrief.com/story/fema-resumes-bric-grant-program-court-order',
        '2026-03',
      ),
    ],
    asOf,
    program: 'FEMA Building Resilient Infrastructure and Communities (BRIC)',
    hazard: 'any',
    status:
      'ended by FEMA on 2025-04-04; a court ordered it restored in December 2025 and again in March 2026, when FEMA said that it resumes; no open call was seen',
    eligibility: 'states, tribes and local governments, not single owners',
  },
  {
    scope: scopes.nation,
    verification: 'secondary',
    page: fundingLandscape,
    asOf: '2026-02',
    program: 'FEMA Flood Mitigation Assistance (FMA)',
    hazard: 'flood',
    status: 'not cancelled; no call for the fiscal year 2026 was seen in February 2026',
    eligibility: 'through the community: NFIP-insured buildings in communities that take part in the NFIP',
  },
  {
    scope: scopes.nation,
    verification: 'secondary',
    page: fundingLandscape,
    asOf: '2026-02',
    program: 'FEMA Hazard Mitigation Grant Program (HMGP)',
    hazard: 'any',
    status: 'opened by a major disaster declaration; approvals slower in 2025 and 2026',
    amount: 'federal share of 75 percent',
    eligibility: 'through the state after a declaration',
  },
];

/** Only rows that were held against a page; what is not here may exist all the same. */
export const mitigationPrograms: RuleTable<MitigationProgram> = {
  id: 'mitigation-programs',
  name: 'mitigation programs',
  asOf,
  rows,
};
