import { type Lookup, mapLookup } from '../../../src/kernel/lookup.ts';
import type { SourceAccess } from '../../../src/kernel/ports/sources.ts';
import { closestReadings } from '../../../src/sources/airnow-api/client.ts';
import { laborMonths } from '../../../src/sources/bls-laus/client.ts';
import { sourceCard } from '../../../src/sources/cards.ts';
import { geocode, geographiesAt } from '../../../src/sources/census-geocoder/client.ts';
import { membersFor } from '../../../src/sources/congress-legislators/client.ts';
import { queryEcho } from '../../../src/sources/drivers/echo.ts';
import { scenesOf } from '../../../src/sources/earth-search/scenes.ts';
import { communitiesAt, floodMapAt } from '../../../src/sources/fema-nfhl/client.ts';
import { recentFires } from '../../../src/sources/nifc-wfigs/client.ts';
import { referenceEnergy } from '../../../src/sources/nlr-pvwatts/client.ts';
import { gaugesNear, gaugeThresholds } from '../../../src/sources/noaa-nwps/client.ts';
import { openTariffs } from '../../../src/sources/openei-urdb/client.ts';
import { mappedWorksNear } from '../../../src/sources/osm-mapped-utilities/client.ts';
import { placesNear } from '../../../src/sources/osm-overpass/client.ts';
import { centerLinesIn } from '../../../src/sources/tiger-roads/client.ts';
import { soilAt } from '../../../src/sources/usda-sda/client.ts';
import { droughtWeeks } from '../../../src/sources/usdm/client.ts';
import { seismicDesignAt } from '../../../src/sources/usgs-designmaps/client.ts';
import { elevationAt } from '../../../src/sources/usgs-epqs/client.ts';
import { lastDepth, wellsNear } from '../../../src/sources/usgs-groundwater/client.ts';
import { networkWellsNear } from '../../../src/sources/usgs-ngwmn/client.ts';
import { stationsNear } from '../../../src/sources/usgs-water/stations.ts';
import { type Elsewhere, recordedAccess } from '../access.ts';
import { inFormOf } from '../forms.ts';
import { bodyOf, identityOf, type Question, type Recording } from '../recording.ts';
import { pointOf, type Reader, readingOf } from './reader.ts';

const earthSearch = sourceCard('earth-search');
const echo = sourceCard('epa-echo');
const npdes = sourceCard('epa-npdes-permits');
const sdw = sourceCard('epa-sdw');

interface Dated extends Question {
  /** Noon of the day of the recording. */
  readonly now: Date;
  readonly url: URL;
}

interface Federal {
  /** Id of the card, and which of its questions it is where several have recordings. */
  readonly name: string;
  /** Pattern of host and path in lower case. */
  readonly at: RegExp;
  readonly read: (sources: SourceAccess, question: Dated) => Promise<Lookup<unknown>>;
  /** What the source answers to the requests beside the recorded one. */
  readonly elsewhere?: (recording: Recording) => Elsewhere;
  readonly platform?: string;
}

const noRows = { features: [] };
const years = (from: Date, days: number) => new Date(from.getTime() - days * 86_400_000);

/** A map service where every other layer has nothing, and a map is available. */
const otherLayersEmpty =
  ({ url }: Recording): Elsewhere =>
  (other) => {
    if (identityOf(other) === identityOf(url)) return undefined;
    return other.searchParams.get('returnCountOnly') === 'true' ? { count: 1 } : noRows;
  };

type Feature = { readonly properties: Readonly<Record<string, unknown>> };

/** Collections of an OGC service: the recorded one narrowed by the conditions of a question, every other with `rows`. */
const collections =
  (rows: readonly object[] = []) =>
  (recording: Recording): Elsewhere => {
    const nameOf = ({ pathname }: URL) => /\/collections\/([\w-]+)/.exec(pathname)?.[1];
    return (url) => {
      if (nameOf(url) !== nameOf(recording.url)) return { type: 'FeatureCollection', features: rows };
      const body = bodyOf(recording) as { readonly features: readonly Feature[] };
      const fits = ({ properties }: Feature) =>
        [...url.searchParams].every(([name, value]) => !(name in properties) || properties[name] === value);
      return { ...body, features: body.features.filter(fits) };
    };
  };

/** The well that a recorded series belongs to. */
function wellOfSeries(recording: Recording): readonly object[] {
  const { features } = bodyOf(recording) as { readonly features: readonly (Feature & { geometry: unknown })[] };
  const [first] = features;
  const id = first?.properties.monitoring_location_id;
  return [{ type: 'Feature', id, geometry: first?.geometry, properties: { id } }];
}

