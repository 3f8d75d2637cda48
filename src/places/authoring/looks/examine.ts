import { type Bbox, boxAround } from '../../../geometry/geo.ts';
import { holdsPoint } from '../../../geometry/outline.ts';
import type { SourceReply } from '../../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { textOf } from '../../../kernel/text.ts';
import { type About, aboutSocrata, columnFinder } from '../../../sources/drivers/about.ts';
import type { LayerRow } from '../../../sources/drivers/arcgis.ts';
import { aboutArcgis } from '../../../sources/drivers/arcgis-layer.ts';
import { rowsOfFeatures } from '../../../sources/drivers/arcgis-page.ts';
import { centroidOf, pointOf, ringsOf } from '../../../sources/drivers/esri.ts';
import { quoted } from '../../../sources/drivers/rows.ts';
import { columnsRead } from '../../registry/probe.ts';
import type { LaneSource } from '../../schema/jurisdiction.ts';
import { columnsOfField } from '../../schema/lane-table.ts';

export type AskAddress = (url: string) => Promise<SourceReply>;

/** `changed`: it answers, and something is not as it is mapped. */
export interface Finding {
  readonly verdict: 'answers' | 'changed' | 'fails';
  /** Whole sentences without text of the source, the gravest first. */
  readonly problems: readonly string[];
  readonly editedOn?: string;
  readonly knownParcel?: string;
}

export interface Examined {
  readonly source: LaneSource;
  /** Box of the place in WGS84; undefined where it is not known. */
  readonly area: Bbox | undefined;
  readonly known: string | undefined;
}

const sampleRows = 5;
/** Boundaries are generalised, and a county's layer reaches over them a little. */
const marginDegrees = 0.2;
const middleMeters = 150;

const dated = (about: About | undefined) => about?.editedOn && { editedOn: about.editedOn };

const fails = (problem: string, about?: About): Finding => ({ verdict: 'fails', problems: [problem], ...dated(about) });

const answers = (problems: readonly string[], about?: About): Finding => ({
  verdict: problems.length === 0 ? 'answers' : 'changed',
  problems,
  ...dated(about),
});

const columnIn = ({ columns }: About, wanted: string) => columnFinder(columns)(wanted);

const overlaps = (a: Bbox, b: Bbox) =>
  a[0] <= b[2] + marginDegrees &&
  b[0] <= a[2] + marginDegrees &&
  a[1] <= b[3] + marginDegrees &&
  b[1] <= a[3] + marginDegrees;

const holds = (area: Bbox, { latitude, longitude }: GeoPoint) =>
  overlaps(area, [longitude, latitude, longitude, latitude]);

function keyColumn(source: LaneSource): string | undefined {
  const [only, ...more] = columnsOfField(source, 'parcelId' in source.fields ? 'parcelId' : 'recordId');
  return source.query.key?.field ?? (more.length === 0 ? only : undefined);
}

/** The middle of a row's outline where that lies inside of it; a point is itself. */
function pointInside(geometry: unknown): GeoPoint | undefined {
  const middle = pointOf(geometry) ?? centroidOf(geometry);
  const rings = ringsOf(geometry);
  return middle && (rings.length === 0 || holdsPoint(rings, middle)) ? middle : undefined;
}

const layerOf = ({ endpoint }: LaneSource) => endpoint.replace(/\/+$/, '');
const queryUrl = (source: LaneSource, params: Readonly<Record<string, string>>) =>
  `${layerOf(source)}/query?${new URLSearchParams({ ...params, f: 'json' })}`;

/** What of the layer's own words is not as it is mapped. `grave`: nothing can be read then. */
function problemsOfAbout(about: About, { source, area }: Examined) {
  const key = keyColumn(source);
  const missing = columnsRead(source).filter((column) => !columnIn(about, column));
  const grave = [
    ...(about.canQuery ? [] : ['The layer takes no queries.']),
    ...(source.query.point && about.shape !== 'polygon' ? [`Its rows are no areas (${about.shape}).`] : []),
    ...(key && missing.includes(key) ? [`It has no column ${key}, which held the number of the record.`] : []),
    ...(about.extent && area && !overlaps(about.extent, area) ? ['It lies outside of its county or state.'] : []),
  ];
  const light = missing.filter((column) => column !== key).map((column) => `It has no column ${column}.`);
  return { grave, light };
}

