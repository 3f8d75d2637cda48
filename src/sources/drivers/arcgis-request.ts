import type { SourceRequest } from '../../kernel/ports/sources.ts';

const maxAddressLength = 1900;

/** What an ArcGIS server says is wrong inside a 200. */
export function detectError(body: unknown): string | undefined {
  const error = (body as { error?: { code?: unknown } } | null)?.error;
  return error ? `ArcGIS error ${String(error.code ?? '')}`.trim() : undefined;
}

/** A request to an ArcGIS server. A long query goes as a form: several servers cut addresses near 2,000 characters. */
export function arcgisRequest(url: string, params: Record<string, string>, ttlSeconds?: number): SourceRequest {
  const form = new URLSearchParams({ ...params, f: 'json' }).toString();
  const shared = { detectError, ttlSeconds };
  if (url.length + form.length < maxAddressLength) return { url: `${url}?${form}`, ...shared };
  return {
    url,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    ...shared,
  };
}
