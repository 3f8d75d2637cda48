import { z } from 'zod';
import {
  annualDayOf,
  dayOfMonth,
  listOf,
  month,
  nthWeekday,
  optionalText,
  pageAddress,
  text,
  weekday,
} from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

export const permitRules = citedTable({
  id: 'permit-rules',
  name: 'permit rules',
  columns: { rule: text, conditions: optionalText },
});

const bills = ['water', 'sewer', 'electricity', 'gas and heating', 'garbage'] as const;

/**
 * Credits, discounts and aids for utility bills. Only rows that were checked against a page; further
 * credits may exist.
 */
export const utilityCredits = citedTable({
  id: 'utility-credits',
  name: 'utility credits',
  columns: { program: text, bills: listOf(z.enum(bills)), benefit: text, eligibility: optionalText },
});

/** Kinds of owners that programs name. */
export const ownerClasses = ['owner_occupant', 'senior', 'disabled', 'veteran', 'clergy', 'low_income'] as const;

/**
 * Programs that lower or defer an owner's property tax, as their pages state them. Only rows that were held against a
 * page; what is not here may exist all the same.
 */
export const ownerPrograms = citedTable({
  id: 'owner-programs',
  name: 'property tax programs for owners',
  columns: {
    program: text,
    classes: listOf(z.enum(ownerClasses)),
    amount: optionalText,
    eligibility: optionalText,
    apply: optionalText,
    closesMonth: month.exactOptional(),
    closesDay: dayOfMonth.exactOptional(),
    closesNth: nthWeekday.exactOptional(),
    closesWeekday: weekday.exactOptional(),
  },
  own({ closesMonth, closesDay, closesNth, closesWeekday, ...own }, refuse) {
    const closes = annualDayOf(
      { month: closesMonth, day: closesDay, nth: closesNth, weekday: closesWeekday },
      refuse,
      'closes_',
    );
    /** `closes`: last day of every year on which an application is accepted; `apply`: when to apply, in words. */
    return { ...own, ...(closes && { closes }) };
  },
});

/** One program that lowers or defers an owner's property tax, as its page states it. */
export type OwnerProgram = RowOf<typeof ownerPrograms>;

/**
 * Notices that a recording office sends when a document is recorded: what sets one off and how it comes, and the page
 * on which to sign up, if known. Only rows that were checked against a page; further notices may exist.
 */
export const fraudAlerts = citedTable({
  id: 'fraud-alerts',
  name: 'recording notices',
  columns: {
    service: text,
    office: text,
    notice: text,
    cost: z.literal('free').exactOptional(),
    signUp: pageAddress.exactOptional(),
  },
});

export const programHazards = ['flood', 'wind', 'earthquake'] as const;
export type ProgramHazard = (typeof programHazards)[number];

/**
 * Programs that pay for making a building withstand a hazard; `any` is not tied to one hazard, `status` is its
 * state on the row's day. Only rows that were checked against a page; further programs may exist.
 */
export const mitigationPrograms = citedTable({
  id: 'mitigation-programs',
  name: 'mitigation programs',
  columns: {
    program: text,
    hazard: z.enum([...programHazards, 'any']),
    status: text,
    amount: optionalText,
    eligibility: optionalText,
  },
});

/** Id of a public water system; as generally known, it only says which row fits a system. */
const waterSystemId = z.string().regex(/^[A-Z]{2}\d{7}$/, 'a state code and 7 digits');

/**
 * When a water utility lowers a bill after a leak, as its page states it. Only rows that were checked against a
 * page; other utilities may have a rule too.
 */
export const leakAdjustments = citedTable({
  id: 'leak-adjustments',
  name: 'leak adjustment rules',
  columns: {
    utility: text,
    pwsIds: listOf(waterSystemId).exactOptional(),
    rule: text,
    limit: optionalText,
    howOften: optionalText,
    evidence: optionalText,
    excluded: optionalText,
  },
});

/** What a row is about, and how an answer calls it. */
export const landlordTopics = {
  deposit_cap: 'Highest security deposit',
  deposit_return: 'Return of the security deposit',
  notice_of_entry: 'Notice before entry',
  termination_month_to_month: 'Notice to end a month-to-month tenancy',
  termination_year_to_year: 'Notice to end a year-to-year tenancy',
  notice_of_rent_increase: 'Notice of a rent increase',
  rent_increase_limit: 'Limit of rent increases',
} as const;
export type LandlordTopic = keyof typeof landlordTopics;

/**
 * What the statutes of a state say of residential tenancies: deposits, notice, entry, rent increases. Only rows that were
 * checked against a text; further rules may exist, and a city can have its own.
 */
export const landlordRules = citedTable({
  id: 'landlord-rules',
  name: 'landlord and tenant statutes',
  columns: {
    topic: z.enum(Object.keys(landlordTopics) as [LandlordTopic, ...LandlordTopic[]]),
    rule: text,
    exceptions: optionalText,
  },
});

/** Terms of the National Flood Insurance Program that the law fixes; only those whose text was read. */
export const nfipTerms = citedTable({
  id: 'nfip-terms',
  name: 'terms of flood insurance',
  columns: { term: text, value: text, statute: text },
});
