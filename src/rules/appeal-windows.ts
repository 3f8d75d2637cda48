import type { AnnualDay } from './calendar-dates.ts';

/** What the days are counted from. Only a notice that the caller can hold in hand is counted from `noticeDate`. */
export type Trigger =
  | 'notice_mailed'
  | 'notice_dated'
  | 'bulk_mailing'
  | 'board_decision'
  | 'publication'
  | 'commitment';

export type AppealRule =
  | { readonly kind: 'after'; readonly days: number; readonly trigger: Trigger }
  | { readonly kind: 'on'; readonly date: AnnualDay }
  | { readonly kind: 'later_of'; readonly date: AnnualDay; readonly days: number; readonly trigger: Trigger }
  | { readonly kind: 'local' };

/** One way in which a window can end; `applies` says for whom. */
export interface AppealDeadline {
  readonly applies: string;
  readonly rule: AppealRule;
  /** 5-digit county codes that alone it is for. */
  readonly counties?: readonly string[];
}

/** A value that one source gives where sources disagree. */
export interface AppealClaim extends AppealDeadline {
  /** `page`: the cited page; `statute`: the statute as generally known, its text not read. */
  readonly from: 'page' | 'statute';
}

export interface AppealWindow {
  readonly state: string;
  readonly body: string;
  readonly deadlines: readonly AppealDeadline[];
  /** Only on `conflict` rows: what each side says. */
  readonly claims?: readonly AppealClaim[];
  readonly note?: string;
  /** As generally known; the text was not read. */
  readonly statute: string;
  readonly citationUrl?: string;
  /** `secondary`: seen on a page that is not the publisher's; `conflict`: sources disagree; `unverified`: no source was read. */
  readonly verification: 'secondary' | 'conflict' | 'unverified';
}

/** Day on which the pages behind the rows were read. */
export const appealWindowsAsOf = '2026-11-21';

const nccpes = 'https://nccpes.com/?page_id=11';
const retc = 'https://retcgroup.com/tax-calendar/';
const cushman = 'https://cushwake.cld.bz/Property-Tax-Presentation-for-Citibank/9';

/** Names of the pages behind the rows. */
export const appealPages: Readonly<Record<string, string>> = {
  [nccpes]: 'NCCPES list of state appeal deadlines',
  [retc]: 'RETC Group property tax calendar',
  [cushman]: 'Cushman & Wakefield property tax presentation',
  'https://www.retailtaxsolutions.com/tax-calendar/': 'Retail Tax Solutions tax calendar',
  'https://orlandtownship.org/property-tax-appeal-2/': 'Orland Township, property tax appeal',
  'https://statutes.laws.com/north-carolina/Chapter_105/GS_105-290': 'Laws.com copy of G.S. 105-290',
};

const day = (month: number, dayOfMonth: number): AnnualDay => ({ month, day: dayOfMonth });
const nth = (n: number, weekday: 'Monday' | 'Tuesday', month: number): AnnualDay => ({ month, nth: n, weekday });
const after = (days: number, applies = 'all', trigger: Trigger = 'notice_mailed'): AppealDeadline => ({
  applies,
  rule: { kind: 'after', days, trigger },
});
const on = (date: AnnualDay, applies = 'all', counties?: readonly string[]): AppealDeadline => ({
  applies,
  rule: { kind: 'on', date },
  ...(counties && { counties }),
});
const laterOf = (
  date: AnnualDay,
  days: number,
  applies = 'all',
  trigger: Trigger = 'notice_mailed',
): AppealDeadline => ({
  applies,
  rule: { kind: 'later_of', date, days, trigger },
});
const local = (applies: string): AppealDeadline => ({ applies, rule: { kind: 'local' } });

const seen = (
  state: string,
  body: string,
  statute: string,
  citationUrl: string,
  deadlines: readonly AppealDeadline[],
  note?: string,
): AppealWindow => ({ state, body, statute, citationUrl, deadlines, verification: 'secondary', ...(note && { note }) });

const unread = (state: string, body: string, statute: string): AppealWindow => ({
  state,
  body,
  statute,
  deadlines: [],
  verification: 'unverified',
});

const disputed = (
  state: string,
  body: string,
  statute: string,
  citationUrl: string,
  known: AppealDeadline,
  page: AppealDeadline,
): AppealWindow => ({
  state,
  body,
  statute,
  citationUrl,
  deadlines: [],
  claims: [
    { ...known, from: 'statute' },
    { ...page, from: 'page' },
  ],
  verification: 'conflict',
});

