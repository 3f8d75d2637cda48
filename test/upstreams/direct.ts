import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { testClock, testDay } from '../clock.ts';
import { unkept } from '../sources/unkept.ts';
import { allUpstreams } from './all.ts';
import type { FakeUpstream } from './fake-upstream.ts';

interface DirectSources extends SourceAccess {
  /** Every address that was queried, decoded. */
  readonly queried: readonly string[];
}

/** The fake upstreams of each host, in the order in which they are queried. */
function byHost(upstreams: readonly FakeUpstream[]): ReadonlyMap<string, readonly FakeUpstream[]> {
  const known = new Map<string, FakeUpstream[]>();
  for (const one of upstreams) {
    for (const host of one.hosts) {
      const there = known.get(host);
      if (there) there.push(one);
      else known.set(host, [one]);
    }
  }
  return known;
}

/** Of all files that share a process: a fake upstream keeps nothing of a question. */
let ofEveryHost: ReadonlyMap<string, readonly FakeUpstream[]> | undefined;

/**
 * Source access that asks the fake upstreams without a network, for tests of readers alone.
 * `down`: cards that time out. `extra`: fake upstreams that are queried first.
 */
export function directSources(
  options: { readonly down?: readonly string[]; readonly extra?: readonly FakeUpstream[] } = {},
): DirectSources {
  const queried: string[] = [];
  const extra = byHost(options.extra ?? []);
  ofEveryHost ??= byHost(allUpstreams());
  const all = ofEveryHost;
  return {
    queried,
    ...unkept,
    hasKey: () => true,
    async fetch(card, request) {
      const url = new URL(request.url);
      queried.push(decodeURIComponent(`${url}${request.body ? `?${request.body}` : ''}`.replaceAll('+', ' ')));
      const at = testDay;
      if (options.down?.includes(card.id)) {
        return { ok: false, kind: 'timeout', reason: `${card.name} did not answer in time.`, url: `${url}`, at };
      }
      for (const fakeUpstream of [...(extra.get(url.host) ?? []), ...(all.get(url.host) ?? [])]) {
        const reply = fakeUpstream.respond({
          method: request.method ?? 'GET',
          host: url.host,
          path: url.pathname,
          query: url.searchParams,
          headers: { ...request.headers },
          body: request.body ?? '',
          now: testClock(),
        });
        if (!reply) continue;
        if (reply.status !== undefined && reply.status >= 400) {
          return {
            ok: false,
            kind: 'http_error',
            reason: `${card.name} answered ${reply.status}.`,
            status: reply.status,
            url: `${url}`,
            at,
          };
        }
        const wrong = request.detectError?.(reply.body);
        if (wrong) {
          const { code } = (reply.body as { error?: { code?: number } }).error ?? {};
          const kind = code !== undefined && [401, 403, 498, 499].includes(code) ? 'refused' : 'error_in_body';
          return { ok: false, kind, reason: `${card.name} refused.`, url: `${url}`, at };
        }
        const body = JSON.parse(JSON.stringify(reply.body)) as unknown;
        const bodyHash = JSON.stringify(body);
        return { ok: true, status: 200, body, url: `${url}`, fetchedAt: at, synthetic: true, bodyHash };
      }
      return { ok: false, kind: 'unreachable', reason: `${card.name} is not there.`, url: `${url}`, at };
    },
  };
}
