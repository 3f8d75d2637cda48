import type { UpstreamReply, UpstreamRequest } from './fake-upstream.ts';

export interface LayerQuestion {
  readonly point?: { readonly latitude: number; readonly longitude: number };
  readonly radiusMeters: number;
  readonly where: string;
  readonly countOnly: boolean;
  readonly params: URLSearchParams;
}

/** A question to an ArcGIS layer, whether it came as an address or as a form. */
export function layerQuestion(request: UpstreamRequest): LayerQuestion {
  const params = request.method === 'POST' ? new URLSearchParams(request.body) : request.query;
  const [longitude, latitude] = (params.get('geometry') ?? '').split(',').map(Number);
  const isPoint = params.get('geometryType') === 'esriGeometryPoint' && Number.isFinite(latitude);
  return {
    ...(isPoint && { point: { latitude: latitude ?? 0, longitude: longitude ?? 0 } }),
    radiusMeters: Number(params.get('distance') ?? 0),
    where: params.get('where') ?? '',
    countOnly: params.get('returnCountOnly') === 'true',
    params,
  };
}

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

/** The box that a question asks about; undefined where it asks about a point or everything. */
export function boxOf({ params }: LayerQuestion): Box | undefined {
  if (params.get('geometryType') !== 'esriGeometryEnvelope') return undefined;
  const [west, south, east, north] = (params.get('geometry') ?? '').split(',').map(Number);
  return north === undefined ? undefined : [west ?? 0, south ?? 0, east ?? 0, north];
}

/** What a layer answers: a count where only that was queried, else the queried columns of each row. */
export function layerAnswer(
  question: LayerQuestion,
  rows: readonly { readonly attributes: Record<string, unknown>; readonly geometry?: unknown }[],
): UpstreamReply {
  if (question.countOnly) return { body: { count: rows.length } };
  const columns = (question.params.get('outFields') ?? '').split(',').filter(Boolean);
  const unknown = rows[0] && columns.find((column) => !(column in (rows[0]?.attributes ?? {})));
  if (unknown) return { body: { error: { code: 400, message: 'Failed to execute query.', details: [] } } };
  const withGeometry = question.params.get('returnGeometry') === 'true';
  return {
    body: {
      fields: columns.map((name) => ({ name, type: 'esriFieldTypeString', alias: name })),
      features: rows.map(({ attributes, geometry }) => ({
        attributes: Object.fromEntries(columns.map((column) => [column, attributes[column]])),
        ...(withGeometry && geometry !== undefined && { geometry }),
      })),
    },
  };
}
