/** What the service does not do, in words that people use for it; a match empties the hits and says why. */
interface Outside {
  readonly id: string;
  readonly reason: string;
  readonly patterns: readonly RegExp[];
}

/** Countries and regions that are not also common names of US places. */
const abroad =
  'canada|canadian|ontario canada|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|toronto|vancouver bc|montreal|calgary|united kingdom|uk|england|scotland|wales|ireland|london|france|germany|german|berlin|spain|barcelona|madrid|italy|italian|portugal|lisbon|netherlands|amsterdam|belgium|switzerland|austria|sweden|norway|denmark|finland|poland|ukraine|russia|greece|dubai|uae|saudi arabia|india|mumbai|delhi|bangalore|china|beijing|shanghai|hong kong|japan|tokyo|korea|seoul|taiwan|thailand|bangkok|vietnam|indonesia|bali|philippines|manila|singapore|malaysia|australia|sydney|melbourne australia|new zealand|auckland|mexico|cancun|tulum|brazil|argentina|colombia|costa rica|dominican republic|bahamas|south africa|nigeria|lagos|kenya|nairobi|ghana|egypt|cairo egypt|morocco|europe|european';
const us =
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|us|usa';

const outside: readonly Outside[] = [
  {
    id: 'people',
    reason:
      'This service describes properties, not people: it has no owner or resident look-up, no contacts, no background checks.',
    patterns: [
      /\b(?:license|number) plates?\b|\bvin number\b/i,
      /\bwho (?:lives|lived|resides|is living|owns|owned|rents)\b|\bowner'?s? (?:name|phone|e-?mail|contact|number)\b|\bname of the owner\b/i,
      /\b(?:phone|cell|mobile)(?: number)?s?\b.*\b(?:owner|landlord|neighbou?r|resident|seller|person|tenant|agent|him|her)|\b(?:owner|landlord|neighbou?r|resident|seller|tenant)s?\b.*\b(?:phone|e-?mail|contact|cell)\b/i,
      /\b(?:background|credit) (?:check|score|report)s?\b|\bcriminal (?:record|history)\b|\barrest record of\b|\bmug ?shots?\b|\bsex offenders?\b/i,
      /\bskip trac|\bfind (?:a|this|that) (?:person|people|man|woman)\b|\bsocial security number\b|\bdate of birth\b|\bmaiden name\b/i,
      /\b(?:ethnicity|race|religion|racial|demographic profile)\b.*\b(?:neighbou?rs?|neighbou?rhood|block|people|residents)|\bimmigration status\b|\btenant screening\b|\bscreen (?:a |my |this )?(?:tenant|applicant)/i,
    ],
  },
  {
    id: 'verdict',
    reason:
      'This service gives cited facts, never a score, a ranking or a verdict about a place. For reported incidents with their limits see svc_area_incidents.',
    patterns: [
      /\b(?:dangerous|safe|unsafe|sketchy|ghetto|shady|desirable|livable|walkable)\b.*\b(?:block|neighbou?rhood|area|street|part of town|city|town|place|district|zip|live|family|kids)\b/i,
      /\b(?:block|neighbou?rhood|street|part of town|city|town|district)\b.{0,24}\b(?:dangerous|safe|unsafe|sketchy|ghetto|shady|desirable)\b/i,
      /\b(?:is|are)(?:\s+[\w']+){1,4}\s+(?:dangerous|unsafe|safe)\b(?!\s+(?:to|for|intersection|road|dam|level))/i,
      /\b(?:good|bad|nice|rough|great)\s+(?:\w+\s+)?(?:block|neighbou?rhood|area|part of town|suburb|place to live|schools?)\b/i,
      /\b(?:safest|nicest|trendiest|most dangerous|worst|coolest)\b/i,
      /\b(?:best|top|hottest)\b.*\b(?:neighbou?rhoods?|cities|towns?|places?|suburbs?|streets?|investment)\b/i,
      /\b(?:walk|safety|crime|livability|school|neighbou?rhood|investment|transit|bike) (?:score|rating|ranking|grade)s?\b/i,
      /\b(?:rate|score|grade|rank)s? (?:this|my|the|these|our|a) (?:block|neighbou?rhood|area|street|house|home|property|properties|place|schools?)\b/i,
      /\b(?:1|one|zero|0) (?:to|-|through) (?:10|ten|5|five|100)\b|\bout of (?:10|ten|100)\b/i,
      /\bshould i (?:buy|sell|invest|move|rent)\b|\bgood (?:investment|deal)\b/i,
    ],
  },
  {
    id: 'prediction',
    reason: 'This service neither predicts nor values: it has no forecasts and no price estimates of a property.',
    patterns: [
      /\b(?:predict|forecast)\b(?!.*\b(?:flood|river|gauge|stage)\b)/i,
      /\bwill\b.*\b(?:prices?|values?|market|rates?)\b.*\b(?:go up|go down|rise|fall|crash|increase|drop|next year)\b/i,
      /\b(?:zestimate|what (?:is|will) (?:my|this|the) (?:house|home|property) (?:be )?worth|how much (?:is|would|will|could) (?:my|this|the|our) (?:house|home|property|place) (?:be )?(?:worth|sell for|go for|fetch))\b/i,
    ],
  },
  {
    id: 'unrelated',
    reason:
      'This service answers questions about US addresses and places from official records; this question is about something else.',
    patterns: [
      /\b(?:bitcoin|ethereum|crypto|cryptocurrency|stock (?:price|market|quote)s?|nasdaq|dow jones|forex|exchange rates?|currency)\b/i,
      /\bweather\b.*\b(?:today|tomorrow|tonight|now|this|next|week|weekend)\b|\bweather forecast\b|\bwill it (?:rain|snow)\b|\btemperature (?:today|tomorrow)\b/i,
      /\b(?:book|reserve|booking|reservation)\b.*\b(?:table|flights?|hotel|room|tickets?|taxi|uber|appointment|dinner|trip|cruise)\b|\border\b.*\b(?:pizza|groceries|food|taxi|uber|flowers|sushi)\b/i,
      /\b(?:recipes?|how to cook|bake a|joke|poem|poetry|song|lyrics|movie|movies|horoscope|football|basketball|baseball|nba|nfl|world cup|olympics|celebrity)\b/i,
      /\b(?:translate|translation|homework|essay|cover letter|regex|python|javascript|sql query|source code|debug|compile)\b/i,
      /\b(?:plane tickets?|airline tickets?|flights? to|car rental|rental car|dating (?:app|site)|gas prices?|mortgage rates?|election (?:results?|winner)|won the election|lottery|powerball|diagnose|symptoms?|medication|prescription)\b/i,
      /\bjob (?:openings?|listings?|offers?|vacanc)|\bapply for (?:a |an )?(?:job|mortgage|loan|visa|passport|credit card)\b|\b(?:concert|movie|theat(?:er|re)) tickets?\b|\b(?:find|hire|recommend) (?:me )?(?:a |an )?(?:plumber|electrician|contractor|realtor|lawyer|attorney|doctor|dentist)\b/i,
      /\bsend (?:an? )?(?:e-?mail|text message|tweet)\b/i,
    ],
  },
];

const abroadName = new RegExp(`\\b(?:${abroad})\\b`, 'gi');
const usBefore = /(?:\b(?:new|west|east|little|port|fort|north|south|via|route|lake)|\d)\s*$/i;
const usAfter = new RegExp(
  `^\\s*,?\\s*(?:(?:${us}|county|township|st|street|ave|avenue|rd|road|dr|drive|blvd|ln|lane)\\b)`,
  'i',
);
const stateCodeAfter = /^\s*,?\s*[A-Z]{2}\b/;

/** A country or a city abroad, unless the words around it make it a US place or street. */
function namesAbroad(query: string): boolean {
  for (const match of query.matchAll(abroadName)) {
    const before = query.slice(0, match.index);
    const after = query.slice(match.index + match[0].length);
    if (!usBefore.test(before) && !usAfter.test(after) && !stateCodeAfter.test(after)) return true;
  }
  return false;
}

/** Why a question lies outside of the service, if it does. */
export function outsideOf(query: string): Pick<Outside, 'id' | 'reason'> | undefined {
  const found = outside.find(({ patterns }) => patterns.some((pattern) => pattern.test(query)));
  if (found) return found;
  return namesAbroad(query) ? { id: 'abroad', reason: 'This service covers the United States only.' } : undefined;
}
