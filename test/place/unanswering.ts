import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { unkept } from '../sources/unkept.ts';

/** Sources that never answer: everything has to come from the embedded data. */
export const unansweringSources: SourceAccess = {
  ...unkept,
  hasKey: () => false,
  fetch: async (card, { url }) => ({
    ok: false,
    kind: 'unreachable',
    reason: `${card.name} could not be reached.`,
    url: String(url),
    at: '2026-11-21T12:00:00Z',
  }),
};
