import type { FakeUpstream } from '../fake-upstream.ts';

/** NFIP residential penetration rates after two public clients: one row a county, rates as shares of one. */
const county = (fipsCode: string, name: string, state: string, [all, insured]: number[], [sfha, in_]: number[]) => ({
  state,
  county: name,
  fipsCode,
  totalResStructures: all,
  resContractsInForce: insured,
  resPenetrationRate: (insured ?? 0) / (all ?? 1),
  totalResStructuresSfha: sfha,
  resContractsInForceSfha: in_,
  resPenetrationRateSfha: sfha ? (in_ ?? 0) / sfha : null,
  asOfDate: '2026-05-15T00:00:00.000Z',
  id: `synthetic-${fipsCode}`,
});

/** Synthetic counts; Hartford stands under its old code and has no building in a hazard area. */
const counties = [
  county('37183', 'Wake', 'North Carolina', [340_000, 3400], [4000, 1100]),
  county('28047', 'Harrison', 'Mississippi', [80_000, 14_400], [16_000, 8000]),
  county('09003', 'Hartford', 'Connecticut', [270_000, 1350], [0, 0]),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'openfema',
  hosts: ['www.fema.gov'],
  respond({ path, query }) {
    if (path !== '/api/open/v1/NfipResidentialPenetrationRates') return undefined;
    const queried = [...(query.get('$filter') ?? '').matchAll(/fipsCode eq '(\d{4,5})'/g)].map((match) => match[1]);
    const found = counties.filter(({ fipsCode }) => queried.includes(fipsCode));
    return {
      body: {
        metadata: {
          skip: 0,
          top: Number(query.get('$top') ?? 1000),
          count: query.has('$inlinecount') ? found.length : 0,
          entityname: 'NfipResidentialPenetrationRates',
        },
        NfipResidentialPenetrationRates: found,
      },
    };
  },
};

export default fakeUpstream;
