import { layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

const area = (PWSID: string, PWS_Name: string, people: number, Model_Method: string | null) => ({
  PWSID,
  PWS_Name,
  Population_Served_Count: people,
  Service_Connections_Count: Math.round(people / 3),
  Model_Method,
  Verification_Status: Model_Method ? 'Unverified' : 'Verified',
  CONTACT: 'JANE PLANTED',
});

/** The second area of Raleigh is near the point and does not hold it; two areas hold the point of Philadelphia. */
const byPlace: Readonly<Record<string, { here: Record<string, unknown>[]; around: Record<string, unknown>[] }>> = {
  raleigh: {
    here: [area('NC9900001', 'MADE-UP CITY OF RALEIGH', 612_000, null)],
    around: [area('NC9900002', 'MADE-UP MOBILE HOME PARK', 240, 'Random Forest')],
  },
  philadelphia: {
    here: [
      area('PA9900001', 'MADE-UP CITY OF PHILADELPHIA', 1_600_000, null),
      area('PA9900002', 'MADE-UP SUBURBAN WATER', 9100, 'Decision Tree'),
    ],
    around: [],
  },
  biloxi: { here: [area('MS9900001', 'MADE-UP CITY OF BILOXI', 46_000, 'Decision Tree')], around: [] },
};

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-water-service-areas',
  hosts: ['services.arcgis.com'],
  respond(request) {
    if (!/\/Water_System_Boundaries\/FeatureServer\/0\/query$/.test(request.path)) return undefined;
    const question = layerQuestion(request);
    const place = question.point && samplePlaceNear(question.point.latitude, question.point.longitude);
    const rows = byPlace[place?.id ?? ''] ?? { here: [], around: [] };
    const chosen = question.radiusMeters > 0 ? [...rows.here, ...rows.around] : rows.here;
    return layerAnswer(
      question,
      chosen.map((attributes) => ({ attributes })),
    );
  },
};

export default fakeUpstream;
