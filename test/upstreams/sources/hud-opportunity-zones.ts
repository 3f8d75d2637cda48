import { layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

/** Raleigh and Biloxi lie in designated tracts, the other places do not. */
const designated = new Set<string>(['raleigh', 'biloxi']);

const fakeUpstream: FakeUpstream = {
  cardId: 'hud-opportunity-zones',
  hosts: ['services.arcgis.com'],
  respond(request) {
    if (!request.path.endsWith('/Opportunity_Zones/FeatureServer/13/query')) return undefined;
    const question = layerQuestion(request);
    const place = question.point && samplePlaceNear(question.point.latitude, question.point.longitude);
    const rows = place && designated.has(place.id) ? [{ attributes: { GEOID10: place.tract } }] : [];
    return layerAnswer(question, rows);
  },
};

export default fakeUpstream;
