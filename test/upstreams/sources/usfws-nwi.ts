import { type Box, boxOf, layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';
import { offset } from '../tables.ts';

const wetland = (code: string, type: string, acres: number) => ({
  'Wetlands.ATTRIBUTE': code,
  'Wetlands.WETLAND_TYPE': type,
  'Wetlands.ACRES': acres,
  'NWI_Wetland_Codes.SYSTEM_NAME': code.startsWith('P') ? 'Palustrine' : 'Riverine',
});
const fields = Object.keys(wetland('', '', 0)).map((name) => ({ name, type: 'esriFieldTypeString' }));

/** Raleigh has wetlands near but not at the point, Biloxi has one at the point, the other places have none. */
const near: Readonly<Record<string, { here: object[]; around: object[] }>> = {
  raleigh: {
    here: [],
    around: [
      wetland('PFO1A', 'Freshwater Forested/Shrub Wetland', 2.41),
      wetland('PFO1A', 'Freshwater Forested/Shrub Wetland', 0.7),
      wetland('R5UBH', 'Riverine', 1.12),
    ],
  },
  biloxi: {
    here: [wetland('E2EM1P', 'Estuarine and Marine Wetland', 14.2)],
    around: [wetland('PUBHx', 'Freshwater Pond', 0.31)],
  },
};

/** A pond some 60 m east and 40 m north of the point in Raleigh and Biloxi. */
function polygonsIn([west, south, east, north]: Box) {
  const place = samplePlaceNear((south + north) / 2, (west + east) / 2);
  if (place?.id !== 'raleigh' && place?.id !== 'biloxi') return [];
  const at = (x: number, y: number) => {
    const { longitude, latitude } = offset(place, x, y);
    return [longitude, latitude];
  };
  const ring = [at(48, 40), at(58, 54), at(75, 47), at(72, 29), at(57, 25), at(48, 40)];
  const reaches = ring.some(([x = 0, y = 0]) => x >= west && x <= east && y >= south && y <= north);
  return reaches ? [{ attributes: wetland('PUBHx', 'Freshwater Pond', 0.31), geometry: { rings: [ring] } }] : [];
}

const fakeUpstream: FakeUpstream = {
  cardId: 'usfws-nwi',
  hosts: ['fwspublicservices.wim.usgs.gov', 'fwsprimary.wim.usgs.gov'],
  respond(request) {
    if (!/\/Wetlands\/MapServer\/0(\/query)?$/.test(request.path)) return undefined;
    if (!request.path.endsWith('/query')) return { body: { id: 0, name: 'Wetlands', fields } };
    const question = layerQuestion(request);
    const box = boxOf(question);
    if (box) return layerAnswer(question, polygonsIn(box));
    const place = question.point && samplePlaceNear(question.point.latitude, question.point.longitude);
    const rows = near[place?.id ?? ''] ?? { here: [], around: [] };
    const chosen = question.radiusMeters > 0 ? [...rows.here, ...rows.around] : rows.here;
    return layerAnswer(
      question,
      chosen.map((attributes) => ({ attributes: attributes as Record<string, unknown> })),
    );
  },
};

export default fakeUpstream;
