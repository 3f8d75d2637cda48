import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';

const { chicago, raleigh } = samplePlaces;
const permit = (SourceID: string, CWPName: string, FacLat: number | null, FacLong: number | null) => ({
  CWPName,
  SourceID,
  FacLat: FacLat === null ? null : String(FacLat),
  FacLong: FacLong === null ? null : String(FacLong),
  CWPOperatorContact: 'JANE PLANTED',
});

/** The second one around Chicago has no position. */
const permits = [
  permit('IL0028088', 'MADE-UP RECLAMATION DISTRICT', chicago.latitude + 0.02, chicago.longitude),
  permit('ILG551234', 'MADE-UP LIFT STATION', chicago.latitude + 0.01, chicago.longitude - 0.01),
  permit('IL0099999', 'MADE-UP PLANT WITHOUT A POSITION', null, null),
  permit('NC0029033', 'MADE-UP RIVER PLANT', raleigh.latitude - 0.02, raleigh.longitude),
];
const answers = new Map<string, readonly object[]>();

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-npdes-permits',
  hosts: ['echodata.epa.gov'],
  respond({ path, query }) {
    const step = /^\/echo\/cwa_rest_services\.(get_facilities|get_qid)$/.exec(path)?.[1];
    if (!step) return undefined;
    if (step === 'get_qid') {
      const rows = answers.get(query.get('qid') ?? '');
      if (!rows) return { body: { Results: { Error: { ErrorMessage: 'Query ID is not valid' } } } };
      return { body: { Results: { Message: 'Success', PageNo: '1', Facilities: rows } } };
    }
    const from = { latitude: Number(query.get('p_lat')), longitude: Number(query.get('p_long')) };
    const reach = Number(query.get('p_radius')) * 1609.344;
    const rows = permits.filter(({ FacLat, FacLong }) =>
      FacLat === null
        ? distanceMeters(from, chicago) < reach
        : distanceMeters(from, { latitude: Number(FacLat), longitude: Number(FacLong) }) <= reach,
    );
    const id = `p${from.latitude}${from.longitude}${reach}`;
    answers.set(id, rows);
    return { body: { Results: { Message: 'Success', QueryRows: String(rows.length), QueryID: id } } };
  },
};

export default fakeUpstream;
