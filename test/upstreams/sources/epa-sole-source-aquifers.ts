import { layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

/** Only Biloxi lies in a (made-up) designated aquifer. */
const aquifer = {
  SSA_ID: 'SSA99',
  SSA_NAME: 'Made-up Coastal Aquifer System',
  FR_ID: '99 FR 99999',
  EPA_Region: 4,
  EPA_Link: 'https://www.epa.gov/dwssa/made-up-coastal',
  CONTACT_NAME: 'JANE PLANTED',
};

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-sole-source-aquifers',
  hosts: ['services.arcgis.com'],
  respond(request) {
    if (!/\/Sole_Source_Aquifers_August_2019\/FeatureServer\/0\/query$/.test(request.path)) return undefined;
    const question = layerQuestion(request);
    const place = question.point && samplePlaceNear(question.point.latitude, question.point.longitude);
    return layerAnswer(question, place?.id === 'biloxi' ? [{ attributes: aquifer }] : []);
  },
};

export default fakeUpstream;
