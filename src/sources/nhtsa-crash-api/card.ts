import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://crashviewer.nhtsa.dot.gov/CrashAPI/crashes/GetCrashesByLocation';

const card: SourceCard = {
  id: 'nhtsa-crash-api',
  name: 'NHTSA Crash API, fatal crashes by county',
  publisher: 'National Highway Traffic Safety Administration',
  authority: 'official',
  landingUrl: 'https://www.nhtsa.gov/research-data/fatality-analysis-reporting-system-fars',
  datasetUrl: 'https://crashviewer.nhtsa.dot.gov/CrashAPI',
  endpoint,
  covers: 'United States by county, from 2010 on',
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  cadence: 'yearly, behind the files of the same system',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Request, nesting (Results[0]) and columns as eight public clients use and print them; one of 2026 was answered with 403 from its network. Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800 },
  probe: {
    url: `${endpoint}?fromCaseYear=2020&toCaseYear=2020&state=37&county=183&format=json`,
    expect: ['Results.0.0.CaseYear', 'Results.0.0.LATITUDE', 'Results.0.0.LONGITUD'],
  },
  peopleFree: true,
  limits: [
    'Fatal crashes of one county; which years are complete is not stated, and the newest ones appear after the files of the system',
    'At most 5,000 crashes of one question',
  ],
};

export default card;
