import type { FakeUpstream } from '../fake-upstream.ts';

/**
 * The NFIP Community Status Book after two public clients that read it: first days in ISO, the current map and the entry
 * as MM/DD/YY with the book's note behind them, a century too late once in a while, class and discount as text.
 */
const community = (id: string, name: string, county: string, state: string, more: object = {}) => ({
  communityIdNumber: id,
  communityName: name,
  county,
  state,
  tribal: false,
  participatingInNFIP: true,
  initialFloodHazardBoundaryMap: '1974-06-28T00:00:00.000Z',
  initialFloodInsuranceRateMap: '1978-08-15T00:00:00.000Z',
  currentlyEffectiveMapDate: '07/19/22',
  regularEmergencyProgramDate: '08/15/78',
  sanctionDate: null,
  originalEntryDate: null,
  classRatingEffectiveDate: null,
  classRating: null,
  sfhaDiscount: null,
  nonSfhaDiscount: null,
  lastRefresh: '2026-11-01T05:00:00.000Z',
  ...more,
});

/** Synthetic communities: one rated with text, one rated with numbers, one that is not rated. */
const communities = [
  community('370243', 'RALEIGH, CITY OF ', 'WAKE COUNTY/DURHAM COUNTY', 'NC', {
    originalEntryDate: '1991-10-01T00:00:00.000Z',
    classRatingEffectiveDate: '2022-10-01T00:00:00.000Z',
    classRating: '7',
    sfhaDiscount: '15%',
    nonSfhaDiscount: '5%',
  }),
  community('285252', 'BILOXI, CITY OF', 'HARRISON COUNTY', 'MS', {
    initialFloodInsuranceRateMap: '2070-06-25T00:00:00.000Z',
    currentlyEffectiveMapDate: '06/16/09(M)',
    originalEntryDate: '1998-10-01T00:00:00.000Z',
    classRatingEffectiveDate: '2003-10-01T00:00:00.000Z',
    classRating: 8,
    sfhaDiscount: 10,
    nonSfhaDiscount: 5,
  }),
  community('360497', 'NEW YORK, CITY OF', 'BRONX COUNTY/QUEENS COUNTY', 'NY', {
    currentlyEffectiveMapDate: '09/05/07',
  }),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'openfema',
  hosts: ['www.fema.gov'],
  respond({ path, query }) {
    if (path !== '/api/open/v1/NfipCommunityStatusBook') return undefined;
    const id = /communityIdNumber eq '(\d{6})'/.exec(query.get('$filter') ?? '')?.[1];
    const found = communities.filter(({ communityIdNumber }) => communityIdNumber === id);
    return {
      body: {
        metadata: {
          skip: 0,
          top: Number(query.get('$top') ?? 1000),
          count: query.has('$inlinecount') ? found.length : 0,
          entityname: 'NfipCommunityStatusBook',
        },
        NfipCommunityStatusBook: found,
      },
    };
  },
};

export default fakeUpstream;
