import type { FakeUpstream } from '../fake-upstream.ts';

type Row = Readonly<Record<string, unknown>>;
const system = (PWSId: string, PWSName: string, type: string, people: number, quarters: number): Row => ({
  PWSName,
  PWSId,
  CitiesServed: 'SYNTHETIC',
  PWSTypeCode: type,
  PWSTypeDesc: type === 'CWS' ? 'Community water system' : 'Transient non-community system',
  PrimarySourceDesc: type === 'CWS' ? 'Surface water' : 'Ground water',
  PopulationServedCount: String(people),
  QtrsWithVio: String(quarters),
  SeriousViolator: 'No',
  CurrVioFlag: quarters > 2 ? '1' : '0',
  DfrUrl: `https://echo.epa.gov/detailed-facility-report?fid=${PWSId}`,
  AdminContactName: 'JANE PLANTED',
});

/** By state and county name; every name is made up. */
const counties: Readonly<Record<string, readonly Row[]>> = {
  'NC|WAKE': [
    system('NC9900002', 'MADE-UP MOBILE HOME PARK', 'CWS', 240, 5),
    system('NC9900001', 'MADE-UP CITY OF RALEIGH', 'CWS', 612_000, 1),
    system('NC9900003', 'MADE-UP ROADSIDE CAFE', 'TNCWS', 40, 0),
  ],
  'CT|HARTFORD': [system('CT9900001', 'MADE-UP METROPOLITAN DISTRICT', 'CWS', 390_000, 0)],
};
const answers = new Map<string, readonly Row[]>();

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-sdw',
  hosts: ['echodata.epa.gov'],
  respond({ path, query }) {
    const step = /^\/echo\/sdw_rest_services\.(get_systems|get_qid)$/.exec(path)?.[1];
    if (!step) return undefined;
    if (step === 'get_qid') {
      const rows = answers.get(query.get('qid') ?? '');
      if (!rows) return { body: { Results: { Error: { ErrorMessage: 'Query ID is not valid' } } } };
      return { body: { Results: { Message: 'Success', WaterSystems: rows } } };
    }
    const key = `${query.get('p_st')}|${query.get('p_co')?.toUpperCase()}`;
    answers.set(key, counties[key] ?? []);
    return { body: { Results: { Message: 'Success', QueryRows: String(counties[key]?.length ?? 0), QueryID: key } } };
  },
};

export default fakeUpstream;
