import type { Telemetry } from '../../kernel/ports/telemetry.ts';
import type { ReplyCache } from './cache.ts';
import type { Transport } from './transport.ts';

/** A transport whose requests are counted by host, each one span; addresses and what is queried are not shown. */
export function measuredTransport(transport: Transport, telemetry: Telemetry): Transport {
  return {
    send: (request) =>
      telemetry.span(
        'source request',
        { 'server.address': request.url.host, 'http.request.method': request.method },
        async () => {
          const began = performance.now();
          const reply = await transport.send(request);
          telemetry.upstream({ host: request.url.host, ok: reply.ok, ms: performance.now() - began });
          return reply;
        },
      ),
    open: (url, headers, signal) => transport.open(url, headers, signal),
    close: () => transport.close(),
  };
}

/** A cache whose hits are counted. */
export function measuredCache(cache: ReplyCache, telemetry: Telemetry): ReplyCache {
  return {
    async get(question) {
      const held = await cache.get(question);
      telemetry.cache({ hit: held !== undefined });
      return held;
    },
    hold: (question, stored, rules) => cache.hold(question, stored, rules),
    accept: (held) => cache.accept(held),
    refuse: (held) => cache.refuse(held),
    close: () => cache.close(),
  };
}
