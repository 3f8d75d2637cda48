import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';

/** What is in a column, by the word that a test gives it. */
const values = {
  row: (at: number) => at + 1,
  guid: (at: number) => `{0F8E1C2A-1B2C-4D3E-8F90-${String(100_000_000_000 + at)}}`,
  parcel: (at: number) => `14-0044-${String(1013 + at * 7).padStart(5, '0')}`,
  parcel10: (at: number) => String(3_921_261_000 + at * 113),
  parcelCode: (at: number) => `R${String(40_213 + at * 17)}`,
  account: (at: number) => `A${String(7000 + (at % 3))}-${100 + at}`,
  sameParcel: (at: number) => `0172931${String(100_001 + Math.floor(at / 3))}`,
  person: (at: number) => ['SMITH JOHN A', 'GARCIA MARIA L', 'NGUYEN THANH', 'JOHNSON ROBERT & MARY'][at % 4],
  last: (at: number) => ['SMITH', 'GARCIA', 'NGUYEN', 'JOHNSON'][at % 4],
  phone: (at: number) => `803-555-01${10 + at}`,
  mailLine: (at: number) => (at % 4 === 3 ? 'PO BOX 1234' : `${900 + at} PEACHTREE RD`),
  mailCity: (at: number) => ['ATLANTA', 'GREENVILLE', 'NEW YORK', 'DENVER'][at % 4],
  mailState: (at: number) => ['GA', 'SC', 'NY', 'CO'][at % 4],
  mailZip: (at: number) => ['30303', '29601', '10001', '80202'][at % 4],
  siteZip: () => '97701',
  line: (at: number) => `${1200 + at * 4} DILWORTH RD`,
  number: (at: number) => 1200 + at * 4,
  street: (at: number) => ['DILWORTH', 'CHEROKEE', 'ELM'][at % 3],
  kind: (at: number) => ['RD', 'AVE', 'ST'][at % 3],
  direction: () => 'N',
  city: () => 'SPRINGFIELD',
  code: (at: number) => ['101', '102', '400'][at % 3],
  use: (at: number) => ['SINGLE FAMILY', 'COMMERCIAL', 'VACANT LAND'][at % 3],
  year: (at: number) => 1950 + at,
  taxYear: () => 2026,
  money: (at: number) => 250_000 + at * 1000,
  date: (at: number) => Date.UTC(2020, at % 12, 3),
  acres: (at: number) => 0.25 + at / 100,
} as const;
export type ColumnWord = keyof typeof values;

export interface DescribedLayer {
  /** Recording, note or table that shows these columns. */
  readonly evidence: string;
  readonly url: string;
  readonly columns: Readonly<Record<string, ColumnWord>>;
  /** Longitude and latitude around which the rows lie; undefined: a table. */
  readonly center: readonly [number, number] | undefined;
  /** Half the width of the extent in degrees; 0.1 where absent. */
  readonly reach?: number;
  readonly shape?: 'esriGeometryPolygon' | 'esriGeometryPoint';
  readonly capabilities?: string;
  readonly rows?: number;
}

const types: Partial<Record<ColumnWord, string>> = { row: 'OID', guid: 'GlobalID', date: 'Date' };
const numeric = new Set<ColumnWord>(['number', 'year', 'taxYear', 'money', 'acres']);
const typeOf = (word: ColumnWord) => `esriFieldType${types[word] ?? (numeric.has(word) ? 'Double' : 'String')}`;

const side = 0.0004;
const squareAt = ([longitude, latitude]: readonly [number, number], at: number) => {
  const west = longitude + (at % 8) * 0.001;
  const south = latitude + Math.floor(at / 8) * 0.001;
  return [west, south, west + side, south + side] as const;
};

function metadata({ columns, center, reach = 0.1, shape, capabilities }: DescribedLayer): UpstreamReply {
  return {
    body: {
      name: 'Parcels',
      type: center ? 'Feature Layer' : 'Table',
      ...(center && {
        geometryType: shape ?? 'esriGeometryPolygon',
        extent: {
          xmin: center[0] - reach,
          ymin: center[1] - reach,
          xmax: center[0] + reach,
          ymax: center[1] + reach,
          spatialReference: { wkid: 4326, latestWkid: 4326 },
        },
      }),
      capabilities: capabilities ?? 'Map,Query,Data',
      fields: Object.entries(columns).map(([name, word]) => ({ name, type: typeOf(word), alias: name })),
      editingInfo: { dataLastEditDate: Date.UTC(2026, 9, 29) },
    },
  };
}

const refused: UpstreamReply = {
  body: { error: { code: 400, message: 'Failed to execute query.', details: ["'outFields' parameter is invalid"] } },
};

function rowsOf(layer: DescribedLayer, { query }: UpstreamRequest): UpstreamReply {
  const queried = (query.get('outFields') ?? '').split(',').filter(Boolean);
  if (queried.some((name) => !(name in layer.columns))) return refused;
  const [column, value] = /(\S+) = '?([^']+)'?/.exec(query.get('where') ?? '')?.slice(1) ?? [];
  const [x, y] = (query.get('geometry') ?? '').split(',').map(Number);
  const isPoint = query.get('geometryType') === 'esriGeometryPoint';
  const limit = Number(query.get('resultRecordCount') ?? 1000);
  const rows = Array.from({ length: layer.rows ?? 25 }, (_, at) => at)
    .filter((at) => {
      const word = column === undefined ? undefined : layer.columns[column];
      if (word !== undefined && String(values[word](at)) !== value) return false;
      if (!isPoint || !layer.center || x === undefined || y === undefined) return true;
      const [west, south, east, north] = squareAt(layer.center, at);
      return x >= west && x <= east && y >= south && y <= north;
    })
    .slice(0, limit);
  return {
    body: {
      features: rows.map((at) => {
        const { center } = layer;
        const [west, south, east, north] = center ? squareAt(center, at) : [0, 0, 0, 0];
        const ring = [
          [west, south],
          [west, north],
          [east, north],
          [east, south],
          [west, south],
        ];
        return {
          attributes: Object.fromEntries(queried.map((name) => [name, values[layer.columns[name] as ColumnWord](at)])),
          ...(center && query.get('returnGeometry') === 'true' && { geometry: { rings: [ring] } }),
        };
      }),
    },
  };
}

/**
 * Layers that describe themselves and refuse a question with an unknown column, as ArcGIS does. `queried` has every column
 * that was requested. Shapes: developers.arcgis.com/rest, "Layer (Feature Service)" and "Query (Feature Service/Layer)".
 */
export function describedLayers(layers: readonly DescribedLayer[]): FakeUpstream & { readonly queried: Set<string> } {
  const queried = new Set<string>();
  return {
    cardId: 'described-layers',
    hosts: [...new Set(layers.map(({ url }) => new URL(url).host))],
    queried,
    respond(request) {
      const path = request.path.replace(/\/query$/, '');
      const layer = layers.find(({ url }) => new URL(url).host === request.host && new URL(url).pathname === path);
      if (!layer) return undefined;
      if (path === request.path) return metadata(layer);
      for (const name of (request.query.get('outFields') ?? '').split(',')) queried.add(name);
      return rowsOf(layer, request);
    },
  };
}
