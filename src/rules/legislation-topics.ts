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

/** Beginnings of words and phrases by which a title is found; a match says what a title mentions, not what it does. */
const domainTerms: Readonly<Record<LegislationDomain, readonly string[]>> = {
  zoning: ['zoning', 'rezon', 'planned development', 'land use', 'special use', 'conditional use', 'variance'],
  housing: ['housing', 'dwelling unit', 'inclusionary', 'residential development', 'homeowner'],
  short_term_rental: [
    'short-term rental',
    'short term rental',
    'shared housing',
    'vacation rental',
    'limited lodging',
    'home-share',
    'home share',
    'bed-and-breakfast',
  ],
  landlord_tenant: [
    'tenant',
    'landlord',
    'eviction',
    'rent control',
    'rent stabiliz',
    'security deposit',
    'rental licen',
    'rental registr',
    'rental inspection',
  ],
  property_tax: [
    'property tax',
    'real estate tax',
    'tax levy',
    'tax abatement',
    'tax incentive',
    'homestead',
    'assessed valu',
    'reassessment',
    'class 6',
    'class 7',
    'class l ',
  ],
  special_districts: [
    'tax increment',
    'tif district',
    'special service area',
    'special assessment',
    'special taxing',
    'business improvement district',
    'neighborhood improvement district',
  ],
  building_code: ['building code', 'construction code', 'fire code', 'energy code', 'building permit', 'demolition'],
  historic_preservation: ['landmark', 'historic', 'preservation'],
  accessory_dwelling: ['accessory dwelling', 'additional dwelling', 'coach house', 'conversion unit', 'backyard home'],
  streets_and_parking: [
    'parking',
    'loading zone',
    'vacation of',
    'street vacation',
    'alley',
    'driveway',
    'right-of-way',
    'bike lane',
    'sidewalk',
  ],
  water_and_utilities: ['water rate', 'sewer', 'stormwater', 'water main', 'lead service line', 'utility', 'electric'],
  environment: ['tree', 'flood', 'brownfield', 'environmental', 'climate', 'solar', 'energy benchmark', 'emission'],
  business_licensing: ['licens', 'liquor', 'sidewalk cafe', 'outdoor dining', 'sign permit', 'signboard', 'cannabis'],
};

const actionTerms: Readonly<Record<OwnerAction, { domains: readonly LegislationDomain[]; more?: readonly string[] }>> =
  {
    rent_short_term: { domains: ['short_term_rental'] },
    rent_long_term: { domains: ['landlord_tenant'] },
    add_dwelling_unit: { domains: ['accessory_dwelling'], more: ['dwelling unit'] },
    renovate: { domains: ['building_code', 'historic_preservation'] },
    demolish: { domains: ['historic_preservation'], more: ['demolition', 'demolish', 'wrecking'] },
    change_use: { domains: ['zoning'] },
    subdivide: { domains: [], more: ['subdivision', 'plat', 'resubdivi', 'lot split', 'lot line'] },
    contest_assessment: { domains: ['property_tax'] },
    sell: { domains: [], more: ['transfer tax', 'real estate transfer', 'point of sale', 'lead disclosure'] },
    add_solar: { domains: [], more: ['solar', 'photovoltaic', 'battery storage'] },
    run_business: { domains: ['business_licensing'] },
  };

/** Titles about a person (honours, appointments, claims) are never listed. */
const personal =
  /\b(?:(?:re-?)?appoint|nominat|congratulat|commemorat|recogni[sz]|honou?r|tribute|in memor|condolence|retire|birthday|claims?\b|settlement|legal fees|pension|refund)/i;

/** Two to four capitalised words behind what somebody applied for or was granted: an applicant's name, or an institution's. */
const filed =
  /\b(?:[Aa]pplication|[Pp]etition|[Rr]equest|[Aa]ppeal|[Pp]ermit|[Ll]icen[sc]e|[Vv]ariance|[Gg]rant(?:ing)?)\b[^.;]{0,40}?(?:\b(?:to|of|for|by|from)|,)\s+((?:[A-Z][a-z'’-]+|[A-Z]\.)(?:\s+(?:[A-Z][a-z'’-]+|[A-Z]\.)){1,3})/g;

/** Words that make such a name one of an office, a firm, a place or a rule. */
const institution =
  /\b(?:City|County|Town|Village|State|Department|Division|Bureau|Office|Commission|Committee|Board|Council|Authority|Agency|District|Court|Association|Company|Corporation|Corp|Inc|Llc|Trust|Church|School|College|University|Hospital|Center|Centre|Park|Street|Avenue|Road|Boulevard|Drive|Lane|Place|Highway|Map|Code|Chapter|Title|Section|Article|Ordinance|Zoning|Planning|Housing|Building|Historic|Development|Use|Permit|License|Licence|Variance|Special|Conditional|Accessory|Dwelling|Rental|Short|Term|Certain|Properties|Property|Residential|Commercial|North|South|East|West)\b/;

/** A site named by house number and street. */
const site =
  /\b\d{1,6}[a-z]?(?:-\d{1,6})?\s+(?:(?:[nsew]|north|south|east|west)\.?\s+)?(?:[\w'.-]+\s+){1,4}?(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|hwy|highway|pkwy|parkway|pl|place|ter|terrace|way)\b/i;

export type TopicName = LegislationDomain | OwnerAction;
export type Topic = { readonly name: TopicName; readonly pattern: RegExp };

const beginnings = (terms: readonly string[]) =>
  new RegExp(`\\b(?:${terms.map((term) => term.replace(/[-.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'i');

/** The word sets of what was asked; without a wish those of every domain. */
export function topicsOf(
  actions: readonly OwnerAction[] = [],
  domains: readonly LegislationDomain[] = [],
): readonly Topic[] {
  const wanted = actions.length + domains.length === 0 ? legislationDomains : domains;
  return [
    ...[...new Set(actions)].map((name) => {
      const { domains: under, more = [] } = actionTerms[name];
      return { name, pattern: beginnings([...under.flatMap((domain) => domainTerms[domain]), ...more]) };
    }),
    ...[...new Set(wanted)].map((name) => ({ name, pattern: beginnings(domainTerms[name]) })),
  ];
}

/** The topics whose words a title mentions. */
export const topicsIn = (text: string, topics: readonly Topic[]): readonly TopicName[] =>
  topics.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);

const namesFiler = (title: string) => [...title.matchAll(filed)].some(([, name = '']) => !institution.test(name));

/** Whether a title is about a person, or seems to name the person who filed the matter. */
export const isPersonal = (title: string): boolean => personal.test(title) || namesFiler(title);
export const namesSite = (title: string): boolean => site.test(title);
