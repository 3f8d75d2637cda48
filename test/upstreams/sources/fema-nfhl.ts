import { type Box, boxOf, layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

type Rows = readonly Record<string, unknown>[];

const notSet = { STATIC_BFE: -9999, V_DATUM: null, DEPTH: -9999, LEN_UNIT: null, VELOCITY: -9999, VEL_UNIT: null };
const zone = (id: string, letters: string, subtype: string | null, flag: string, more: object = {}) => ({
  FLD_ZONE: letters,
  ZONE_SUBTY: subtype,
  SFHA_TF: flag,
  ...notSet,
  DFIRM_ID: id.slice(0, 6),
  FLD_AR_ID: id,
  STUDY_TYP: 'NP',
  ...more,
});
const panel = (name: string, date: string) => ({
  FIRM_PAN: name,
  EFF_DATE: Date.parse(date),
  PANEL_TYP: 'Countywide, Panel Printed',
  PNP_REASON: null,
});
const feet = { V_DATUM: 'NAVD88', LEN_UNIT: 'Feet' };

interface Sheet {
  readonly zones: Rows;
  readonly near?: Rows;
  readonly panels: Rows;
  readonly revisions?: Rows;
  readonly community?: Rows;
  /** Letters about properties within 50 m. */
  readonly amendments?: Rows;
  readonly elevationLines?: Rows;
}

/**
 * Layers 16 and 34 after two public clients each: columns and their sentinels; LOMA, "Completed", "Property removed" and
 * "Superseded" are values that the clients name.
 */
const amendment = (caseNumber: string, date: string, outcome: string, more: object = {}) => ({
  CASENUMBER: caseNumber,
  PROJECTCATEGORY: 'LOMA',
  DATEENDED: Date.parse(date),
  STATUS: 'Completed',
  OUTCOME: outcome,
  REVAL_STAT: null,
  PROJECTNAME: 'LOT 5 -- JANE Q PLANTED RESIDENCE',
  ...more,
});
const elevationLine = (feet: number) => ({ ELEV: feet, LEN_UNIT: 'Feet', V_DATUM: 'NAVD88' });

/** Synthetic map sheets; Hartford has no digital map, Chicago's map draws no zone at the point. */
const sheets: Readonly<Record<string, Sheet>> = {
  raleigh: {
    zones: [zone('37183C_101', 'X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', 'F')],
    near: [zone('37183C_102', 'AE', 'FLOODWAY', 'T', { STATIC_BFE: 245.3, ...feet })],
    panels: [panel('3720170300K', '2022-07-19')],
    revisions: [{ CASE_NO: '23-04-1234P', EFF_DATE: Date.parse('2023-11-03'), STATUS: 'Effective' }],
    community: [{ POL_NAME1: 'CITY OF RALEIGH', CID: '370243' }],
  },
  biloxi: {
    zones: [
      zone('28047C_11', 'VE', null, 'T', { STATIC_BFE: 19, ...feet }),
      zone('28047C_12', 'X', 'AREA OF MINIMAL FLOOD HAZARD', 'F'),
    ],
    panels: [panel('28047C0291G', '2009-06-16')],
    community: [{ POL_NAME1: 'CITY OF BILOXI', CID: '285252' }],
  },
  'new-york': {
    zones: [zone('3604970182_7', 'AO', null, 'T', { DEPTH: 2, ...feet, VELOCITY: 3, VEL_UNIT: 'FT/SEC' })],
    panels: [panel('3604970182F', '2007-09-05')],
    community: [{ POL_NAME1: 'CITY OF NEW YORK', CID: '360497' }],
    amendments: [
      amendment('08-02-0001A', '2008-02-05', 'Property removed', { REVAL_STAT: 'Superseded' }),
      amendment('24-02-0002A', '2024-05-17', 'Property removed'),
    ],
    elevationLines: [elevationLine(12), elevationLine(11), elevationLine(-9999)],
  },
  olathe: {
    zones: [zone('20091C_11', 'X', 'AREA OF MINIMAL FLOOD HAZARD', 'F')],
    panels: [panel('20091C0089G', '2009-08-03')],
  },
  chicago: { zones: [], panels: [panel('17031C0419J', '2008-08-19')] },
};

/**
 * The ground that the zones of a box lie on: a special flood hazard area south of a line that bends by the lot of a sample
 * place, and another zone north of it. Chicago's map draws nothing; Hartford has none.
 */
function zonesIn([west, south, east, north]: Box) {
  const place = samplePlaceNear((south + north) / 2, (west + east) / 2);
  if (!place || place.id === 'chicago' || place.id === 'hartford') return [];
  const [left, right] = [place.longitude - 0.05, place.longitude + 0.05];
  // 20 m south of the point, and 24 m at its sides: a quarter of a lot that reaches 40 m around the point
  const bend = [place.longitude, place.latitude - 20 / 111_195] as const;
  const edge = place.latitude - 24 / 111_195;
  const [bottom, top] = [place.latitude - 0.05, place.latitude + 0.05];
  const line = [[left, edge], bend, [right, edge]];
  const closed = (...corners: readonly (readonly number[])[]) => [...corners, corners[0]];
  const hazard = closed(...line, [right, bottom], [left, bottom]);
  const other = closed(...line, [right, top], [left, top]);
  return [
    { attributes: zone(`${place.countyFips}C_900`, 'AE', null, 'T'), geometry: { rings: [hazard] } },
    {
      attributes: zone(`${place.countyFips}C_901`, 'X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', 'F'),
      geometry: { rings: [other] },
    },
  ].filter(({ attributes }) => (attributes.SFHA_TF === 'T' ? south < bend[1] : north > edge));
}

const fakeUpstream: FakeUpstream = {
  cardId: 'fema-nfhl',
  hosts: ['hazards.fema.gov'],
  respond(request) {
    const layer = /\/NFHL\/MapServer\/(\d+)(\/query)?$/.exec(request.path);
    if (!layer) return undefined;
    if (!layer[2])
      return { body: { id: Number(layer[1]), name: 'Flood Hazard Zones', fields: [{ name: 'FLD_ZONE' }] } };
    const question = layerQuestion(request);
    const box = boxOf(question);
    if (box && layer[1] === '28') {
      const only = question.where === "SFHA_TF = 'T'" ? 'T' : undefined;
      const rows = zonesIn(box).filter(({ attributes }) => !only || attributes.SFHA_TF === only);
      return layerAnswer(question, rows);
    }
    const place = question.point && samplePlaceNear(question.point.latitude, question.point.longitude);
    const sheet = place && sheets[place.id];
    const near = question.radiusMeters > 0 ? (sheet?.near ?? []) : [];
    const rows: Readonly<Record<string, Rows>> = {
      0: sheet ? [{ STUDY_ID: 'synthetic' }] : [],
      1: sheet?.revisions ?? [],
      3: sheet?.panels ?? [],
      16: question.radiusMeters > 0 ? (sheet?.elevationLines ?? []) : [],
      22: sheet?.community ?? [],
      34: question.radiusMeters > 0 ? (sheet?.amendments ?? []) : [],
      28: [...(sheet?.zones ?? []), ...near],
    };
    return layerAnswer(
      question,
      (rows[layer[1] ?? ''] ?? []).map((attributes) => ({ attributes })),
    );
  },
};

export default fakeUpstream;