/** First-level property-tax appeal of every state and DC. */
export const appealWindows: readonly AppealWindow[] = [
  seen('AL', 'County Board of Equalization', 'Ala. Code 40-3-20', retc, [after(30, 'all', 'notice_dated')]),
  seen('AK', 'Municipal Board of Equalization', 'AS 29.45.190', nccpes, [after(30)]),
  seen('AZ', 'County Assessor (petition)', 'A.R.S. 42-16051', cushman, [after(60)]),
  seen('AR', 'County Equalization Board', 'A.C.A. 26-27-317', nccpes, [on(nth(3, 'Monday', 8))]),
  seen(
    'CA',
    'Assessment Appeals Board',
    'Rev. & Tax. Code 1603, 1605',
    'https://www.retailtaxsolutions.com/tax-calendar/',
    [
      on(day(9, 15), 'counties whose assessor mails value notices by August 1'),
      on(day(11, 30), 'all other counties'),
      after(60, 'supplemental and escape assessments'),
    ],
    'Regular filing opens on July 2.',
  ),
  disputed('CO', 'County Assessor (protest)', 'C.R.S. 39-5-122', retc, on(day(6, 8)), on(day(6, 1))),
  seen('CT', 'Board of Assessment Appeals', 'Conn. Gen. Stat. 12-111', nccpes, [
    on(day(2, 20), 'grand list completed in time'),
    on(day(3, 20), 'towns whose grand list was extended'),
  ]),
  seen('DE', 'County Board of Assessment Review', '9 Del. C. 8311', nccpes, [local('each county sets its own date')]),
  seen('DC', 'Office of Tax and Revenue, first-level review', 'D.C. Code 47-825.01a', cushman, [
    on(day(4, 1), 'annual assessments'),
    after(45, 'new owners and supplemental assessments'),
  ]),
  seen(
    'FL',
    'Value Adjustment Board',
    'F.S. 194.011(3)(d)',
    cushman,
    [after(25)],
    'Counted from the mailing of the TRIM notice.',
  ),
  seen('GA', 'County Board of Tax Assessors', 'O.C.G.A. 48-5-311', retc, [after(45)]),
  seen('HI', 'County Board of Review', 'HRS 232-16; county ordinances', nccpes, [
    on(day(1, 15), 'City and County of Honolulu', ['15003']),
    on(day(4, 9), 'Hawaii, Kauai and Maui counties', ['15001', '15007', '15009']),
  ]),
  seen('ID', 'County Board of Equalization', 'Idaho Code 63-501A', nccpes, [on(nth(4, 'Monday', 6))]),
  seen(
    'IL',
    'County Board of Review',
    '35 ILCS 200/16-55',
    'https://orlandtownship.org/property-tax-appeal-2/',
    [after(30, 'counties other than Cook', 'publication'), local('Cook County: windows open township by township')],
    'After the Board of Review decides, the Property Tax Appeal Board takes appeals for 30 days.',
  ),
  disputed(
    'IN',
    'County PTABOA (Form 130)',
    'IC 6-1.1-15-1.1',
    nccpes,
    on(day(6, 15), 'notice mailed before May 1; otherwise June 15 of the year in which the bill is mailed'),
    after(45, 'as older calendars print it'),
  ),
  disputed('IA', 'Local Board of Review', 'Iowa Code 441.37', nccpes, on(day(4, 30)), on(day(5, 5))),
  disputed('KS', 'County Appraiser (informal meeting)', 'K.S.A. 79-1448', nccpes, after(30), after(21)),
  seen('KY', 'Property Valuation Administrator (conference)', 'KRS 133.045, 133.120', nccpes, [
    local('13-day inspection period that starts on the first Monday of May; the PVA publishes its last day'),
  ]),
  seen('LA', 'Parish Board of Review', 'La. R.S. 47:1992', nccpes, [
    local('set parish by parish after the rolls are open for 15 days, between August 15 and September 15'),
  ]),
  seen('ME', 'Municipal assessor (abatement)', '36 M.R.S. 841', nccpes, [after(185, 'all', 'commitment')]),
  seen(
    'MD',
    'Supervisor of Assessments',
    'Md. Code, Tax-Prop. 8-407, 14-502',
    nccpes,
    [after(45, 'all', 'notice_dated')],
    'A petition outside the three-year cycle is due by the first working day after January 1.',
  ),
  seen('MA', 'Board of Assessors (abatement)', 'M.G.L. c. 59 s. 59', cushman, [
    on(day(2, 1), 'towns that bill quarterly'),
    local('all other towns: due date of the first actual tax bill'),
  ]),
  seen(
    'MI',
    'March Board of Review, then Michigan Tax Tribunal',
    'MCL 211.30, 205.735a',
    nccpes,
    [
      local('March Board of Review: each city and township sets its days'),
      on(day(7, 31), 'Tax Tribunal, residential'),
      on(day(5, 31), 'Tax Tribunal, commercial and industrial'),
    ],
    'A residential appeal to the Tribunal needs a protest at the March Board of Review first.',
  ),
  seen('MN', 'Local Board of Appeal and Equalization, or Tax Court', 'Minn. Stat. 274.01, 278.01', cushman, [
    local('local board: meets in April and May, date on the notice'),
    on(day(4, 30), 'Tax Court, of the year in which the tax is payable'),
  ]),
  seen('MS', 'County Board of Supervisors', 'Miss. Code 27-35-89', nccpes, [
    on(nth(1, 'Monday', 8), 'objections are heard at the August meeting'),
  ]),
  seen('MO', 'County Board of Equalization', 'RSMo 137.275, 137.385', nccpes, [
    on(nth(2, 'Monday', 7), 'most counties'),
    on(nth(3, 'Monday', 6), 'some charter counties'),
  ]),
  seen('MT', 'Department of Revenue (informal review) or County Tax Appeal Board', 'MCA 15-7-102', nccpes, [
    after(30, 'all', 'notice_dated'),
  ]),
  unread('NE', 'County Board of Equalization', 'Neb. Rev. Stat. 77-1502'),
  unread('NV', 'County Board of Equalization', 'NRS 361.340'),
  unread('NH', 'Municipality (abatement)', 'RSA 76:16'),
  seen('NJ', 'County Board of Taxation', 'N.J.S.A. 54:3-21', cushman, [
    laterOf(day(4, 1), 45, 'most towns', 'bulk_mailing'),
    on(day(5, 1), 'towns in the year of a revaluation'),
    on(day(1, 15), 'counties with the alternative calendar'),
  ]),
  unread('NM', 'County Assessor (protest)', 'NMSA 7-38-24'),
  seen(
    'NY',
    'Board of Assessment Review',
    'RPTL 524; NYC Charter s. 163',
    cushman,
    [
      on(nth(4, 'Tuesday', 5), 'most towns outside New York City (Grievance Day)'),
      on(day(3, 15), 'New York City, tax class 1', ['36005', '36047', '36061', '36081', '36085']),
      on(day(3, 1), 'New York City, tax classes 2 and 4', ['36005', '36047', '36061', '36081', '36085']),
    ],
    'In New York City the window opens on January 15.',
  ),
  seen(
    'NC',
    'County Board of Equalization and Review, then Property Tax Commission',
    'G.S. 105-322, 105-290(e)',
    'https://statutes.laws.com/north-carolina/Chapter_105/GS_105-290',
    [
      local('county board: before it adjourns; the county publishes the day'),
      after(30, 'Property Tax Commission, after the county board mails its decision', 'board_decision'),
    ],
  ),
  unread('ND', 'Local and county boards of equalization', 'N.D.C.C. 57-09, 57-11, 57-12'),
  unread('OH', 'County Board of Revision', 'R.C. 5715.19'),
  unread('OK', 'County Assessor (protest)', '68 O.S. 2876'),
  seen('OR', 'Board of Property Tax Appeals', 'ORS 309.100', cushman, [on(day(12, 31))]),
  seen('PA', 'County board of assessment appeals', '53 Pa.C.S. 8844', cushman, [
    local('annual appeal: each county sets a day between August 1 and September 1'),
    after(40, 'change-of-assessment notices'),
    on(nth(1, 'Monday', 10), 'Philadelphia, for the next tax year', ['42101']),
  ]),
  unread('RI', 'Local assessor', 'R.I. Gen. Laws 44-5-26'),
  unread('SC', 'County Assessor (objection)', 'S.C. Code 12-60-2510'),
  unread('SD', 'Local board of equalization', 'SDCL 10-11-16'),
  seen('TN', 'County Board of Equalization, then State Board', 'T.C.A. 67-5-1407, 67-5-1412', cushman, [
    local('county board: appear during its June session'),
    laterOf(day(8, 1), 45, 'State Board, after the county board decides', 'board_decision'),
  ]),
  disputed(
    'TX',
    'Appraisal Review Board (protest)',
    'Tex. Tax Code 41.44',
    cushman,
    laterOf(day(5, 15), 30),
    on(day(5, 31), 'as an older table prints it'),
  ),
  unread('UT', 'County Board of Equalization', 'Utah Code 59-2-1004'),
  unread('VT', 'Listers (grievance), then Board of Civil Authority', '32 V.S.A. 4111, 4404'),
  seen('VA', 'Board of Equalization, or circuit court', 'Va. Code 58.1-3350, 58.1-3378', cushman, [
    local('each county and city sets the day'),
  ]),
  seen('WA', 'County Board of Equalization', 'RCW 84.40.038', cushman, [
    laterOf(day(7, 1), 30, 'counties that have not extended the window to 60 days'),
  ]),
  unread('WV', 'County Commission as Board of Equalization', 'W. Va. Code 11-3-24'),
  unread('WI', 'Board of Review', 'Wis. Stat. 70.47'),
  unread('WY', 'County Assessor, then County Board', 'Wyo. Stat. 39-13-109'),
];

export const appealWindowOf = (state: string): AppealWindow | undefined =>
  appealWindows.find((row) => row.state === state.toUpperCase());
