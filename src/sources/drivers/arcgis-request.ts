import type { SourceRequest } from '../../kernel/ports/sources.ts';
import { formQuery } from '../shared/query.ts';

const maxAddressLength = 1900;

/** What an ArcGIS server says is wrong inside a 200. */
export function detectError(body: unknown): string | undefined {
  const error = (body as { error?: { code?: unknown } } | null)?.error;
  return error ? `ArcGIS error ${String(error.code ?? '')}`.trim() : undefined;
}

/** A request to an ArcGIS server. A long query goes as a form: several servers cut addresses near 2,000 characters. */
export function arcgisRequest(url: string, params: Record<string, string>, ttlSeconds?: number): SourceRequest {
  const query = formQuery(url, { ...params, f: 'json' });
  const address = `${url}?${query.body}`;
  return { ...(address.length <= maxAddressLength ? { url: address } : query), detectError, ttlSeconds };
}
