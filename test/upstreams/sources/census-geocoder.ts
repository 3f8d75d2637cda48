import type { FakeUpstream, UpstreamReply } from '../fake-upstream.ts';
import { type SamplePlace, samplePlaceNear, samplePlaces } from '../places.ts';

const stateNames: Readonly<Record<string, string>> = {
  NC: 'North Carolina',
  IL: 'Illinois',
  NY: 'New York',
  MS: 'Mississippi',
  CT: 'Connecticut',
  PA: 'Pennsylvania',
  KS: 'Kansas',
  CA: 'California',
};
/** Districts of the sample places; synthetic numbers, the documented shape. */
const districts: Readonly<
  Record<string, { congressional: string; upper: string; lower: string; school: string; place: string }>
> = {
  raleigh: { congressional: '02', upper: '014', lower: '038', school: 'Wake County Schools', place: '55000' },
  chicago: {
    congressional: '07',
    upper: '003',
    lower: '005',
    school: 'Chicago Public School District 299',
    place: '14000',
  },
  'new-york': {
    congressional: '10',
    upper: '027',
    lower: '065',
    school: 'New York City Department Of Education',
    place: '51000',
  },
  biloxi: { congressional: '04', upper: '050', lower: '117', school: 'Biloxi Public School District', place: '06220' },
  olathe: {
    congressional: '03',
    upper: '009',
    lower: '015',
    school: 'Olathe Unified School District 233',
    place: '52575',
  },
  hartford: { congressional: '01', upper: '001', lower: '003', school: 'Hartford School District', place: '37000' },
};
const elsewhere = { congressional: '01', upper: '001', lower: '001', school: 'School District', place: '00001' };

const geography = (geoid: string, name: string, baseName: string, more: Record<string, unknown> = {}) => ({
  GEOID: geoid,
  NAME: name,
  BASENAME: baseName,
  ...more,
});

/** Current vintages name Connecticut's planning regions where older ones name its counties. */
function countyOf(place: SamplePlace, vintage: string) {
  const asRegion = place.stateCode === 'CT' && vintage === 'Current_Current';
  const geoid = asRegion ? '09110' : place.countyFips;
  const name = asRegion ? 'Capitol Planning Region' : place.countyName;
  return geography(geoid, name, name.replace(/ (County|Planning Region)$/, ''), {
    STATE: place.stateFips,
    COUNTY: geoid.slice(2),
    FUNCSTAT: 'A',
    CENTLAT: `+${place.latitude}`,
    CENTLON: String(place.longitude),
  });
}

function layersOf(place: SamplePlace, vintage: string, all: boolean): Record<string, object[]> {
  const { stateFips: st } = place;
  const county = countyOf(place, vintage);
  const code = place.tract.slice(5);
  const tract = `${county.GEOID}${code}`;
  const number = String(Number(code) / 100);
  const blocks = vintage === 'Census2010_Current' ? 'Census Blocks' : '2020 Census Blocks';
  const basic = {
    States: [
      geography(st, stateNames[place.stateCode] ?? place.stateCode, place.stateCode, { STUSAB: place.stateCode }),
    ],
    Counties: [county],
    'Census Tracts': [geography(tract, `Census Tract ${number}`, number, { TRACT: code, STATE: st })],
    [blocks]: [geography(`${tract}1001`, 'Block 1001', '1001', { BLOCK: '1001' })],
  };
  if (!all) return basic;
  const { congressional, upper, lower, school, place: city } = districts[place.id] ?? elsewhere;
  const areas = {
    'Incorporated Places': [geography(`${st}${city}`, `${place.city} city`, place.city)],
    'County Subdivisions': [
      geography(`${county.GEOID}92612`, `${place.city} ${place.stateCode === 'CT' ? 'town' : 'township'}`, place.city),
    ],
    'Unified School Districts': [geography(`${st}04720`, school, school)],
    'Census Block Groups': [geography(`${tract}1`, 'Block Group 1', '1')],
    'Metropolitan Statistical Areas': [
      geography('39580', `${place.city}, ${place.stateCode} Metro Area`, `${place.city}, ${place.stateCode}`),
    ],
    'Federal American Indian Reservations': [],
  };
  if (vintage === 'Census2010_Current') {
    const tracts = [geography(place.tract, `Census Tract ${number}`, number, { TRACT: code, STATE: st })];
    return { ...basic, ...areas, 'Census Tracts': tracts };
  }
  const numbered = (value: string) => String(Number(value));
  return {
    ...basic,
    ...areas,
    '119th Congressional Districts': [
      geography(`${st}${congressional}`, `Congressional District ${numbered(congressional)}`, numbered(congressional), {
        CDSESSN: '119',
      }),
    ],
    '2024 State Legislative Districts - Upper': [
      geography(`${st}${upper}`, `State Senate District ${numbered(upper)}`, numbered(upper), { SLDU: upper }),
    ],
    '2024 State Legislative Districts - Lower': [
      geography(`${st}${lower}`, `State House District ${numbered(lower)}`, numbered(lower), { SLDL: lower }),
    ],
    '2020 Census ZIP Code Tabulation Areas': [geography(place.zip, `ZCTA5 ${place.zip}`, place.zip)],
  };
}

