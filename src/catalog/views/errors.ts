import { errorCatalog } from '../../kernel/error-catalog.ts';
import { type Publication, serviceTitle } from './publication.ts';

/** What `charged` says in an error body; no other value occurs. */
export const chargedValues = {
  false: 'The call was not charged, and nothing of it is under way.',
  unknown:
    'A payment was attached and money may have moved, or another process is settling it. resend is "identical": send the same request with the same payment again after Retry-After; do not sign a new payment before that is answered with 402.',
  true: 'The call was charged: payment_artifact_expired carries the receipt.',
} as const;

/** `GET /.well-known/svc-errors.json`: every code with its status, meaning and remedy. */
export function errorDocument(pub: Publication) {
  return {
    service: serviceTitle,
    version: pub.version,
    mediaType: 'application/problem+json',
    shape: {
      members: ['type', 'title', 'status', 'detail', 'instance', 'code', 'charged', 'requestId', 'remedy'],
      sometimes: ['issues', 'example', 'requiredFields', 'allowedFields', 'suggestions', 'retryAfterSeconds', 'resend'],
      charged: chargedValues,
      rule: 'charged is false only where that is known. A 402 is an x402 challenge and no problem document; A2A errors have the shape of that protocol.',
    },
    errors: Object.entries(errorCatalog()).map(([code, entry]) => ({
      code,
      type: `urn:place-records:error:${code}`,
      ...entry,
    })),
  };
}
