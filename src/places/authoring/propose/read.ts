import type { SourceAccess, SourceReply } from '../../../kernel/ports/sources.ts';
import type { SourceCard } from '../../../kernel/source-card.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { type About, aboutCkan, aboutSocrata } from '../../../sources/drivers/about.ts';
import { aboutArcgis } from '../../../sources/drivers/arcgis-layer.ts';
import { rowsOfFeatures } from '../../../sources/drivers/arcgis-page.ts';
import { centroidOf } from '../../../sources/drivers/esri.ts';
import { isPublicHost } from '../../registry/check.ts';
import { askableColumns } from './propose.ts';

/** A layer or dataset as an operator names it, and the address under which it is queried. */
export interface LayerAddress {
  readonly platform: 'arcgis' | 'socrata' | 'ckan';
  readonly endpoint: string;
}

/** What was read of a layer: what it says of itself, and a few rows of columns that are about no person by their names. */
export interface LayerRead {
  readonly about: About;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Middles of the rows, where they have a place. */
  readonly points: readonly GeoPoint[];
  readonly geometryColumn: string | undefined;
  /** Day on which the layer answered. */
  readonly readOn: string;
}

type Read = Omit<LayerRead, 'readOn'>;

const sampleRows = 40;
/** Some servers refuse longer questions. */
const mostColumns = 90;

const socrata = /^(https:\/\/[^/]+)\/(?:.*\/)?([a-z0-9]{4}-[a-z0-9]{4})(?:[./?]|$)/;
const ckanId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Reads an address as people copy it from a browser. Throws one sentence where it is that of no layer. */
export function layerAddress(text: string): LayerAddress {
  if (!URL.canParse(text)) throw new Error(`"${text}" is no address`);
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new Error('the address of a layer begins with https://');
  if (!isPublicHost(text)) throw new Error(`${url.hostname} is no host of the public internet`);
  const [layer] = /^https:\/\/[^?#]+\/(?:Feature|Map)Server\/\d+/.exec(text) ?? [];
  if (layer) return { platform: 'arcgis', endpoint: layer };
  if (/\/(?:Feature|Map)Server\/?(?:[?#]|$)/.test(text))
    throw new Error('this is a service: name one of its layers, for example …/FeatureServer/0');
  const resource = ckanId.exec(text)?.[0];
  if (resource && /\/(?:dataset|api\/3)\//.test(text))
    return { platform: 'ckan', endpoint: `${url.origin}/api/3/action/datastore_search?resource_id=${resource}` };
  const [, origin, id] = socrata.exec(text) ?? [];
  if (origin && id) return { platform: 'socrata', endpoint: `${origin}/resource/${id}.json` };
  throw new Error(
    'this is the address of no layer: …/FeatureServer/0 or …/MapServer/3 (ArcGIS), …/resource/abcd-1234.json (Socrata), …/dataset/…/resource/<id> (CKAN)',
  );
}

type Ask = (url: string) => Promise<unknown>;

const withQuery = (url: string, params: Readonly<Record<string, string>>) =>
  `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(params)}`;

const namesOf = (about: About) =>
  askableColumns(about)
    .slice(0, mostColumns)
    .map(({ name }) => name);

async function readArcgis(endpoint: string, ask: Ask): Promise<Read> {
  const about = aboutArcgis(await ask(`${endpoint}?f=json`));
  if (!about) throw new Error('the layer does not list its columns');
  if (!about.canQuery) throw new Error('the layer takes no queries');
  const body = await ask(
    withQuery(`${endpoint}/query`, {
      where: '1=1',
      outFields: namesOf(about).join(','),
      returnGeometry: String(about.shape !== 'table'),
      outSR: '4326',
      resultRecordCount: String(sampleRows),
      f: 'json',
    }),
  );
  const rows = rowsOfFeatures(body) ?? [];
  return {
    about,
    rows: rows.map(({ attributes }) => attributes),
    points: rows.flatMap(({ geometry }) => centroidOf(geometry) ?? []),
    geometryColumn: undefined,
  };
}

/** The point of a cell, as GeoJSON or in the older form with latitude and longitude. */
function pointOfCell(cell: unknown): GeoPoint | undefined {
  const { coordinates, latitude, longitude } = (cell ?? {}) as Record<string, unknown>;
  const [x, y] = Array.isArray(coordinates) ? coordinates.map(Number) : [Number(longitude), Number(latitude)];
  return Number.isFinite(x) && Number.isFinite(y) ? { latitude: y as number, longitude: x as number } : undefined;
}

async function readSocrata(endpoint: string, ask: Ask): Promise<Read> {
  const view = endpoint.replace('/resource/', '/api/views/');
  const about = aboutSocrata(await ask(view));
  if (!about) throw new Error('the dataset does not list its columns');
  // an outline is not fetched: it may be large
  const place = about.shape === 'point' && about.geometryColumn ? [about.geometryColumn] : [];
  const $select = [...namesOf(about), ...place].join(',');
  const body = await ask(withQuery(endpoint, { $select, $limit: String(sampleRows) }));
  const rows: readonly Record<string, unknown>[] = Array.isArray(body) ? body : [];
  return {
    about,
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !place.includes(name)))),
    points: place.flatMap((column) => rows.flatMap((row) => pointOfCell(row[column]) ?? [])),
    geometryColumn: about.geometryColumn,
  };
}

async function readCkan(endpoint: string, ask: Ask): Promise<Read> {
  const about = aboutCkan(await ask(withQuery(endpoint, { limit: '0' })), new URL(endpoint).hostname);
  if (!about) throw new Error('the datastore does not list its columns');
  const body = await ask(withQuery(endpoint, { limit: String(sampleRows), fields: namesOf(about).join(',') }));
  const { result } = body as { result?: { records?: readonly Record<string, unknown>[] } };
  return { about, rows: result?.records ?? [], points: [], geometryColumn: undefined };
}

const readers = { arcgis: readArcgis, socrata: readSocrata, ckan: readCkan } as const;

/** What a layer says of itself and a few of its rows, in two questions. Throws the reason where it does not answer. */
export async function readLayer(
  sources: SourceAccess,
  card: SourceCard,
  { platform, endpoint }: LayerAddress,
): Promise<LayerRead> {
  let readOn = '';
  const read = await readers[platform](endpoint, async (url) => {
    const reply: SourceReply = await sources.fetch(card, { url, ttlSeconds: 0 });
    if (!reply.ok) throw new Error(reply.reason);
    readOn = reply.fetchedAt.slice(0, 10);
    return reply.body;
  });
  return { ...read, readOn };
}

/** The card under which a layer is queried before there is a source of it. */
export const cardOfAddress = ({ endpoint }: LayerAddress): SourceCard => ({
  id: 'proposed-layer',
  name: new URL(endpoint).hostname,
  publisher: new URL(endpoint).hostname,
  authority: 'official',
  landingUrl: endpoint,
  datasetUrl: endpoint,
  endpoint,
  covers: 'not known yet',
  cadence: 'not stated',
  licenseNote: 'No license text was seen',
  seen: { by: 'none', note: 'Named by an operator.' },
  http: { timeoutMs: 20_000 },
  limits: [],
});
