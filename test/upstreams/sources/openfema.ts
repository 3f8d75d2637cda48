import type { FakeUpstream } from '../fake-upstream.ts';

const row = (
  number: number,
  kind: string,
  incident: string,
  title: string,
  date: string,
  county: string,
  area: string,
) => ({
  femaDeclarationString: `${kind}-${number}-NC`,
  disasterNumber: number,
  state: 'NC',
  declarationType: kind,
  declarationDate: `${date}T00:00:00.000Z`,
  incidentType: incident,
  declarationTitle: title,
  ihProgramDeclared: kind === 'DR' && county !== '000',
  iaProgramDeclared: false,
  paProgramDeclared: true,
  hmProgramDeclared: kind === 'DR',
  incidentBeginDate: `${date}T00:00:00.000Z`,
  incidentEndDate: null,
  disasterCloseoutDate: null,
  fipsStateCode: '37',
  fipsCountyCode: county,
  placeCode: county === '000' ? '0' : `99${county}`,
  designatedArea: area,
  // Helene's registration is open at the tests' date, Matthew's is long closed
  lastIAFilingDate:
    county === '183' ? { 4827: '2026-12-15T00:00:00.000Z', 4285: '2017-01-09T00:00:00.000Z' }[number] : null,
  lastRefresh: '2026-11-20T00:00:00.000Z',
});

/** Synthetic declarations of Wake County; two areas of one declaration, a statewide one and a reservation. */
const rows = [
  row(4827, 'DR', 'Tropical Storm', 'TROPICAL STORM HELENE', '2024-09-28', '183', 'Wake (County)'),
  row(4827, 'DR', 'Tropical Storm', 'TROPICAL STORM HELENE', '2024-09-28', '000', 'Statewide'),
  row(3617, 'EM', 'Tropical Storm', 'TROPICAL STORM HELENE', '2024-09-26', '000', 'Statewide'),
  row(4487, 'DR', 'Biological', 'COVID-19 PANDEMIC', '2020-03-25', '000', 'Statewide'),
  row(4487, 'DR', 'Biological', 'COVID-19 PANDEMIC', '2020-03-25', '000', 'Eastern Band of Cherokee Indians'),
  row(4285, 'DR', 'Hurricane', 'HURRICANE MATTHEW', '2016-10-10', '183', 'Wake (County)'),
  row(1134, 'DR', 'Hurricane', 'HURRICANE FRAN', '1996-09-06', '183', 'Wake (County)'),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'openfema',
  hosts: ['www.fema.gov'],
  respond({ path, query }) {
    if (path !== '/api/open/v2/DisasterDeclarationsSummaries') return undefined;
    const filter = query.get('$filter') ?? '';
    const stateFips = /fipsStateCode eq '(\d{2})'/.exec(filter)?.[1];
    const counties = [...filter.matchAll(/fipsCountyCode eq '(\d{3})'/g)].map((match) => match[1]);
    const matching = rows.filter(
      (entry) =>
        (stateFips === undefined || entry.fipsStateCode === stateFips) &&
        (counties.length === 0 || counties.includes(entry.fipsCountyCode)),
    );
    const skip = Number(query.get('$skip') ?? 0);
    const top = Number(query.get('$top') ?? 1000);
    return {
      body: {
        metadata: {
          skip,
          top,
          count: query.has('$inlinecount') ? matching.length : 0,
          entityname: 'DisasterDeclarationsSummaries',
        },
        DisasterDeclarationsSummaries: matching.slice(skip, skip + top),
      },
    };
  },
};

export default fakeUpstream;
