import type { CitedRow, RulePage } from './cited-row.ts';
import { scopes } from './row-scopes.ts';
import type { RuleTable } from './rule-table.ts';

/** A notice that a recording office sends when a document is recorded. */
export type FraudAlert = CitedRow & {
  readonly service: string;
  readonly office: string;
  /** What sets a notice off and how it comes. */
  readonly notice: string;
  readonly cost?: 'free';
  /** Page on which to sign up, where it was seen. */
  readonly signUp?: string;
};

const asOf = '2026-11-21';
const page = (name: string, url: string, edition?: string): RulePage => ({ name, url, ...(edition && { edition }) });
const duval = page(
  'Duval County Clerk, property fraud alert',
  'https://www.duvalclerk.com/services/property-fraud-alert',
);
const alachua = page(
  'Alachua County Clerk, recording notification service',
  'https://www.alachuacounty.us/Depts/Clerk/Pages/RecordingNotificationService.aspx',
);
const carteret = page(
  'Carteret County Register of Deeds, recording notification',
  'https://www.carteretcountync.gov/1136/Recording-Notification-Service-Alert',
);

const rows: readonly FraudAlert[] = [
  {
    scope: scopes.newYorkCity,
    verification: 'official_page',
    page: page(
      'NYC Department of Finance, deed fraud program questions',
      'https://nyc.gov/site/finance/property/deed-fraud-program-faq.page',
    ),
    asOf,
    service: 'Notice of Recorded Document',
    office: 'NYC Department of Finance (ACRIS)',
    notice: 'deeds and mortgages recorded for an address or BBL; by e-mail, text or mail, the day after recording',
    cost: 'free',
    signUp: 'https://nyc.gov/site/finance/property/deed-fraud-program-faq.page',
  },
  {
    scope: scopes.philadelphia,
    verification: 'secondary',
    page: page('FNF Fraud Insights on deed fraud', 'https://fraudinsights.fnf.com/vol17iss11/article1.htm'),
    asOf,
    service: 'Deed Fraud Guard',
    office: 'Philadelphia Department of Records',
    notice: 'a name in recorded documents; by e-mail',
    cost: 'free',
  },
  {
    scope: scopes.philadelphia,
    verification: 'official_page',
    page: page(
      'Philadelphia Department of Records, Document Notice Program (earlier site)',
      'http://www.phila.gov/Records/DocumentRecording/PressRelease.html',
    ),
    asOf,
    service: 'Document Notice Program',
    office: 'Philadelphia Department of Records',
    notice: 'a deed or mortgage of the property; by letter to the owner, without signing up',
  },
  {
    scope: scopes.cook,
    verification: 'secondary',
    page: page(
      'Private guide to the Cook County property fraud alert',
      'https://visualfoodie.com/preventing-fraud-with-the-cook-county-recorder',
    ),
    asOf,
    service: 'Property Fraud Alert',
    office: 'Cook County Clerk, recordings',
    notice: 'a name or PIN in recorded documents',
    cost: 'free',
  },
  {
    scope: scopes.miamiDade,
    verification: 'secondary',
    page: page(
      'Florida Porch, property fraud alerts',
      'https://flporch.com/notes/florida-property-fraud-alerts-watch-the-record-but-do-not-lock-it/',
      '2026-07-02',
    ),
    asOf,
    service: 'Recording notification',
    office: 'Miami-Dade Clerk',
    notice: 'a name in recorded documents; it cannot stop a filing',
    cost: 'free',
  },
  {
    scope: scopes.duval,
    verification: 'official_page',
    page: duval,
    asOf,
    service: 'Property Fraud Alert',
    office: 'Duval County Clerk',
    notice: 'a name in recorded documents; by e-mail, text or voice',
    cost: 'free',
    signUp: duval.url,
  },
  {
    scope: scopes.alachua,
    verification: 'official_page',
    page: alachua,
    asOf,
    service: 'Recording Notification Service',
    office: 'Alachua County Clerk',
    notice: 'up to 10 names for an e-mail address',
    cost: 'free',
    signUp: alachua.url,
  },
  {
    scope: scopes.florida,
    verification: 'secondary',
    page: duval,
    asOf,
    service: 'Recording notification service',
    office: 'clerk of each county',
    notice: 'state law requires the service in every county, as the page of one clerk cites it',
    statute: 'F.S. 28.47',
  },
  {
    scope: scopes.carteret,
    verification: 'official_page',
    page: carteret,
    asOf,
    service: 'Recording Notification Service Alert',
    office: 'Carteret County Register of Deeds',
    notice: 'a recording; the office cannot refuse or reverse a filing, only a court can',
    signUp: carteret.url,
  },
  {
    scope: scopes.davidson,
    verification: 'secondary',
    page: page(
      'WGHP, fraud alert system in Davidson County',
      'https://myfox8.com/news/north-carolina/fraud-alert-system-in-davidson-county-helps-residents-keep-track-of-their-property/',
    ),
    asOf,
    service: 'Property fraud alert',
    office: 'Davidson County Register of Deeds',
    notice: 'a document that changes the ownership; by e-mail',
    cost: 'free',
  },
  {
    scope: scopes.wayne,
    verification: 'secondary',
    page: page(
      'Goldsboro News-Argus on property fraud',
      'https://www.newsargus.com/editorials/put-property-fraud-in-check/article_a80ed5e8-7705-11e9-93b4-97cf2607fa13.html',
      '2019',
    ),
    asOf,
    service: 'Property Check',
    office: 'Wayne County Register of Deeds',
    notice: 'a name, address or parcel number in recorded documents',
    cost: 'free',
  },
];

/** Only rows that were held against a page; what is not here may exist all the same. */
export const fraudAlerts: RuleTable<FraudAlert> = {
  id: 'fraud-alerts',
  name: 'recording notices',
  asOf,
  rows,
};
