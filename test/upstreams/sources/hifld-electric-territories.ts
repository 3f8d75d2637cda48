import { layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

const territory = (ID: string, NAME: string, TYPE: string, STATE: string, CUSTOMERS: number) => ({
  ID,
  NAME,
  TYPE,
  STATE,
  HOLDING_CO: 'NOT AVAILABLE',
  CUSTOMERS,
  TELEPHONE: '555-010-0199 PLANTED',
  ADDRESS: '1 PLANTED LN',
});

/** Two polygons overlap in Raleigh; none covers Hartford. Names are made up. */
const byPlace: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  raleigh: [
    territory('99001', 'MADE-UP POWER COMPANY', 'INVESTOR OWNED', 'NC', 1_400_000),
    territory('99002', 'MADE-UP RIVER ELECTRIC MEMBER CORP', 'COOPERATIVE', 'NC', -999_999),
  ],
  biloxi: [territory('99003', 'MADE-UP GULF POWER', 'INVESTOR OWNED', 'MS', 190_000)],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'hifld-electric-territories',
  hosts: ['services3.arcgis.com'],
  respond(request) {
    if (!/\/Electric_Retail_Service_Territories_HIFLD\/FeatureServer\/0\/query$/.test(request.path)) return undefined;
    const question = layerQuestion(request);
    const place = question.point && samplePlaceNear(question.point.latitude, question.point.longitude);
    return layerAnswer(
      question,
      (byPlace[place?.id ?? ''] ?? []).map((attributes) => ({ attributes })),
    );
  },
};

export default fakeUpstream;
