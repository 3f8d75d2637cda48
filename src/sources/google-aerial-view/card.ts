import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://aerialview.googleapis.com/v1/videos:lookupVideo';

const card: SourceCard = {
  id: 'google-aerial-view',
  name: 'Google Maps Aerial View',
  publisher: 'Google',
  authority: 'secondary',
  landingUrl: 'https://developers.google.com/maps/documentation/aerial-view',
  datasetUrl: 'https://developers.google.com/maps/documentation/aerial-view',
  endpoint,
  covers: 'United States addresses for which a video was rendered before',
  cadence: 'looked up at each view',
  licenseNote: 'Google Maps Platform terms; looked up for each view, never stored',
  licenseUrl: 'https://cloud.google.com/maps-platform/terms',
  seen: { by: 'code', note: 'Request and answer as several public clients use them. Not called by us.' },
  key: {
    setting: 'SVC_KEY_AERIALVIEW',
    required: true,
    in: 'query',
    name: 'key',
    signUpUrl: 'https://developers.google.com/maps/documentation/aerial-view/cloud-setup',
    billed: true,
  },
  http: { timeoutMs: 4_000, ttlSeconds: 0, retries: 0 },
  limits: ['Only a video that exists is named; none is ever rendered on demand', 'The video itself is never fetched'],
};

export default card;
