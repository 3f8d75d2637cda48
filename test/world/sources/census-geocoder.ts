import { type SamplePlace, samplePlaceNear, samplePlaces } from '../places.ts';
import type { StandIn } from '../stand-in.ts';

const row = (geoid: string, name: string, baseName: string, more: object = {}) => ({
  GEOID: geoid,
  NAME: name,
  BASENAME: baseName,
  AREALAND: 1_000_000,
  CENTLAT: '+35.0000000',
  OBJECTID: 1,
  ...more,
});

const districts: Readonly<Record<string, { congressional: string; upper: string; lower: string; school: string }>> = {
  raleigh: { congressional: '02', upper: '014', lower: '038', school: 'Wake County Schools' },
  chicago: { congressional: '07', upper: '003', lower: '005', school: 'Chicago Public School District 299' },
  'new-york': { congressional: '10', upper: '027', lower: '065', school: 'New York City Department Of Education' },
  biloxi: { congressional: '04', upper: '050', lower: '117', school: 'Biloxi Public School District' },
  hartford: { congressional: '01', upper: '001', lower: '003', school: 'Hartford School District' },
};

function layersOf(place: SamplePlace, vintage: string): Record<string, object[]> {
  const county = { STATE: place.stateFips, COUNTY: place.countyFips.slice(2) };
  const tract = row(
    place.tract,
    `Census Tract ${Number(place.tract.slice(5)) / 100}`,
    String(Number(place.tract.slice(5)) / 100),
    county,
  );
  const counties = [row(place.countyFips, place.countyName, place.countyName.replace(/ County$/, ''), county)];
  const states = [row(place.stateFips, place.stateCode, place.stateCode, { STUSAB: place.stateCode })];
  if (vintage.startsWith('Census2010')) return { States: states, Counties: counties, 'Census Tracts': [tract] };
  const own = districts[place.id] ?? { congressional: '01', upper: '001', lower: '001', school: 'School District' };
  return {
    States: states,
    Counties: counties,
    'Census Tracts': [tract],
    '2020 Census Blocks': [row(`${place.tract}1001`, 'Block 1001', '1001')],
    'Census Block Groups': [row(`${place.tract}1`, 'Block Group 1', '1')],
    'Incorporated Places': [row(`${place.stateFips}55000`, `${place.city} city`, place.city)],
    'County Subdivisions': [row(`${place.countyFips}92612`, `${place.city} township`, place.city)],
    '2020 Census ZIP Code Tabulation Areas': [row(place.zip, `ZCTA5 ${place.zip}`, place.zip)],
    '119th Congressional Districts': [
      row(
        `${place.stateFips}${own.congressional}`,
        `Congressional District ${Number(own.congressional)}`,
        String(Number(own.congressional)),
        { CDSESSN: '119' },
      ),
    ],
    '2024 State Legislative Districts - Upper': [
      row(`${place.stateFips}${own.upper}`, `State Senate District ${Number(own.upper)}`, String(Number(own.upper))),
    ],
    '2024 State Legislative Districts - Lower': [
      row(`${place.stateFips}${own.lower}`, `State House District ${Number(own.lower)}`, String(Number(own.lower))),
    ],
    'Unified School Districts': [row(`${place.stateFips}04720`, own.school, own.school)],
    'Metropolitan Statistical Areas': [
      row('39580', `${place.city}, ${place.stateCode} Metro Area`, `${place.city}, ${place.stateCode}`),
    ],
  };
}

const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();

function placeByAddress(address: string): SamplePlace | undefined {
  const asked = plain(address);
  return Object.values(samplePlaces).find((place) => {
    const [number, ...street] = plain(place.address.split(',')[0] ?? '').split(' ');
    return asked.startsWith(`${number} `) && street.every((word) => asked.includes(word));
  });
}

const standIn: StandIn = {
  cardId: 'census-geocoder',
  hosts: ['geocoding.geo.census.gov'],
  respond({ path, query }) {
    const vintage = query.get('vintage') ?? 'Current_Current';
    const input = { benchmark: { benchmarkName: query.get('benchmark') }, vintage: { vintageName: vintage } };
    if (path === '/geocoder/geographies/coordinates') {
      const place = samplePlaceNear(Number(query.get('y')), Number(query.get('x')));
      return { body: { result: { input, geographies: place ? layersOf(place, vintage) : {} } } };
    }
    if (path !== '/geocoder/geographies/onelineaddress') return undefined;
    const place = placeByAddress(query.get('address') ?? '');
    const match = place && {
      matchedAddress: place.matched,
      coordinates: { x: place.longitude, y: place.latitude },
      tigerLine: { tigerLineId: '76225813', side: 'L' },
      addressComponents: { zip: place.zip, city: place.city.toUpperCase(), state: place.stateCode },
      geographies: layersOf(place, vintage),
    };
    return { body: { result: { input, addressMatches: match ? [match] : [] } } };
  },
};

export default standIn;
