import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { findState, states } from '../geography/us-states.ts';
import type { Bbox } from '../geometry/geo.ts';
import { tally } from '../kernel/group.ts';
import { hasData } from '../kernel/lookup.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { countyCode } from '../place/counties.ts';
import { zipRow } from '../place/embedded/locate.ts';
import { boxOfArea, countyFipsAt } from '../place/embedded/polygons.ts';
import { examineSource, type Finding } from '../places/authoring/looks/examine.ts';
import { type PlaceOfLayer, placeFile, placeId, proposedSource } from '../places/authoring/propose/file.ts';
import { knownNames, neededFields, type ProposedLane } from '../places/authoring/propose/names.ts';
import { type FieldProposal, proposeFields } from '../places/authoring/propose/propose.ts';
import {
  cardOfAddress,
  type LayerAddress,
  type LayerRead,
  layerAddress,
  readLayer,
} from '../places/authoring/propose/read.ts';
import { addressColumns } from '../places/registry/addresses/columns.ts';
import { laneCard } from '../places/registry/cards.ts';
import { geoidOf, type PlaceIndex, parsePlaceFile } from '../places/registry/load.ts';
import { ownAddressPoints } from '../places/registry/own/addresses.ts';
import type { LaneSource } from '../places/schema/jurisdiction.ts';
import { loadRedactor } from '../privacy/redact.ts';
import { geographiesAt, geographyIn } from '../sources/census-geocoder/client.ts';

export interface AddOptions {
  readonly url: string;
  readonly lane: ProposedLane;
  /** 5-digit code of a county or 2-digit code of a state, where the extent of the layer shall not decide. */
  readonly county: string | undefined;
  /** 7-digit code of a city, whose boundary is that of the Census place. */
  readonly city?: string | undefined;
  readonly folder: string | undefined;
}

export interface Proposal {
  readonly address: LayerAddress;
  readonly read: LayerRead;
  readonly fields: FieldProposal;
  readonly place: PlaceOfLayer;
  readonly placedBy: string;
  readonly file: string;
  readonly text: string;
  /** Why the file would not be served; empty where it would. */
  readonly problems: readonly string[];
  /** The layer's reply to a query by the file; undefined where none was sent. */
  readonly probe: Finding | undefined;
}

const center = ([west, south, east, north]: Bbox) => ({ latitude: (south + north) / 2, longitude: (west + east) / 2 });
const sizeOf = ([west, south, east, north]: Bbox) => (east - west) * (north - south);

/** A layer that covers so many times the box of its middle county is one of the state. */
const countiesOfAState = 6;

/** Code of the county or state of a layer: from the positions of most rows and from its extent. */
function codeOf({ about, points }: LayerRead): { readonly code: string; readonly by: string } | undefined {
  const byRows = tally(points.flatMap((point) => countyFipsAt(point) ?? []))[0]?.[0];
  const byExtent = about.extent && countyFipsAt(center(about.extent));
  const county = byRows ?? byExtent;
  const box = county === undefined ? undefined : boxOfArea(county);
  if (county === undefined || !box) return undefined;
  if (about.extent && sizeOf(about.extent) > countiesOfAState * sizeOf(box))
    return { code: county.slice(0, 2), by: 'its extent, which reaches far beyond one county' };
  return { code: county, by: byRows ? 'where its rows lie' : 'its extent' };
}

/** Rows that are looked up in the Census Bureau's places. */
const mostLocated = 4;

/** The incorporated place of a row: undefined where it lies in none, `unread` where the Bureau did not say. */
type Located = { readonly geoid: string; readonly name: string } | undefined | 'unread';