/** The second step of ECHO gives one row. */
const echoPage = (): Elsewhere => (url) =>
  url.pathname.endsWith('get_qid')
    ? { Results: { Message: 'Working', Facilities: [{ FacName: 'A' }], WaterSystems: [{ PWSName: 'A' }] } }
    : undefined;
const echoQuestion = { params: {}, columns: [1], limit: 1 };

const federal: readonly Federal[] = [
  {
    name: 'airnow-api',
    at: /^www\.airnowapi\.org\/aq\/observation\/current/,
    read: (s, q) => closestReadings(s, pointOf(q)),
  },
  {
    name: 'bls-laus',
    at: /^api\.bls\.gov\/publicapi\/v2\/timeseries/,
    read: (s, { counties, now, url }) => laborMonths(s, counties ?? /(?<=LAUCN)\d{5}/.exec(url.pathname) ?? [], now),
  },
  {
    name: 'census-geocoder',
    at: /^geocoding\.geo\.census\.gov\/geocoder\/.*(?:address|onelineaddress)$/,
    read: (s, { address = '' }) => geocode(s, address),
  },
  {
    name: 'census-geocoder coordinates',
    at: /^geocoding\.geo\.census\.gov\/geocoder\/geographies\/coordinates$/,
    read: (s, q) => geographiesAt(s, pointOf(q)),
  },
  {
    name: 'congress-legislators',
    at: /^unitedstates\.github\.io\/congress-legislators\/legislators-current\.json$/,
    read: (s, { state = '', now }) =>
      membersFor(s, { stateCode: state, district: undefined, on: now.toISOString().slice(0, 10) }),
  },
  {
    name: 'earth-search',
    at: /^earth-search\.aws\.element84\.com\/v1\/search$/,
    read: (s, { box = [-180, -90, 180, 90] }) =>
      scenesOf(s, earthSearch, { bbox: box, fromDate: '2000-01-01', toDate: '2030-01-01', maxCloudCoverage: 100 }),
  },
  {
    name: 'epa-echo',
    // the first step of this service is the same in all of ECHO
    at: /^echodata\.epa\.gov\/echo\/(?:echo|air)_rest_services/,
    elsewhere: echoPage,
    read: (s) => queryEcho(s, echo, echoQuestion),
  },
  {
    name: 'epa-npdes-permits',
    at: /^echodata\.epa\.gov\/echo\/cwa_rest_services/,
    elsewhere: echoPage,
    read: (s) => queryEcho(s, npdes, echoQuestion),
  },
  {
    name: 'epa-sdw',
    at: /^echodata\.epa\.gov\/echo\/sdw_rest_services/,
    elsewhere: echoPage,
    read: (s) => queryEcho(s, sdw, echoQuestion),
  },
  {
    name: 'fema-nfhl zone',
    at: /^hazards\.fema\.gov\/arcgis\/rest\/services\/public\/nfhl\/mapserver\/28$/,
    platform: 'arcgis',
    elsewhere: otherLayersEmpty,
    read: async (s, q) => mapLookup(await floodMapAt(s, pointOf(q), 100), ({ zones }) => zones),
  },
  {
    name: 'fema-nfhl panel',
    at: /^hazards\.fema\.gov\/arcgis\/rest\/services\/public\/nfhl\/mapserver\/3$/,
    platform: 'arcgis',
    // a map of which no zone is drawn is read no further
    elsewhere: (recording) => (url) =>
      identityOf(url).endsWith('/28')
        ? { features: [{ attributes: { FLD_ZONE: 'X', SFHA_TF: 'F' } }] }
        : otherLayersEmpty(recording)(url),
    read: async (s, q) => mapLookup(await floodMapAt(s, pointOf(q), 100), ({ panels }) => panels),
  },
  {
    name: 'fema-nfhl community',
    at: /^hazards\.fema\.gov\/arcgis\/rest\/services\/public\/nfhl\/mapserver\/22$/,
    platform: 'arcgis',
    read: (s, q) => communitiesAt(s, pointOf(q)),
  },
  {
    name: 'nifc-wfigs',
    at: /^services3\.arcgis\.com\/t4qmspbflg3qtgwy\/arcgis\/rest\/services\/wfigs_interagency_perimeters/,
    platform: 'arcgis',
    read: (s, q) => recentFires(s, pointOf(q)),
  },
  {
    name: 'nlr-pvwatts',
    at: /^developer\.(?:nlr|nrel)\.gov\/api\/pvwatts\//,
    read: (s, q) => referenceEnergy(s, pointOf(q), 8),
  },
  {
    name: 'noaa-nwps',
    at: /^api\.water\.noaa\.gov\/nwps\/v1\/gauges$/,
    read: (s, q) => gaugesNear(s, pointOf(q), 50_000),
  },
  {
    name: 'noaa-nwps gauge',
    at: /^api\.water\.noaa\.gov\/nwps\/v1\/gauges\/\w+$/,
    read: (s, { key = 'XXXX1' }) => gaugeThresholds(s, key),
  },
  { name: 'openei-urdb', at: /^api\.openei\.org\/utility_rates$/, read: (s, q) => openTariffs(s, pointOf(q), q.now) },
  {
    name: 'osm-overpass',
    at: /^overpass-api\.de\/api\/interpreter$/,
    read: (s, q) => placesNear(s, pointOf(q), q.radiusMeters ?? 500),
  },
  {
    name: 'osm-mapped-utilities',
    at: /^overpass-api\.de\/api\/interpreter$/,
    read: (s, q) => mappedWorksNear(s, pointOf(q), q.radiusMeters ?? 500),
  },
  {
    name: 'tiger-roads',
    at: /^tigerweb\.geo\.census\.gov\/arcgis\/rest\/services\/tigerweb\/transportation\/mapserver\/8$/,
    platform: 'arcgis',
    read: (s, { box = [-180, -90, 180, 90] }) => centerLinesIn(s, 'local', box),
  },
  {
    name: 'usda-sda',
    at: /^sdmdataaccess\.sc\.egov\.usda\.gov\/tabular\/post\.rest$/,
    read: (s, q) => soilAt(s, pointOf(q)),
  },
  {
    name: 'usdm',
    at: /^usdmdataservices\.unl\.edu\/api\/countystatistics\//,
    read: (s, { counties = [], now }) => droughtWeeks(s, counties, years(now, 14), now),
  },
  {
    name: 'usgs-designmaps',
    at: /^earthquake\.usgs\.gov\/ws\/designmaps\//,
    read: (s, q) => seismicDesignAt(s, pointOf(q)),
  },
  { name: 'usgs-epqs', at: /^epqs\.nationalmap\.gov\/v1\/json$/, read: (s, q) => elevationAt(s, pointOf(q)) },
  {
    name: 'usgs-groundwater depth',
    at: /^api\.waterdata\.usgs\.gov\/ogcapi\/v\d\/collections\/field-measurements\/items$/,
    read: (s, { key = '' }) => lastDepth(s, key, '1900-01-01'),
  },
  {
    name: 'usgs-groundwater series',
    at: /^api\.waterdata\.usgs\.gov\/ogcapi\/v\d\/collections\/field-measurements-metadata\/items$/,
    elsewhere: (recording) => collections(wellOfSeries(recording))(recording),
    read: (s, q) => wellsNear(s, pointOf(q), q.radiusMeters ?? 1000),
  },
  {
    name: 'usgs-groundwater wells',
    at: /^api\.waterdata\.usgs\.gov\/ogcapi\/v\d\/collections\/monitoring-locations\/items$/,
    elsewhere: collections(),
    read: (s, q) => wellsNear(s, pointOf(q), q.radiusMeters ?? 1000),
  },
  {
    name: 'usgs-ngwmn',
    at: /^api\.waterdata\.usgs\.gov\/ngwmn\/ogcapi\/collections\/sites\/items$/,
    read: (s, q) => networkWellsNear(s, pointOf(q), q.radiusMeters ?? 1000),
  },
  {
    name: 'usgs-water',
    at: /^api\.waterdata\.usgs\.gov\/ogcapi\/v\d\/collections\/latest-continuous\/items$/,
    elsewhere: collections(),
    read: (s, q) => stationsNear(s, pointOf(q), q.radiusMeters ?? 1000, years(q.now, 7)),
  },
];

const readerOf = ({ name, read, platform, elsewhere }: Federal): Reader => ({
  name,
  async read(recorded, question) {
    const recording = platform ? inFormOf(platform, recorded) : recorded;
    const now = new Date(`${recording.on}T12:00:00Z`);
    return readingOf(
      await read(recordedAccess(recording, elsewhere?.(recording)), { ...question, now, url: recording.url }),
    );
  },
});

/** The functions of federal sources that have read recordings, found by the address of a recording. */
export const federalReaders = (url: URL): readonly Reader[] =>
  federal.filter(({ at }) => at.test(identityOf(url).toLowerCase())).map(readerOf);
