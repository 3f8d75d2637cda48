/** Words that say nothing about what is asked. */
const stopWords = new Set(
  `a about above across after all along also am an and any anyone are around as at away be because been before behind below
  between but by can cannot close could did do does doing for from get getting give go going got had has have having he
  her here him his how i if in inside into is it its just know let like list look looking made make may me might more
  much my near nearby need next no not now of off on one or other our out over own please pull put really see shall she
  should show since so some someone something soon still such take tell than that the their them then there these they
  thing this those through to too under until up us use used using very via want was we were what whats when where
  whether which while who whom whose why will with within without would yet you your
  svc right please anyway currently today api endpoint find check lookup search question info`.split(/\s+/),
);

/** The words that say nothing even inside a phrase ("before signing" is not "signing"). */
const fillers = new Set(
  `a an the i me my we our us you your he she they their it its is are was were be been am do does did can could would should
  may might will shall have has had of for to in on at as and or with from by this that these those there please just some
  any im ive svc`.split(/\s+/),
);

/** Words too common on this tool index to show, alone, that a tool fits. */
const weakWords = new Set(
  `data information high size stock pointer loop lead pack brief update analysis index profile availability guide address area amount annual available base block box building by case change city context cost count county current date
  day detail district document estimate evidence exact fact file free future high history home house index land last level
  license limit line local location long low main map month name national neighborhood new nearby number office official old
  open order owner page paid parcel past people per place plan point present price private program project property public
  range rate read real record region register report request result review risk road room row rule run screen section
  service set site size source spot start state station status step street summary table term test time today tomorrow
  top total town track two type unit value version view visit watch water way week window word work year zip zone`.split(
    /\s+/,
  ),
);

const protectedWords = new Set(
  'zoning rezoning housing building gas pass loss address census business access process bus plus status analysis texas'.split(
    ' ',
  ),
);

/** Irregular and domain forms that a rule would miss. */
const forms: Readonly<Record<string, string>> = {
  wells: 'well',
  taxes: 'tax',
  taxed: 'tax',
  taxation: 'tax',
  leaking: 'leak',
  leaks: 'leak',
  buried: 'bury',
  burnt: 'burn',
  burned: 'burn',
  sold: 'sale',
  sales: 'sale',
  selling: 'sale',
  bought: 'buy',
  purchase: 'buy',
  buying: 'buy',
  buyer: 'buy',
  built: 'build',
  rental: 'rent',
  rents: 'rent',
  renting: 'rent',
  crimes: 'crime',
  schools: 'school',
  quakes: 'earthquake',
  quake: 'earthquake',
  assessor: 'assess',
  assessed: 'assess',
  assessment: 'assess',
  assessing: 'assess',
  reassessed: 'assess',
  reassessment: 'assess',
  permitting: 'permit',
  permitted: 'permit',
  insured: 'insurance',
  insure: 'insurance',
  insurer: 'insurance',
  violation: 'violation',
  violated: 'violation',
  utilities: 'utility',
  facilities: 'facility',
  polluted: 'pollution',
  polluting: 'pollution',
  pollutant: 'pollution',
  contaminated: 'contamination',
  contaminant: 'contamination',
  delinquency: 'delinquent',
  redemption: 'redeem',
  eligibility: 'eligible',
  jobless: 'unemployment',
  unemployed: 'unemployment',
  seismicity: 'seismic',
  steepness: 'steep',
  noisy: 'noise',
  loud: 'noise',
  appealed: 'appeal',
  neighbourhood: 'neighborhood',
  neighbour: 'neighbor',
  centre: 'center',
  metre: 'meter',
  kilometre: 'kilometer',
  environmental: 'environment',
  mapped: 'map',
  geology: 'geologic',
  geological: 'geologic',
  solar: 'solar',
  voting: 'vote',
  compared: 'compare',
  comparing: 'compare',
  comparison: 'compare',
  monitoring: 'monitor',
  electricity: 'electric',
  registered: 'register',
  registration: 'register',
  registry: 'register',
  medically: 'medical',
  citations: 'citation',
  cite: 'citation',
  cited: 'citation',
  sourced: 'source',
  covered: 'coverage',
  covers: 'coverage',
  cover: 'coverage',
  representing: 'representative',
  represents: 'representative',
  represent: 'representative',
  refinancing: 'refinance',
  acres: 'acre',
  acreage: 'acre',
  reconstruct: 'rebuild',
  reconstruction: 'rebuild',
  yearly: 'annual',
  veterans: 'veteran',
  transportation: 'transport',
  radius: 'radius',
  gauges: 'gauge',
  gage: 'gauge',
};

/** Rough stem: plurals and the commonest endings, so that a question and a definition meet. */
export function stem(word: string): string {
  const form = forms[word];
  if (form) return form;
  if (protectedWords.has(word) || word.length <= 3) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word)) return stem(word.slice(0, -1));
  const bare = /^(.{3,}?)(ing|ed)$/.exec(word)?.[1];
  if (bare && /[aeiouy]/.test(bare)) return bare.replace(/([bdfgmnprt])\1$/, '$1').replace(/e$/, '');
  return word.length > 4 ? word.replace(/e$/, '') : word;
}

const weakStems = new Set([...weakWords].map(stem));
export const isWeak = (token: string): boolean => weakStems.has(token) || /^\d+$/.test(token);

const stems = (text: string, without: ReadonlySet<string>): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !without.has(word))
    .map(stem);

/** Content words of a text as stems, in order; stop words out. */
export const tokens = (text: string): string[] => stems(text, stopWords);

/** Words of a text as stems for the matching of whole phrases; only fillers out. */
export const phraseTokens = (text: string): string[] => stems(text, fillers);

const suffix =
  'st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|hwy|highway|way|pl|pkwy|parkway|ter|terrace|cir|circle|sq';
const streetAddress = new RegExp(`\\b\\d+[a-z]?\\s+(?:[\\w.'-]+\\s+){1,4}?(?:${suffix})\\b\\.?`, 'gi');
const numberAndName = /\b\d+\s+(?:[NSEW]\.?\s+)?[A-Z][\w'-]+/g;
const noise =
  /\b(?:lat|lon|lng|latitude|longitude|route|rte|hwy|highway|i-)\s*-?[\d.]+|\b\d{5}(?:-\d{4})?\b|-?\d+\.\d+|\b\d+(?:st|nd|rd|th)\b/gi;
const stateCode =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\b/g;

/** A question without the address, codes and numbers in it: those say where, not what. */
export function withoutPlace(query: string): string {
  return query.replace(streetAddress, ' ').replace(numberAndName, ' ').replace(noise, ' ').replace(stateCode, ' ');
}

/** Stems of words written with a capital inside the question: names of places and people, as a rule. */
export function properNames(query: string): ReadonlySet<string> {
  const words = [...query.matchAll(/(?<=[a-z0-9,;:)] )[A-Z][a-z'-]+/g)].map(([word]) => word);
  return new Set(words.flatMap(tokens));
}
