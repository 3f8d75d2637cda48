import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/** Subjects of local law under which matters are sorted. */
export const legislationDomains = [
  'zoning',
  'housing',
  'short_term_rental',
  'landlord_tenant',
  'property_tax',
  'special_districts',
  'building_code',
  'historic_preservation',
  'accessory_dwelling',
  'streets_and_parking',
  'water_and_utilities',
  'environment',
  'business_licensing',
] as const;
export type LegislationDomain = (typeof legislationDomains)[number];

/** What an owner may have in mind. */
export const ownerActions = [
  'rent_short_term',
  'rent_long_term',
  'add_dwelling_unit',
  'renovate',
  'demolish',
  'change_use',
  'subdivide',
  'contest_assessment',
  'sell',
  'add_solar',
  'run_business',
] as const;
export type OwnerAction = (typeof ownerActions)[number];

const topics = tableFile('legislation-topics', {
  topic: z.enum([...legislationDomains, ...ownerActions]),
  // for an owner's action: the domains whose terms count too
  domains: listOf(z.enum(legislationDomains)).default([]),
  terms: listOf(text).default([]),
});

/** Titles about a person (honors, appointments, claims) are never listed. */
const personal =
  /\b(?:(?:re-?)?appoint|nominat|congratulat|commemorat|recogni[sz]|honou?r|tribute|in memor|condolence|retire|birthday|claims?\b|settlement|legal fees|pension|refund)/i;

/** Two to four capitalised words after a verb of applying or granting: the name of an applicant or an institution. */
const filed =
  /\b(?:[Aa]pplication|[Pp]etition|[Rr]equest|[Aa]ppeal|[Pp]ermit|[Ll]icen[sc]e|[Vv]ariance|[Gg]rant(?:ing)?)\b[^.;]{0,40}?(?:\b(?:to|of|for|by|from)|,)\s+((?:[A-Z][a-z'’-]+|[A-Z]\.)(?:\s+(?:[A-Z][a-z'’-]+|[A-Z]\.)){1,3})/g;

const institution =
  /\b(?:City|County|Town|Village|State|Department|Division|Bureau|Office|Commission|Committee|Board|Council|Authority|Agency|District|Court|Association|Company|Corporation|Corp|Inc|Llc|Trust|Church|School|College|University|Hospital|Center|Center|Park|Street|Avenue|Road|Boulevard|Drive|Lane|Place|Highway|Map|Code|Chapter|Title|Section|Article|Ordinance|Zoning|Planning|Housing|Building|Historic|Development|Use|Permit|License|License|Variance|Special|Conditional|Accessory|Dwelling|Rental|Short|Term|Certain|Properties|Property|Residential|Commercial|North|South|East|West)\b/;

const site =
  /\b\d{1,6}[a-z]?(?:-\d{1,6})? (?:(?:[nsew]|north|south|east|west)\.? )?(?:[\w'.-]{1,30} ){1,4}?(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|hwy|highway|pkwy|parkway|pl|place|ter|terrace|way)\b/i;

export type TopicName = LegislationDomain | OwnerAction;
export type Topic = { readonly name: TopicName; readonly pattern: RegExp };

const escaped = (term: string) => term.replace(/[-.*+?^${}()|[\]\\]/g, '\\$&').replace(/_$/, ' ');

const beginnings = (terms: readonly string[]) => new RegExp(`\\b(?:${terms.map(escaped).join('|')})`, 'i');

function rowOf(name: TopicName) {
  const row = topics().find(({ topic }) => topic === name);
  if (!row) throw new Error(`data/rules/legislation-topics.csv has no row for ${name}`);
  return row;
}

/** Beginnings of words and phrases by which a title is found; a match says what a title mentions, not what it does. */
function termsOf(name: TopicName): readonly string[] {
  const { domains, terms } = rowOf(name);
  return [...domains.flatMap(termsOf), ...terms];
}

/** The word sets of the requested domains; of every domain where none is requested. */
export function topicsOf(
  actions: readonly OwnerAction[] = [],
  domains: readonly LegislationDomain[] = [],
): readonly Topic[] {
  const wanted = actions.length + domains.length === 0 ? legislationDomains : domains;
  const names = [...new Set<TopicName>(actions), ...new Set<TopicName>(wanted)];
  return names.map((name) => ({ name, pattern: beginnings(termsOf(name)) }));
}

/** The topics whose words a title mentions. */
export const topicsIn = (text: string, topics: readonly Topic[]): readonly TopicName[] =>
  topics.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);

const namesFiler = (title: string) => [...title.matchAll(filed)].some(([, name = '']) => !institution.test(name));

/** Whether a title is about a person, or seems to name the person who filed the matter. */
export const isPersonal = (title: string): boolean => personal.test(title) || namesFiler(title);
export const namesSite = (title: string): boolean => site.test(title.replace(/\s+/g, ' '));
