import type { FakeUpstream } from '../fake-upstream.ts';

const at = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 19);

/** Properties after the recorded answer of shared samples (pynws 7d74a8c71b4f): no geometry, counties as SAME codes. */
const alert = (now: Date, id: string, event: string, counties: readonly string[], status = 'Actual') => ({
  id: `https://api.weather.gov/alerts/${id}`,
  type: 'Feature',
  geometry: null,
  properties: {
    id,
    areaDesc: 'Synthetic Wake',
    geocode: { UGC: ['NCZ999'], SAME: counties },
    sent: `${at(now, -2)}-05:00`,
    onset: `${at(now, -1)}-05:00`,
    expires: `${at(now, 6)}-05:00`,
    ends: event === 'Flood Watch' ? `${at(now, 20)}-05:00` : null,
    status,
    messageType: 'Alert',
    severity: event === 'Wind Advisory' ? 'Moderate' : 'Severe',
    certainty: 'Possible',
    urgency: 'Future',
    event,
    sender: 'planted@example.com',
    senderName: 'NWS Synthetic',
    headline: `${event} issued`,
  },
});

const fakeUpstream: FakeUpstream = {
  cardId: 'nws-alerts',
  hosts: ['api.weather.gov'],
  respond({ path, query, now }) {
    if (path !== '/alerts/active') return undefined;
    const features =
      query.get('area') === 'NC'
        ? [
            alert(now, 'NWS-SYNTHETIC-1', 'Flood Watch', ['037183', '037063']),
            alert(now, 'NWS-SYNTHETIC-2', 'Wind Advisory', ['037183']),
            alert(now, 'NWS-SYNTHETIC-3', 'Winter Storm Warning', ['037021']),
            alert(now, 'NWS-SYNTHETIC-4', 'Test Message', ['037183'], 'Test'),
          ]
        : [];
    return { body: { type: 'FeatureCollection', title: 'current watches, warnings, and advisories', features } };
  },
};

export default fakeUpstream;
