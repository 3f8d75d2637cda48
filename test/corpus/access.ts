import { sha256 } from '../../src/kernel/canonical.ts';
import type { SourceAccess, SourceReply } from '../../src/kernel/ports/sources.ts';
import { failureOf, judgeBody } from '../../src/sources/http/decode.ts';
import { reasonFor } from '../../src/sources/http/reasons.ts';
import { unkept } from '../sources/unkept.ts';
import type { Recording } from './recording.ts';

/** The body that answers an address; undefined: the recorded one. */
export type Elsewhere = (url: URL) => unknown;

/**
 * Source access that answers with a recording, and with what `elsewhere` gives for other addresses. Statuses and bodies
 * are judged by the rules of the client, keys are configured, and the day is the day of the recording.
 */
export function recordedAccess(recording: Recording, elsewhere: Elsewhere = () => undefined): SourceAccess {
  return {
    ...unkept,
    hasKey: () => true,
    fetch: async (card, request): Promise<SourceReply> => {
      const url = new URL(request.url);
      const other = elsewhere(url);
      const text = other === undefined ? recording.text : JSON.stringify(other);
      const { status, contentType } =
        other === undefined ? recording : { status: 200, contentType: 'application/json' };
      const shown = { url: url.href, at: `${recording.on}T12:00:00Z` };
      const kind = failureOf(card, request, { status, bytes: Buffer.from(text) });
      if (kind !== undefined) {
        return { ok: false, kind, status, reason: reasonFor(card, kind, { status }), ...shown };
      }
      const judged = judgeBody({ bytes: Buffer.from(text), contentType, redirected: false }, request, undefined);
      if (!('body' in judged)) {
        return { ok: false, kind: judged.kind, reason: reasonFor(card, judged.kind), ...shown };
      }
      const bodyHash = sha256(text);
      return { ok: true, status, body: judged.body, url: url.href, fetchedAt: shown.at, synthetic: false, bodyHash };
    },
  };
}
