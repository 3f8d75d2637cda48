import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { FakeUpstream, UpstreamRequest } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const { raleigh, biloxi } = samplePlaces;

/** Ids of echo_rest_services.metadata; the longitude only comes when it is requested. */
const columnIds: Readonly<Record<string, number>> = {
  FacName: 1,
  FacCity: 3,
  RegistryID: 6,
  FacLat: 17,
  FacLong: 18,
  AIRIDs: 19,
  NPDESIDs: 21,
  RCRAIDs: 22,
  SemsIDs: 24,
  TRIIDs: 26,
  FacQtrsWithNC: 35,
  FacComplianceStatus: 36,
  CAAComplianceStatus: 37,
  CWAComplianceStatus: 38,
  RCRAComplianceStatus: 39,
  SDWAComplianceStatus: 40,
  FacInspectionCount: 41,
  FacDateLastInspection: 43,
  FacFormalActionCount: 54,
  FacDateLastFormalAction: 55,
  FacTotalPenalties: 60,
  FacDateLastPenalty: 62,
};

type Row = Readonly<Record<string, string | null>>;

function facility(
  place: { latitude: number; longitude: number },
  east: number | undefined,
  id: string,
  name: string,
  more: Row,
): Row {
  const at = east === undefined ? undefined : offset(place, east, 0);
  return {
    FacName: name,
    FacCity: 'SYNTHETIC',
    RegistryID: id,
    FacLat: at ? at.latitude.toFixed(5) : null,
    FacLong: at ? at.longitude.toFixed(5) : null,
    AIRIDs: null,
    NPDESIDs: null,
    RCRAIDs: null,
    SemsIDs: null,
    TRIIDs: null,
    FacQtrsWithNC: '0',
    FacComplianceStatus: 'No Violation Identified',
    CAAComplianceStatus: 'Not Applicable',
    CWAComplianceStatus: 'Not Applicable',
    RCRAComplianceStatus: 'Not Applicable',
    SDWAComplianceStatus: 'Not Applicable',
    FacInspectionCount: '0',
    FacDateLastInspection: null,
    FacFormalActionCount: '0',
    FacDateLastFormalAction: null,
    FacTotalPenalties: '$0',
    FacDateLastPenalty: null,
    FacOwnerName: 'JANE Q PLANTED',
    ...more,
  };
}

const tables: Readonly<Record<string, readonly Row[]>> = {
  '101': [
    facility(raleigh, 1200, '110000000101', 'SYNTHETIC ASPHALT PLANT', {
      AIRIDs: 'NC0000003718300001',
      NPDESIDs: 'NCG160001',
      FacQtrsWithNC: '5',
      FacComplianceStatus: 'Significant Violation',
      CAAComplianceStatus: 'No Violation Identified',
      CWAComplianceStatus: 'Significant Violation',
      FacInspectionCount: '4',
      FacDateLastInspection: '08/12/2025',
      FacFormalActionCount: '1',
      FacDateLastFormalAction: '09/30/2025',
      FacTotalPenalties: '$12,500',
    }),
    facility(raleigh, 350, '110000000102', 'SYNTHETIC DRY CLEANER', { RCRAIDs: 'NCD000000202' }),
    facility(raleigh, undefined, '110000000103', 'SYNTHETIC UNPLACED SHOP', { RCRAIDs: 'NCD000000203' }),
  ],
  '102': [facility(biloxi, 200, '110000000104', 'SYNTHETIC SHIPYARD', { TRIIDs: '39530SYNTH1' })],
};

function search(request: UpstreamRequest): string {
  const point = {
    latitude: Number(request.query.get('p_lat')),
    longitude: Number(request.query.get('p_long')),
  };
  if (distanceMeters(point, raleigh) < 5000) return '101';
  return distanceMeters(point, biloxi) < 5000 ? '102' : '100';
}

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-echo',
  hosts: ['echodata.epa.gov'],
  respond(request) {
    const { query, path } = request;
    if (path === '/echo/echo_rest_services.get_facilities') {
      const radius = Number(query.get('p_radius')) * 1609.344;
      if (!(radius > 0)) return { body: { Results: { Error: { ErrorMessage: 'p_radius required' } } } };
      const id = search(request);
      return { body: { Results: { Message: 'Success', QueryRows: String(tables[id]?.length ?? 0), QueryID: id } } };
    }
    if (path !== '/echo/echo_rest_services.get_qid') return undefined;
    const rows = query.get('pageno') === '1' ? (tables[query.get('qid') ?? ''] ?? []) : [];
    const queried = new Set((query.get('qcolumns') ?? '').split(',').map(Number));
    const kept = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([name]) => !(name in columnIds) || queried.has(columnIds[name] ?? 0)),
      ),
    );
    return { body: { Results: { Message: 'Working', Facilities: kept } } };
  },
};

export default fakeUpstream;
