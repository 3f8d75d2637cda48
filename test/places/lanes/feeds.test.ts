import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { GeoPoint, PointSubject } from '../../../src/kernel/subject.ts';
import { readRecordLane } from '../../../src/places/lanes/records.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import {
  isFile,
  type Jurisdiction,
  type Lane,
  type LaneSource,
  sourcesOf,
} from '../../../src/places/schema/jurisdiction.ts';
import { testClock } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { swept } from '../../sweep.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { fakeUpstreams } from '../../upstreams/fake-upstreams.generated.ts';
import { feedStreet, pointOfPlace } from '../../upstreams/feeds.ts';
import { parcelLayers } from '../../upstreams/parcel-layers.ts';
import { layersBesideFiles } from '../../upstreams/sources/parcel-layers.ts';
import { offset } from '../../upstreams/tables.ts';

function datasetOf({ endpoint, table = '' }: { endpoint: string; table?: string | undefined }): string {
  return `${endpoint} ${table}`;
}

/** Places whose sources have no hand-written fake upstream. */
const byHand = new Set(fakeUpstreams.map(({ cardId }) => cardId));
const served = new Set(
  shippedPlaces.all().flatMap(({ sources }) => sources.filter(({ cardId }) => byHand.has(cardId)).map(datasetOf)),
);
const isMade = (source: LaneSource) =>
  !byHand.has(source.cardId) && !served.has(datasetOf(source)) && !isFile(source) && source.platform !== 'elms';
const places = shippedPlaces.all().filter(({ sources }) => sources.some((source) => isMade(source as LaneSource)));
const cities = places.filter(({ kind }) => kind === 'city').map((place) => ({ place, at: pointOfPlace(place) }));
const cityMeters = 6000;

/** The city whose middle is nearest to a point, within its synthetic boundary. */
function cityAt(point: GeoPoint): Jurisdiction | undefined {
  const near = cities
    .map(({ place, at }) => ({ place, meters: distanceMeters(at, point) }))
    .filter(({ meters }) => meters <= cityMeters)
    .sort((a, b) => a.meters - b.meters);
  return near[0]?.place;
}

/** The Census Bureau's geocoder over the shipped cities: shapes as in its hand-written fake upstream. */
const census: FakeUpstream = {
  cardId: 'census-geocoder',
  hosts: ['geocoding.geo.census.gov'],
  respond({ path, query }) {
    if (path !== '/geocoder/geographies/coordinates') return undefined;
    const point = { latitude: Number(query.get('y')), longitude: Number(query.get('x')) };
    const city = cityAt(point);
    const incorporated = city?.geoid.place
      ? [{ GEOID: city.geoid.place, NAME: city.displayName, BASENAME: city.id }]
      : [];
    const States = [{ GEOID: '00', NAME: 'Synthetic', BASENAME: 'Synthetic', STUSAB: 'SY' }];
    const tracts = [{ GEOID: '00000000100', NAME: 'Census Tract 1', BASENAME: '1', TRACT: '000100', STATE: '00' }];
    return {
      body: {
        result: { geographies: { States, Counties: [], 'Census Tracts': tracts, 'Incorporated Places': incorporated } },
      },
    };
  },
};

const extra = [census];
/** The published parcel layers beside the places, without a lot: what is found is of the place's own source. */
const withoutLots = parcelLayers(layersBesideFiles, () => 'nothing');

/** Where a source has its record: of the land outside of cities it lies outside of the cities that are known. */
const outside = ({ sources }: Jurisdiction, lane: Lane) =>
  sources.filter((source) => source.lane === lane).every((source) => source.unincorporatedOnly);

const tools: Readonly<Partial<Record<Lane, string>>> = {
  parcel: 'svc_parcel_lookup',
  zoning: 'svc_zoning',
  permits: 'svc_metro_permits',
  incidents: 'svc_area_incidents',
  service_requests: 'svc_service_requests',
  transfers: 'svc_parcel_transfers',
};

interface Case {
  readonly name: string;
  readonly place: Jurisdiction;
  readonly lane: Lane;
  readonly tool: string;
  readonly at: GeoPoint;
}

const cases: readonly Case[] = places.flatMap((place) =>
  (Object.entries(tools) as [Lane, string][]).flatMap(([lane, tool]) => {
    const own = sourcesOf(place, lane).filter((source) => isMade(source as LaneSource));
    const isAsked = own.some(({ query }) => query.radius || query.point);
    return isAsked ? [{ name: `${place.id} ${lane}`, place, lane, tool, at: pointOfPlace(place) }] : [];
  }),
);
const outsideOf = ({ place, lane, at }: Case) => outside(place, lane) && cityAt(at) !== undefined;
const queried = cases.filter((one) => !outsideOf(one));
const isOwn = ({ place, lane }: Case, cardId: string | undefined) =>
  place.sources.some((source) => source.lane === lane && source.cardId === cardId);

