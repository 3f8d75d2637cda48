import type { FakeUpstream } from '../fake-upstream.ts';

const header =
  'id,name,current_party,current_district,current_chamber,given_name,family_name,gender,email,biography,birth_date,death_date,image,links,sources,capitol_address,capitol_voice';

/** Made-up legislators: no real person. */
const files: Readonly<Record<string, readonly string[]>> = {
  nc: [
    'ocd-person/1,Zeta Example,Synthetic,14,upper,Zeta,Example,F,PLANTED-zeta@example.gov,,1960-01-01,,,https://www.ncleg.example.gov/zeta;https://social.example.com/PLANTED,,"1 PLANTED Capitol, Raleigh",PLANTED 919-555-0101',
    'ocd-person/4,Iota Example,Synthetic,15,upper,Iota,Example,F,PLANTED-iota@example.gov,,1961-01-01,,,https://www.ncleg.example.gov/iota,,"1 PLANTED Capitol, Raleigh",PLANTED 919-555-0104',
    'ocd-person/2,Eta Example,Synthetic,38,lower,Eta,Example,M,PLANTED-eta@example.gov,,1970-01-01,,,https://www.ncleg.example.gov/eta,,"1 PLANTED Capitol, Raleigh",PLANTED 919-555-0102',
    'ocd-person/3,Theta Example,Synthetic,11,lower,Theta,Example,M,PLANTED-theta@example.gov,,1970-01-01,,,,,"1 PLANTED Capitol, Raleigh",PLANTED 919-555-0103',
  ],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'openstates',
  hosts: ['data.openstates.org'],
  respond({ path }) {
    const state = /^\/people\/current\/([a-z]{2})\.csv$/.exec(path)?.[1];
    const rows = state && files[state];
    if (!rows) return { status: 404, body: 'not found' };
    return { headers: { 'content-type': 'text/csv' }, body: [header, ...rows, ''].join('\n') };
  },
};

export default fakeUpstream;
