import type { ServiceError } from '../kernel/errors.ts';

/** A fault in the words of a person: what is wrong, what to do, names that come near, an example that works. */
export function errorText({ detail, entry, extra, retryAfterSeconds: after }: ServiceError): string {
  const near = Array.isArray(extra.suggestions) && extra.suggestions.length > 0 ? extra.suggestions : undefined;
  return [
    detail,
    ...(detail.includes(entry.remedy) ? [] : [entry.remedy]),
    ...(near ? [`Near names: ${near.map((one) => (typeof one === 'string' ? one : one?.name)).join(', ')}`] : []),
    ...(extra.example ? [`For example: ${JSON.stringify(extra.example)}`] : []),
    ...(after === undefined ? [] : [`Try again in ${after} s.`]),
  ].join('\n');
}
