import type { LaneSource } from '../kernel/jurisdiction.ts';

/** A published schedule feed; stops and routes are read out of the file. */
export const scheduleFeed = (cardId: string, publisher: string, endpoint: string, landingUrl: string): LaneSource => ({
  cardId,
  name: `${publisher} schedule feed (GTFS)`,
  lane: 'transit',
  platform: 'gtfs',
  endpoint,
  resolve: { by: 'none' },
  query: {},
  fields: { recordId: 'stop_id', title: 'stop_name', latitude: 'stop_lat', longitude: 'stop_lon' },
  locationPrecision: 'exact',
  limits: { notes: ['The schedule as published; not what runs today.'] },
  freshness: { cadence: 'with each schedule change' },
  publisher,
  landingUrl,
  licence: { note: 'Terms of the agency; no licence text seen' },
  verifiedAt: null,
  verification: { word: 'catalogue', note: 'Listed in the Mobility Database catalogue (2026-08-04); not fetched.' },
});
