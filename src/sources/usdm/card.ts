import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://usdmdataservices.unl.edu/api/CountyStatistics/GetDroughtSeverityStatisticsByAreaPercent';

const card: SourceCard = {
  id: 'usdm',
  name: 'US Drought Monitor, county statistics',
  publisher: 'National Drought Mitigation Center with USDA and NOAA',
  authority: 'official',
  landingUrl: 'https://droughtmonitor.unl.edu/',
  datasetUrl: 'https://droughtmonitor.unl.edu/DmData/DataDownload/ComprehensiveStatistics.aspx',
  endpoint,
  covers: 'United States and Puerto Rico, by county',
  outside: ['AS', 'GU', 'MP', 'VI'],
  cadence: 'weekly: released on Thursday, valid from Tuesday',
  lagDays: 2,
  licenseNote:
    'Public; credit the National Drought Mitigation Center at the University of Nebraska-Lincoln, USDA and NOAA',
  seen: {
    by: 'code',
    note: 'Request and row shape taken from public clients that name their own check of September 2026; not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 43_200 },
  probe: { url: `${endpoint}?aoi=37183&startdate=9/1/2026&enddate=9/15/2026&statisticsType=1`, expect: ['0.mapDate'] },
  peopleFree: true,
  limits: [
    'The map is drawn by experts from several indicators at county scale and above; it says nothing about one parcel or well',
  ],
};

export default card;
