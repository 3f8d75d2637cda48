import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';
import { lastHourEst } from './airnow-files.ts';

const reading = (now: Date, parameterName: string, nowcastAQI: number, aqiCategoryName: string) => ({
  dateObserved: lastHourEst(now).day,
  hourObserved: lastHourEst(now).hour,
  localTimeZone: 'EST',
  reportingAreaName: 'Made-up Triangle',
  siteID: '371830014',
  siteName: 'Made-up Millbrook',
  parameterName,
  nowcastAQI,
  aqiCategoryName,
  reportingAgency: 'PLANTED agency person',
});

const fakeUpstream: FakeUpstream = {
  cardId: 'airnow-api',
  hosts: ['www.airnowapi.org'],
  respond({ path, query, now }) {
    if (path !== '/aq/observation/current/ziplatLong/') return undefined;
    if (!query.get('API_KEY')) return { status: 401, body: { WebServiceError: [{ Message: 'Invalid API key' }] } };
    const place = samplePlaceNear(Number(query.get('latitude')), Number(query.get('longitude')));
    if (place?.id !== 'raleigh') {
      return { body: { WebServiceError: [{ Message: 'There are no observations for the location' }] } };
    }
    return {
      body: [
        reading(now, 'OZONE', 33, 'Good'),
        reading(now, 'PM2.5', 61, 'Moderate'),
        reading(now, 'PM10', -1, 'Unavailable'),
      ],
    };
  },
};

export default fakeUpstream;
