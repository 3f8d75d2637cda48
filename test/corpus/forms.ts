import { parse } from 'csv-parse/sync';
import { bodyOf, type Recording } from './recording.ts';

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A download as the rows of the interface: headings become the lower-case names of its columns. */
function rowsOfCsv({ text, headings }: Recording): readonly Item[] {
  const named = (heading: string) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '');
  const columns = (given: readonly string[]) => given.map(named).map((name) => headings[name] ?? name);
  const rows: Record<string, string>[] = parse(text, { columns, skip_empty_lines: true });
  // a column without a value is absent from a row of the interface
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
}

const isCsv = ({ text }: Recording) => !/^\s*[[{<]/.test(text);

function esriGeometry(geometry: unknown): unknown {
  if (!isItem(geometry)) return undefined;
  const { type, coordinates } = geometry;
  if (!Array.isArray(coordinates)) return undefined;
  if (type === 'Point') return { x: coordinates[0], y: coordinates[1] };
  if (type === 'LineString') return { paths: [coordinates] };
  if (type === 'Polygon') return { rings: coordinates };
  return type === 'MultiPolygon' ? { rings: coordinates.flat() } : undefined;
}

function esriFeature(feature: unknown): unknown {
  if (!isItem(feature) || !isItem(feature.properties)) return feature;
  return { attributes: feature.properties, geometry: esriGeometry(feature.geometry) };
}

/** Rows of a layer in the form that the driver queries (`f=json`): recorded as GeoJSON, as a download or as one row. */
function esriRows(body: unknown): unknown {
  if (Array.isArray(body)) return { features: body.map((attributes: unknown) => ({ attributes })) };
  if (!isItem(body)) return body;
  if (!Array.isArray(body.features)) return 'OBJECTID' in body ? { features: [{ attributes: body }] } : body;
  return { ...body, features: body.features.map(esriFeature) };
}

const withBody = (recording: Recording, body: unknown): Recording => ({ ...recording, text: JSON.stringify(body) });

/** What a recording holds: the JSON of its body, or the rows of a table. */
export const itemsOf = (recording: Recording): unknown => (isCsv(recording) ? rowsOfCsv(recording) : bodyOf(recording));

/** A recording in the form in which its platform answers a reader, whatever form it was recorded in. */
export function inFormOf(platform: string, recording: Recording): Recording {
  const body = itemsOf(recording);
  if (platform === 'arcgis') return withBody(recording, esriRows(body));
  if (platform === 'legistar') return withBody(recording, [body].flat());
  return isCsv(recording) ? withBody(recording, body) : recording;
}