const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .replace(/\bSTREET\b/g, 'ST')
    .trim();

function placeOf(address: string): SamplePlace | undefined {
  const queried = plain(address);
  return Object.values(samplePlaces).find((place) => {
    const [number, ...street] = plain(place.address.split(',')[0] ?? '').split(' ');
    return queried.startsWith(`${number} `) && street.every((word) => queried.includes(word));
  });
}

function match(place: SamplePlace, vintage: string, all: boolean) {
  const [fromAddress = '', ...street] = (place.matched.split(',')[0] ?? '').split(' ');
  return {
    matchedAddress: place.matched,
    coordinates: { x: place.longitude, y: place.latitude },
    tigerLine: { tigerLineId: '900000001', side: 'L' },
    addressComponents: {
      fromAddress,
      toAddress: fromAddress,
      streetName: street.join(' '),
      city: place.city.toUpperCase(),
      state: place.stateCode,
      zip: place.zip,
    },
    geographies: layersOf(place, vintage, all),
  };
}

/** Street of two towns, for the case in which the geocoder has several matches. */
function twins(address: string, vintage: string) {
  if (!/^100 TWIN ST\b/.test(plain(address))) return undefined;
  return [samplePlaces.raleigh, samplePlaces.biloxi].map((place) => ({
    ...match(place, vintage, false),
    matchedAddress: `100 TWIN ST, ${place.city.toUpperCase()}, ${place.stateCode}, ${place.zip}`,
  }));
}

/** Answers for the sample places: an unknown address has no match, an unknown point lies in no geography. */
const fakeUpstream: FakeUpstream = {
  cardId: 'census-geocoder',
  hosts: ['geocoding.geo.census.gov'],
  respond({ path, query }): UpstreamReply | undefined {
    const vintage = query.get('vintage') ?? '';
    const all = query.get('layers') === 'all';
    const input = { vintage: { vintageName: vintage }, benchmark: { benchmarkName: query.get('benchmark') } };
    if (path === '/geocoder/geographies/onelineaddress') {
      const address = query.get('address') ?? '';
      if (address.trim() === '' || address.length > 100) {
        return {
          status: 400,
          body: { errors: ['Address cannot be empty and cannot exceed 100 characters'], status: '400' },
        };
      }
      const place = placeOf(address);
      const addressMatches = place ? [match(place, vintage, all)] : (twins(address, vintage) ?? []);
      return { body: { result: { input: { ...input, address: { address } }, addressMatches } } };
    }
    if (path === '/geocoder/geographies/coordinates') {
      const [x, y] = [Number(query.get('x')), Number(query.get('y'))];
      const place = samplePlaceNear(y, x);
      const geographies = place ? layersOf(place, vintage, all) : { States: [], Counties: [], 'Census Tracts': [] };
      return { body: { result: { input: { ...input, location: { x, y } }, geographies } } };
    }
    return undefined;
  },
};

export default fakeUpstream;