/** The incorporated places of a few rows, one for each. */
async function citiesOf(sources: SourceAccess, points: readonly GeoPoint[]): Promise<readonly Located[]> {
  const step = Math.max(1, Math.ceil(points.length / mostLocated));
  return Promise.all(
    points
      .filter((_, at) => at % step === 0)
      .map(async (point) => {
        const found = await geographiesAt(sources, point);
        if (!hasData(found)) return 'unread';
        const place = geographyIn(found.data, /^Incorporated Places$/i);
        return place && { geoid: place.geoid, name: place.baseName ?? place.geoid };
      }),
  );
}

/** The city of a code with the counties in which its rows lie. Throws where no row lies in it. */
function cityOf(code: string, located: readonly Located[], { points }: LayerRead, places: PlaceIndex) {
  const cities = located.flatMap((city) => (city && city !== 'unread' ? [city] : []));
  const found = cities.find(({ geoid }) => geoid === code);
  if (!found && located.includes('unread'))
    throw new Error(`the Census geocoder did not say in which places the rows lie: ask again later for ${code}`);
  const others = [...new Set(cities.map(({ name, geoid }) => `${name} (${geoid})`))].join(', ');
  if (!found) throw new Error(`no row that was read lies in the place ${code}${others && `; they lie in ${others}`}`);
  const counties = [...new Set(points.flatMap((point) => countyFipsAt(point) ?? []))];
  const served = places.inState(code.slice(0, 2)).find(({ kind, geoid }) => kind === 'city' && geoid.place === code);
  return { geoid: code, name: found.name, counties, served };
}

/** A set of one city is not its county's: where every row lies in one place and nobody has named the county. */
function cityProblem(lane: ProposedLane, located: readonly Located[]): readonly string[] {
  if (lane === 'parcel' || lane === 'address_points') return [];
  const cities = located.filter((city) => city !== 'unread');
  if (located.length > 0 && cities.length === 0)
    return [
      'the Census geocoder did not say in which city the rows lie: ask again later, or --county keeps the county',
    ];
  const [first] = cities;
  if (first === undefined || cities.length < 2 || cities.some((city) => city?.geoid !== first.geoid)) return [];
  return [
    `every row that was looked up lies in ${first.name}: --place ${first.geoid} proposes the city, --county keeps the county`,
  ];
}

function placeOf(code: string, places: PlaceIndex): PlaceOfLayer {
  const state = findState(code.slice(0, 2));
  const name = code.length === 2 ? state?.name : countyCode(code)?.name;
  if (!state || !name) throw new Error(`${code} is no code of a county (5 digits) or of a state (2 digits)`);
  const kind = code.length === 2 ? 'state' : 'county';
  const served = places.inState(state.fips).find((place) => place.kind === kind && geoidOf(place) === code);
  return { geoid: code, name, served };
}

/** The sources that are served of a lane: their columns say what publishers call its fields. */
const sourcesOfLane = (places: PlaceIndex, lane: ProposedLane, but: string): readonly LaneSource[] =>
  states
    .flatMap(({ fips }) => places.inState(fips))
    .flatMap(({ sources }) => sources)
    .filter((source) => source.lane === lane && source.endpoint.toLowerCase() !== but.toLowerCase());

