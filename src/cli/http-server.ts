import type { House } from '../main.ts';
import { openTaskStore } from '../store/task-store.ts';
import { createMcpHttpHandler } from '../transports/mcp/http.ts';
import { type RunningServer, startRestServer, stopOnSignals } from '../transports/rest/server.ts';
import { createA2a } from './a2a.ts';
import { createMcpPorts } from './mcp-ports.ts';

export interface HttpOptions {
  readonly onSignals?: boolean;
  /** Overrides the configured port. */
  readonly port?: number;
}

/** Puts the transports of one house behind one HTTP server. Stopping it closes the house too. */
export async function startHttp(house: House, options: HttpOptions = {}): Promise<RunningServer> {
  const { config, log } = house;
  const own = config.baseUrl === undefined ? undefined : new URL(config.baseUrl);
  const mcp = createMcpHttpHandler(
    createMcpPorts(async () => house),
    {
      ...(own && { allowedHosts: [own.hostname], allowedOrigins: [own.hostname] }),
    },
  );
  const tasks = openTaskStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, clock: house.clock });
  const { evm, solana } = config.payments;
  const running = await startRestServer(
    {
      registry: house.registry,
      version: house.version,
      cards: house.cards,
      networks: {
        evm: { network: evm.network, asset: evm.asset, payTo: evm.payTo },
        solana: { network: solana.network, asset: solana.asset, payTo: solana.payTo },
      },
      baseUrl: config.baseUrl,
      log,
      callFree: (name, args, call) => house.call(name, args, call),
      searchCatalog: (query, search) => house.search(query, search),
      mcpHandler: mcp,
      ready: () => house.ready(),
      paid: { handle: async (slug, request) => (await house.selling()).http.handle(slug, request) },
      a2a: createA2a(house, tasks),
      reports: { get: async (id, format) => (await house.reports()).get(id, format) },
      rateLimitPerMinute: config.rateLimitPerMinute,
    },
    { port: options.port ?? config.port, host: config.host },
  );
  const stop = async () => {
    await running.stop();
    await mcp.close();
    await tasks.close();
    await house.close();
  };
  if (options.onSignals) stopOnSignals(stop, log);
  return { ...running, stop };
}
