import { errorCatalog } from '../../kernel/error-catalog.ts';
import { type Publication, serviceTitle } from './publication.ts';

/** `GET /.well-known/svc-errors.json`: every code with its status, meaning and remedy. */
export function errorDocument(pub: Publication) {
  return {
    service: serviceTitle,
    version: pub.version,
    mediaType: 'application/problem+json',
    shape: {
      members: ['type', 'title', 'status', 'detail', 'instance', 'code', 'charged', 'requestId', 'remedy'],
      sometimes: ['issues', 'example', 'requiredFields', 'allowedFields', 'suggestions', 'retryAfterSeconds'],
      rule: 'charged is false in every error body. A 402 is an x402 challenge and no problem document; A2A errors have the shape of that protocol.',
    },
    errors: Object.entries(errorCatalog).map(([code, entry]) => ({
      code,
      type: `urn:place-records:error:${code}`,
      ...entry,
    })),
  };
}
