import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

/**
 * Chicago is answered with text and New York with null, as the service does outside its maps. Envelope after the
 * publisher's own code (usgs/earthquake-design-ws: `request.status`, and its text where no grid holds a point) and the
 * recordings asce7-22-partial-granite-city-il.json and asce7-16-expected-values.json.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-designmaps',
  hosts: ['earthquake.usgs.gov'],
  respond({ path, query }) {
    if (path !== '/ws/designmaps/asce7-22.json') return undefined;
    if (!query.has('title')) return { status: 400, body: { error: 'missing parameter' } };
    const place = samplePlaceNear(Number(query.get('latitude')), Number(query.get('longitude')));
    const request = {
      date: '2026-11-21T00:00:00.000Z',
      referenceDocument: 'ASCE7-22',
      status: 'success',
      parameters: { riskCategory: query.get('riskCategory'), siteClass: query.get('siteClass') },
    };
    if (place?.id === 'chicago')
      return { body: { request, response: `No metadata exists. ${query.get('latitude')} ${query.get('longitude')}` } };
    if (place?.id === 'new-york') return { body: { request, response: null } };
    return {
      body: {
        request,
        response: {
          data: {
            pgam: 0.13,
            sms: 0.28,
            sm1: 0.18,
            sds: 0.19,
            sd1: '0.12',
            sdc: 'B',
            ss: 0.17,
            s1: 0.08,
            tl: 8,
            cv: 0.8,
          },
          metadata: { vs30: 260 },
        },
      },
    };
  },
};

export default fakeUpstream;
