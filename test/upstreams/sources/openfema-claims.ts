import type { FakeUpstream } from '../fake-upstream.ts';

interface Claim {
  readonly countyCode: string;
  readonly yearOfLoss: number;
  readonly reportedZipCode: string | null;
  readonly amountPaidOnBuildingClaim: number | null;
  readonly amountPaidOnContentsClaim: number | null;
}

const claim = (
  countyCode: string,
  yearOfLoss: number,
  zip: string | null,
  building: number | null,
  contents = null,
) => ({
  countyCode,
  yearOfLoss,
  reportedZipCode: zip,
  amountPaidOnBuildingClaim: building,
  amountPaidOnContentsClaim: contents,
});

/** Synthetic claims: Wake in three years, Harrison more than one reading holds, Hartford under its old code. */
const claims: readonly Claim[] = [
  claim('37183', 2018, '27601', 1250.5),
  claim('37183', 2018, '27601', 30_000),
  claim('37183', 2018, '27601', null),
  claim('37183', 2018, '27604', 0),
  claim('37183', 2016, '27604', 77_777.77),
  claim('37183', 1996, null, 5000),
  ...Array.from({ length: 6000 }, (_, index) =>
    claim('28047', 2005 - (index % 4), index % 5 === 0 ? '39530' : '39531', 1000),
  ),
  claim('09003', 2011, '06103', 900),
  claim('09003', 2011, '06103', 800),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'openfema',
  hosts: ['www.fema.gov'],
  respond({ path, query }) {
    if (path !== '/api/open/v3/NfipClaims') return undefined;
    const counties = [...(query.get('$filter') ?? '').matchAll(/countyCode eq '(\d{5})'/g)].map((match) => match[1]);
    const zip = /reportedZipCode eq '(\d{5})'/.exec(query.get('$filter') ?? '')?.[1];
    const year = /yearOfLoss eq (\d{4})/.exec(query.get('$filter') ?? '')?.[1];
    if (counties.length === 0) return { status: 503, body: 'unfiltered' };
    const matching = claims
      .filter((entry) => counties.includes(entry.countyCode) && (zip === undefined || entry.reportedZipCode === zip))
      .filter((entry) => year === undefined || entry.yearOfLoss === Number(year))
      .toSorted((a, b) => b.yearOfLoss - a.yearOfLoss);
    const skip = Number(query.get('$skip') ?? 0);
    const top = Number(query.get('$top') ?? 1000);
    return {
      body: {
        metadata: { skip, top, count: query.has('$inlinecount') ? matching.length : 0, entityname: 'NfipClaims' },
        // the service sends what was selected; this one also sends what no one requested
        NfipClaims: matching.slice(skip, skip + top).map((entry) => ({
          ...entry,
          asOfDate: '2026-09-08T00:00:00.000Z',
          latitude: 35.8,
          longitude: -78.6,
          censusGeoid: '371830501001',
          reportedCity: 'PLANTED',
        })),
      },
    };
  },
};

export default fakeUpstream;
