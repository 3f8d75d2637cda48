import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const { raleigh, hartford } = samplePlaces;

const site = (
  state: string,
  id: string,
  name: string,
  where: { city: string; zip: string; fips: string; at?: { latitude: number; longitude: number } },
  more: Readonly<Record<string, unknown>> = {},
) => ({
  site_id: id.slice(-7),
  epa_id: id,
  name,
  street_addr_txt: '1 SYNTHETIC RD',
  city_name: where.city,
  zip_code: where.zip,
  county_name: 'SYNTHETIC',
  fips_code: where.fips,
  fk_ref_state_code: state,
  npl_status_code: 'N',
  npl_status_name: 'Not on the NPL',
  archived_ind: 'N',
  primary_latitude_decimal_val: where.at ? String(where.at.latitude) : null,
  primary_longitude_decimal_val: where.at ? String(where.at.longitude) : null,
  site_contact_name: 'JANE Q PLANTED',
  ...more,
});

const wake = { city: 'RALEIGH', zip: '27601', fips: '37183' };
const tables: Readonly<Record<string, readonly object[]>> = {
  NC: [
    site('NC', 'NCN000000101', 'SYNTHETIC BATTERY SHOP', { ...wake, at: offset(raleigh, 600, -200) }),
    site('NC', 'NCN000000102', 'SYNTHETIC TANNERY', { ...wake, at: offset(raleigh, 0, 700) }, { archived_ind: 'Y' }),
    site('NC', 'NCN000000103', 'SYNTHETIC DRUM SITE', wake),
    site('NC', 'NCN000000104', 'SYNTHETIC PIT', { ...wake, zip: '27545' }),
    site(
      'NC',
      'NCD000000001',
      'SYNTHETIC PLATING WORKS',
      { ...wake, at: offset(raleigh, 900, 200) },
      { npl_status_code: 'F', npl_status_name: 'Currently on the Final NPL' },
    ),
  ],
  CT: [
    site('CT', 'CTN000000101', 'SYNTHETIC BRASS MILL', {
      city: 'HARTFORD',
      zip: '06103',
      fips: '09003',
      at: offset(hartford, 400, 0),
    }),
  ],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-sems',
  hosts: ['data.epa.gov'],
  respond({ path }) {
    const queried = /^\/dmapservice\/sems\.envirofacts_site\/fk_ref_state_code\/equals\/(\w\w)\/1:\d+\/json$/.exec(
      path,
    );
    return queried ? { body: tables[queried[1] ?? ''] ?? [] } : undefined;
  },
};

export default fakeUpstream;
