import type { FakeUpstream } from '../fake-upstream.ts';

const member = (name: string, type: 'sen' | 'rep', state: string, end: string, district?: number) => ({
  id: { bioguide: `X${name.length}` },
  name: { first: name.split(' ')[0], last: name.split(' ').at(-1), official_full: name },
  bio: { birthday: 'PLANTED 1950-01-01', gender: 'F' },
  terms: [
    { type: 'rep', start: '2001-01-03', end: '2003-01-03', state, district: 99, party: 'Synthetic' },
    {
      type,
      start: '2025-01-03',
      end,
      state,
      ...(district !== undefined && { district }),
      party: 'Synthetic',
      url: `https://${name.split(' ').at(-1)?.toLowerCase()}.example.gov`,
      phone: 'PLANTED 202-555-0100',
      address: '1 PLANTED Office Building',
      contact_form: 'https://example.gov/contact',
    },
  ],
});

/** Made-up members: no real person. Mississippi's House seats are vacant. */
const members = [
  member('Alpha Example', 'sen', 'NC', '2031-01-03'),
  member('Beta Example', 'sen', 'NC', '2029-01-03'),
  member('Gamma Example', 'rep', 'NC', '2027-01-03', 2),
  member('Delta Example', 'rep', 'NC', '2027-01-03', 4),
  member('Epsilon Example', 'sen', 'MS', '2031-01-03'),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'congress-legislators',
  hosts: ['unitedstates.github.io'],
  respond({ path }) {
    return path === '/congress-legislators/legislators-current.json' ? { body: members } : undefined;
  },
};

export default fakeUpstream;
