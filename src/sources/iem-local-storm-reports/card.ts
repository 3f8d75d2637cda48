import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://mesonet.agron.iastate.edu/geojson/lsr.geojson';

const card: SourceCard = {
  id: 'iem-local-storm-reports',
  name: 'NWS Local Storm Reports (archive of the Iowa Environmental Mesonet)',
  publisher: 'Iowa State University, of reports of the National Weather Service',
  authority: 'secondary',
  landingUrl: 'https://mesonet.agron.iastate.edu/request/gis/lsrs.phtml',
  datasetUrl: 'https://mesonet.agron.iastate.edu/lsr/',
  endpoint,
  covers: 'United States, by state and county name',
  cadence: 'within minutes of each report',
  lagDays: 0,
  licenseNote: 'Reports are US government work, public domain; the archive is that of the Iowa Environmental Mesonet',
  seen: { by: 'code', note: 'Arguments and properties as six public clients of 2026 use them; not called by us.' },
  http: { timeoutMs: 20_000, ttlSeconds: 3600 },
  probe: { url: `${endpoint}?hours=24&states=TX`, expect: ['type', 'features'] },
  peopleFree: true,
  limits: [
    'Preliminary: reports are not checked, and one storm can be several; the Storm Events files replace them after about 80 days',
  ],
};

export default card;