function ownFile(folder: string | undefined, file: string): Record<string, unknown> | undefined {
  const path = folder === undefined ? undefined : join(folder, file);
  if (path === undefined || !existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8'));
}

function checked(
  text: string,
  file: string,
): { readonly problems: readonly string[]; readonly place?: ReturnType<typeof parsePlaceFile> } {
  try {
    return { place: parsePlaceFile(text, file), problems: [] };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Which place a layer is of, and the code of the county or state around it. */
function placedBy(
  { county, city }: AddOptions,
  read: LayerRead,
  cities: readonly Located[],
  places: PlaceIndex,
): { readonly place: PlaceOfLayer; readonly by: string; readonly area: string } {
  if (city !== undefined) {
    const place = cityOf(city, cities, read, places);
    return { place, by: '--place', area: place.counties[0] ?? city.slice(0, 2) };
  }
  const found = county === undefined ? codeOf(read) : { code: county, by: '--county' };
  if (!found)
    throw new Error('where the layer lies cannot be determined: name its county with --county, for example 45045');
  return { place: placeOf(found.code, places), by: found.by, area: found.code };
}

/** The folder's table of address points with a line for the layer, in place of its line of that place. */
function addressTable(
  { address, fields, place, read }: Pick<Proposal, 'address' | 'fields' | 'place' | 'read'>,
  folder?: string,
): string {
  const path = folder === undefined ? undefined : join(folder, ownAddressPoints);
  const before: Record<string, string>[] =
    path !== undefined && existsSync(path) ? parse(readFileSync(path, 'utf8'), { columns: true, bom: true }) : [];
  const columnsOf = (field: string) => fields.mapped.find((one) => one.field === field)?.columns.join(' ') ?? '';
  const names = ['number', 'street', 'unit', 'city', 'postcode'];
  const line = {
    geoid: place.geoid,
    name: place.name,
    url: address.endpoint,
    ...Object.fromEntries(names.map((name) => [name, columnsOf(name)])),
    seen_on: read.readOn,
    seen_in: "Proposed from the layer's own description; not checked by a person.",
  };
  const others = before.filter(({ geoid, url }) => geoid !== line.geoid || url !== line.url);
  return stringify([...others, line], { header: true, columns: [...addressColumns] });
}

/**
 * Reads a layer's own description and a few rows, proposes which column is which field, finds its county, makes the place
 * file and asks the layer as that file says: ten questions at most. Nothing is written. Throws one sentence where the
 * address is not that of a layer, the layer does not answer, or its place cannot be determined.
 */
export async function proposePlace(sources: SourceAccess, places: PlaceIndex, options: AddOptions): Promise<Proposal> {
  const { lane, folder } = options;
  const address = layerAddress(options.url);
  const read = await readLayer(sources, cardOfAddress(address), address);
  const cities = options.county === undefined ? await citiesOf(sources, read.points) : [];
  const { place, by, area } = placedBy(options, read, cities, places);
  const state = findState(place.geoid.slice(0, 2));
  const fields = proposeFields(
    read.about,
    read.rows,
    knownNames(sourcesOfLane(places, lane, address.endpoint)),
    await loadRedactor(),
    { lane, state: state?.code, stateOfZip: (zip) => zipRow(zip)?.stateCode },
  );
  const missing = neededFields[lane]
    .filter((field) => !fields.mapped.some((one) => one.field === field))
    .map((field) => `no column of the layer can be taken for ${field}`);
  const file = `${(state?.code ?? '').toLowerCase()}/${placeId(place)}.json`;
  const common = { address, read, fields, place, placedBy: by };
  if (lane === 'address_points') {
    const text = missing.length > 0 ? '' : addressTable(common, folder);
    return { ...common, file: ownAddressPoints, text, problems: missing, probe: undefined };
  }
  if (missing.length > 0) return { ...common, file, text: '', problems: missing, probe: undefined };
  const source = proposedSource(lane, address, read, fields, place);
  const text = `${JSON.stringify(placeFile(place, source, ownFile(folder, file)), null, 2)}\n`;
  const { place: parsed, problems: faults } = checked(text, file);
  const problems = [...faults, ...(options.city === undefined ? cityProblem(lane, cities) : [])];
  const made = parsed?.sources.find(({ endpoint, lane: of }) => endpoint === address.endpoint && of === lane);
  const card = parsed && made ? laneCard(parsed, made) : undefined;
  const canProbe = made && card && address.platform !== 'ckan';
  const probe = canProbe
    ? await examineSource({ source: made, area: boxOfArea(area), known: undefined }, (url) =>
        sources.fetch(card, { url, ttlSeconds: 0 }),
      )
    : undefined;
  return { ...common, file, text, problems, probe };
}

/** Writes the file of a proposal into the operator's folder, whole or not at all; gives its path. */
export function writePlace({ file, text }: Proposal, folder: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  return path;
}