const condition = (source: LaneSource, more?: string) =>
  [source.query.where && (more ? `(${source.query.where})` : source.query.where), more].filter(Boolean).join(' AND ') ||
  '1=1';

function sampleUrl(examined: Examined, about: About, columns: readonly string[]): string | undefined {
  const { source, known, area } = examined;
  const key = keyColumn(source);
  const column = key === undefined ? undefined : columnIn(about, key);
  const queried = { outFields: columns.join(','), returnGeometry: String(about.shape !== 'table'), outSR: '4326' };
  if (known !== undefined && column) {
    const value = column.kind === 'number' ? known : quoted(known);
    return queryUrl(source, { ...queried, where: condition(source, `${column.name} = ${value}`) });
  }
  if (!source.query.uncounted) {
    return queryUrl(source, { ...queried, where: condition(source), resultRecordCount: String(sampleRows) });
  }
  if (!area) return undefined;
  const middle = { latitude: (area[1] + area[3]) / 2, longitude: (area[0] + area[2]) / 2 };
  const around = {
    geometry: boxAround(middle, middleMeters).join(','),
    geometryType: 'esriGeometryEnvelope',
    inSR: '4326',
    spatialRel: 'esriSpatialRelIntersects',
  };
  return queryUrl(source, { ...queried, ...around, where: condition(source) });
}

type Sampled = ReturnType<typeof sampledIn>;

function sampledIn(rows: readonly LayerRow[], column: string | undefined) {
  const sampled = rows.map(({ attributes, geometry }) => ({
    number: column === undefined ? undefined : textOf(attributes[column]),
    point: pointInside(geometry),
  }));
  return (
    sampled.find(({ number, point }) => number && point) ??
    sampled.find(({ number }) => number) ?? { number: undefined, point: undefined }
  );
}

async function pointProblem(examined: Examined, about: About, { number, point }: Sampled, ask: AskAddress) {
  const { source } = examined;
  const key = keyColumn(source);
  const column = key === undefined ? undefined : columnIn(about, key)?.name;
  if (!source.query.point || !point || !number || !column) return {};
  const around = { geometry: `${point.longitude},${point.latitude}`, geometryType: 'esriGeometryPoint' };
  const box = { geometry: boxAround(point, 1).join(','), geometryType: 'esriGeometryEnvelope' };
  const reply = await ask(
    queryUrl(source, {
      ...(source.query.byBox ? box : around),
      inSR: '4326',
      spatialRel: 'esriSpatialRelIntersects',
      where: condition(source),
      outFields: column,
      returnGeometry: 'false',
    }),
  );
  const rows = reply.ok ? rowsOfFeatures(reply.body) : undefined;
  if (!rows) return { grave: `A question at a point was not answered: ${reply.ok ? 'another shape' : reply.reason}` };
  const isThere = rows.some(({ attributes }) => textOf(attributes[column]) === number);
  return isThere ? {} : { light: `A point inside the parcel ${number} does not bring that parcel.` };
}

/** No row where one was requested: that one is gone, or the layer holds nothing. */
function noRows({ source, known }: Examined, about: About, light: readonly string[]): Finding {
  const problem = known === undefined ? 'It has no rows.' : `The parcel ${known}, which it had, is gone.`;
  if (known === undefined && !source.query.uncounted) return fails(problem, about);
  return answers([problem, ...light], about);
}