// a source that was queried about a place is not queried again: the first question is that of its own record
describe('each lane of each place made from feeds, through its tool', { shuffle: false }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ extra: [...extra, withoutLots], mirrors: false });
  }, 60_000);
  afterAll(() => service.close());
  const call = ({ tool }: Case, { latitude, longitude }: GeoPoint) => service.call(tool, { latitude, longitude });
  const requestsSince = (before: number) => service.upstreams.requests.slice(before);

  it.each(queried)('$name: found at its record, with the record cited', async (one) => {
    const before = service.upstreams.requests.length;
    const answer = await call(one, one.at);
    expect([answer.state, answer.summary]).toEqual([expect.stringMatching(/^(found|stale|partial)$/), answer.summary]);
    const own = requestsSince(before).filter(({ cardId }) => isOwn(one, cardId));
    expect(own.length).toBeGreaterThan(0);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|555-010/);
    expect(own.map(({ query }) => query).join(' ')).not.toMatch(/owner(?!ship)|mail_|taxpayer|phone/i);
    expect(answer.facts).toBeDefined();
  });

  it.concurrent.each(queried)('$name: nothing 1.5 km away', async (one) => {
    const answer = await call(one, offset(one.at, 0, 1500));
    expect([answer.state, answer.summary]).toEqual([
      expect.stringMatching(/^(empty|partial|not_covered|unresolved)$/),
      answer.summary,
    ]);
  });
});

describe.each(swept(['http500', 'html200', 'error200'] as const, 1))(
  'every source of a place answers with %s',
  (fault) => {
    let service: TestService;
    beforeAll(async () => {
      service = await openService({ extra, mirrors: false });
      service.upstreams.setFault(
        ({ cardId }) => cardId !== 'census-geocoder' && !/-boundary$/.test(cardId ?? ''),
        fault,
      );
    }, 60_000);
    afterAll(() => service.close());

    it.concurrent.each(queried)('$name: unavailable, never empty', async ({ tool, at }) => {
      const { latitude, longitude } = at;
      const answer = await service.call(tool, { latitude, longitude });
      expect([answer.state, answer.summary]).toEqual(['unavailable', answer.summary]);
    });
  },
);

const subjectAt = (place: Jurisdiction, { latitude, longitude }: GeoPoint): PointSubject => ({
  input: 'a point',
  latitude,
  longitude,
  precision: 'point',
  stateCode: place.stack.state,
  stateFips: place.geoid.state,
  county: { fips: place.geoid.county[0] ?? '', vintage: 'counties', name: place.stack.county[0] ?? '' },
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
});

describe('the lanes of a city', () => {
  const port = createJurisdictions(shippedPlaces);
  const layered = cities.filter(({ place }) => !place.boundaryCheck || 'url' in place.boundaryCheck);

  it.each(layered.map(({ place, at }) => ({ id: place.id, place, at })))(
    '$id: are not queried outside of its boundary, and not decided where no one answers',
    async ({ place, at }) => {
      const away = subjectAt(place, offset(at, 0, -9000));
      const lanes = [...new Set(place.sources.map(({ lane }) => lane))];
      for (const lane of lanes) {
        const located = await port.lane(away, lane, directSources({ extra }));
        const own =
          located.state === 'configured' && located.configured.some(({ jurisdiction }) => jurisdiction === place);
        expect([lane, own]).toEqual([lane, false]);
      }
      const [lane = 'permits'] = lanes;
      const down = directSources({ extra, down: ['census-geocoder', `${place.id}-boundary`] });
      const silent = await port.lane(subjectAt(place, at), lane, down);
      const said = silent.state === 'configured' ? silent.undecided : silent.state === 'unavailable' && silent.reason;
      expect(said).toContain('is not known');
    },
  );

  it('of a county, where they are of its unincorporated land, are not queried inside a city', async () => {
    const [one] = cases.filter(outsideOf);
    if (!one) throw new Error('no county has such a lane');
    const inCity = await port.lane(subjectAt(one.place, one.at), one.lane, directSources({ extra }));
    if (inCity.state === 'configured') {
      expect(inCity.configured.some(({ source }) => source.unincorporatedOnly)).toBe(false);
    } else expect(inCity).toMatchObject({ state: 'not_covered' });
    const rural = await port.lane(subjectAt(one.place, offset(one.at, 0, 30_000)), one.lane, directSources({ extra }));
    expect(rural).toMatchObject({ state: 'configured' });
  });
});

/** Lanes that no free tool reads around a point alone: code cases, and registers that are queried by address. */
const others = places.flatMap((place) =>
  (place.sources as readonly LaneSource[])
    .filter(
      ({ lane, query, cardId }) =>
        query.radius && ['code_violations', 'rental_registry'].includes(lane) && !byHand.has(cardId),
    )
    .map((source) => ({ cardId: source.cardId, place, source })),
);

it.each(others)('$cardId: gives its record around a point', async ({ place, source }) => {
  const card = createJurisdictions(shippedPlaces)
    .cards()
    .find(({ id }) => id === source.cardId);
  if (!card) throw new Error('no card');
  const { records, rows } = await readRecordLane(
    directSources({ extra }),
    { jurisdiction: place, source, card },
    {
      center: pointOfPlace(place),
      measured: true,
      radiusMeters: 300,
      lookbackDays: 365,
      today: testClock(),
      limit: 10,
    },
  );
  expect(records.state).toMatch(/^(found|stale)$/);
  expect(rows[0]?.fields.address ?? feedStreet).toBe(feedStreet);
});
