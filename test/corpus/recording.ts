/** One recorded answer of a source: what was queried, and what came back. */
export interface Recording {
  /** File of the body, and the part of it where a file holds several bodies. */
  readonly name: string;
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Day of the recording, YYYY-MM-DD: the day on which its reader reads it. */
  readonly on: string;
  /** Names of columns in the interface, where a download heads them otherwise. */
  readonly headings: Readonly<Record<string, string>>;
}

/** What the recorded request was about, as far as its reader has to know it beside the body. */
export interface Question {
  /** [latitude, longitude] in degrees. */
  readonly point?: readonly [number, number];
  readonly radiusMeters?: number;
  /** West, south, east, north in degrees. */
  readonly box?: readonly [number, number, number, number];
  readonly key?: string;
  readonly address?: string;
  readonly state?: string;
  /** Census codes of counties. */
  readonly counties?: readonly string[];
  /** Columns of a layer that no card names. */
  readonly columns?: readonly string[];
}

const number = (text: string | null) => (text === null || text === '' ? Number.NaN : Number(text));

/** What an address itself says of its question: a point, or the middle of a box. */
export function questionIn({ searchParams }: URL): Question {
  const given = (...names: readonly string[]) => names.map((name) => number(searchParams.get(name)));
  const [west = Number.NaN, south = 0, east = 0, north = 0] = given('bbox.xmin', 'bbox.ymin', 'bbox.xmax', 'bbox.ymax');
  const pairs = [
    given('latitude', 'longitude'),
    given('lat', 'lon'),
    given('y', 'x'),
    [(south + north) / 2, (west + east) / 2],
  ];
  const point = pairs.find((pair) => pair.every(Number.isFinite));
  return point ? { point: [point[0] ?? 0, point[1] ?? 0] } : {};
}

/** A body as its file has it. */
export const bodyOf = ({ text }: Pick<Recording, 'text'>): unknown => JSON.parse(text);

const arcgisLayer = /\/(?:feature|map)server\/\d+$/i;
const words = (path: string) => path.replace(/\/+$/, '').toLowerCase();

/** Whether an address names a layer itself, and no operation of it. */
export const isLayerPage = ({ pathname }: URL): boolean => arcgisLayer.test(words(pathname));

function sqlTable(sql: string | null): string | undefined {
  return sql === null ? undefined : /\bfrom\s+"?([\w-]+)"?/i.exec(sql)?.[1]?.toLowerCase();
}

/**
 * What an address is an address of: a layer, a dataset of a portal, a table of a SQL service. Two addresses with the same
 * identity are read by the same readers.
 */
export function identityOf(address: string | URL): string {
  const url = new URL(address);
  const path = words(url.pathname);
  const dataset = /\/(?:resource|views|d)\/(\w{4}-\w{4})\b/.exec(path)?.[1];
  if (dataset) return `socrata ${dataset}`;
  if (path.includes('/api/3/action/')) {
    const table = url.searchParams.get('resource_id') ?? sqlTable(url.searchParams.get('sql'));
    return `ckan ${url.host} ${table ?? url.searchParams.get('id') ?? ''}`;
  }
  const table = path.endsWith('/api/v2/sql') ? sqlTable(url.searchParams.get('q')) : undefined;
  if (table) return `sql ${url.host} ${table}`;
  return `${url.host}${path.replace(/\/(?:query|identify)$/, '')}`;
}
