import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { unkept } from './unkept.ts';

/** Source access that answers every question with one body, as if the source had sent it. */
export function answering(body: unknown): SourceAccess {
  return {
    ...unkept,
    hasKey: () => true,
    fetch: async (_card, { url }) => ({
      ok: true,
      status: 200,
      body,
      url: String(url),
      fetchedAt: '2026-11-21T12:00:00Z',
      synthetic: false,
      bodyHash: 'test',
    }),
  };
}