/** What a few rows of a layer say; `light` is what is known to be missing already. */
async function examineRows(examined: Examined, about: About, light: readonly string[], ask: AskAddress) {
  const { source, area } = examined;
  const columns = columnsRead(source).flatMap((column) => columnIn(about, column)?.name ?? []);
  const url = sampleUrl(examined, about, columns);
  if (url === undefined) return answers([...light, 'No row of it could be requested.'], about);
  const reply = await ask(url);
  const rows = reply.ok ? rowsOfFeatures(reply.body) : undefined;
  if (!rows) return fails(`Its rows could not be read: ${reply.ok ? 'another shape.' : reply.reason}`, about);
  if (rows.length === 0) return noRows(examined, about, light);
  const key = keyColumn(source);
  const sampled = sampledIn(rows, key === undefined ? undefined : columnIn(about, key)?.name);
  if (area && sampled.point && !holds(area, sampled.point))
    return fails('Its rows lie outside of its county or state.', about);
  const at = await pointProblem(examined, about, sampled, ask);
  if (at.grave) return fails(at.grave, about);
  const noNumber = key !== undefined && sampled.number === undefined ? ['None of a few rows has a number.'] : [];
  const problems = [...noNumber, ...(at.light ? [at.light] : []), ...light];
  return {
    ...answers(problems, about),
    ...(source.lane === 'parcel' && sampled.number !== undefined && { knownParcel: sampled.number }),
  };
}

async function examineArcgis(examined: Examined, ask: AskAddress): Promise<Finding> {
  const { source } = examined;
  const metadata = await ask(`${layerOf(source)}?f=json`);
  if (!metadata.ok) return fails(metadata.reason);
  if (source.resolve.by !== 'none') {
    const { layers, services } = metadata.body as { layers?: unknown; services?: unknown };
    return Array.isArray(layers ?? services) ? answers([]) : fails('It does not list its layers.');
  }
  const about = aboutArcgis(metadata.body);
  if (!about) return fails('It does not list its columns.');
  const { grave, light } = problemsOfAbout(about, examined);
  if (grave.length === 0) return examineRows(examined, about, light, ask);
  return { verdict: 'fails', problems: [...grave, ...light], ...dated(about) };
}

async function examineSocrata({ source }: Examined, ask: AskAddress): Promise<Finding> {
  const { endpoint } = source;
  const view = /^(https:\/\/[^/]+)\/resource\/([a-z0-9]{4}-[a-z0-9]{4})/.exec(endpoint);
  const metadata = view ? await ask(`${view[1]}/api/views/${view[2]}.json`) : undefined;
  if (metadata && !metadata.ok) return fails(metadata.reason);
  const about = metadata && aboutSocrata(metadata.body);
  if (!about) return fails('It does not list its columns.');
  const wanted = columnsRead(source).filter((column) => !column.startsWith(':'));
  const missing = wanted.filter((column) => !columnIn(about, column));
  const key = keyColumn(source);
  if (key !== undefined && missing.includes(key))
    return fails(`It has no column ${key}, which held the number of the record.`, about);
  const select = wanted.filter((column) => !missing.includes(column)).join(',');
  const reply = await ask(`${endpoint}?${new URLSearchParams({ $select: select, $limit: '1' })}`);
  if (!reply.ok) return fails(`Its rows could not be read: ${reply.reason}`, about);
  if (!Array.isArray(reply.body) || reply.body.length === 0) return fails('It has no rows.', about);
  return answers(
    missing.map((column) => `It has no column ${column}.`),
    about,
  );
}

const readers = { arcgis: examineArcgis, socrata: examineSocrata } as const;

/** Whether a source can be looked at by its platform's own description of it. */
export const isExaminable = ({ platform }: LaneSource): boolean => platform in readers;

/**
 * Looks at one source with at most three questions: what it says of itself (kind, columns, extent, newest edit), a few rows
 * with exactly the mapped columns, and of a parcel layer a point inside one of them. A failure is a finding, never thrown.
 */
export async function examineSource(examined: Examined, ask: AskAddress): Promise<Finding> {
  const { platform } = examined.source;
  const read = platform === 'arcgis' || platform === 'socrata' ? readers[platform] : undefined;
  return read ? read(examined, ask) : fails(`The platform ${platform} does not describe itself.`);
}
