import type { Server } from 'node:http';
import type { SecurityContact } from '../catalog/views/security-text.ts';
import { startRounds } from '../composition/reconciling.ts';
import type { Config } from '../config/config.ts';
import { lostLogLines } from '../config/log-destination.ts';
import { securityPages } from '../config/version.ts';
import { sourceStates } from '../kernel/observation.ts';
import { type Service, sellingConfigured } from '../main.ts';
import type { ShownProof } from '../pipeline/proof.ts';
import type { ProvenBuyer } from '../products/copies/buyer.ts';
import type { ReportCopies } from '../products/copies/copies.ts';
import { purchaseStates } from '../store/ledger-states.ts';
import { openTaskStore } from '../store/task-store.ts';
import type { OpenedTelemetry } from '../telemetry/open.ts';
import { measureRequests } from '../telemetry/requests.ts';
import { type A2aHandler, createA2aHandler } from '../transports/a2a/handler.ts';
import type { TaskStore } from '../transports/a2a/ports.ts';
import { createMcpHttpHandler } from '../transports/mcp/http.ts';
import { serveMetrics } from '../transports/metrics-server.ts';
import type { PublicAddress } from '../transports/public-address.ts';
import type { PurchasesHttpPort, ReportsHttpPort } from '../transports/rest/ports.ts';
import { type RunningServer, startRestServer, stopOnSignals } from '../transports/rest/server.ts';
import { createJobs } from './jobs.ts';
import { createMcpPorts } from './mcp-ports.ts';
import { sellingAt } from './selling-at.ts';

export interface HttpOptions {
  readonly onSignals?: boolean;
  readonly port?: number;
  /** Longest wait for requests that are under way when the server stops; default 130 s. */
  readonly graceMs?: number;
  /** What measures; closed with the server. */
  readonly measured?: OpenedTelemetry;
}

/** The A2A transport over one service; `addressOf` is called at each call, once the server listens. */
function createA2a(service: Service, tasks: TaskStore, addressOf: () => PublicAddress): A2aHandler {
  return createA2aHandler({
    log: service.log,
    tasks,
    clock: service.clock,
    isPaid: (name) => name.includes('-') && service.registry.paidTool(name) !== undefined,
    callFree: (name, args, options) => service.call(name, args, options),
    callPaid: async (call) =>
      (await sellingAt(service, addressOf(), call)).pipeline.call({ ...call, transport: 'a2a' }),
    jobs: createJobs(service, () => addressOf().url),
    suggest: async (text) =>
      service.search(text, { limit: 3 }).hits.map(({ name, summary }) => {
        const tool = service.registry.freeTool(name) ?? service.registry.paidTool(name);
        return { name, summary, example: tool?.examples[0]?.arguments };
      }),
  });
}

/** Copies of reports over one service: for anyone, and what their buyer may do with them. */
function createReports(service: Service, origin: () => string): ReportsHttpPort {
  async function asBuyer<T>(shown: ShownProof, act: (copies: ReportCopies, buyer: ProvenBuyer) => Promise<T>) {
    const copies = await service.reports();
    for (const buyer of await (await service.selling()).prove(shown, origin())) {
      const done = await act(copies, buyer);
      if (done !== undefined) return done;
    }
    return undefined;
  }
  return {
    get: async (id, format) => (await service.reports()).get(id, format),
    buyersBundle: (id, proof) => asBuyer(proof, (copies, buyer) => copies.buyersBundle(id, buyer)),
    withdraw: (id, proof) => asBuyer(proof, (copies, buyer) => copies.withdraw(id, buyer)),
    renew: (id, proof) => asBuyer(proof, (copies, buyer) => copies.renew(id, buyer)),
  };
}

/** What callers bought. */
function createPurchases(service: Service, origin: () => string): PurchasesHttpPort {
  return {
    async list(shown) {
      const { purchases, prove } = await service.selling();
      return purchases.list(await prove(shown, origin()));
    },
    async body(purchaseId, shown) {
      const { purchases, prove } = await service.selling();
      return purchases.body(purchaseId, await prove(shown, origin()));
    },
    signInTerms: async () => (await service.selling()).signInTerms(origin()),
  };
}

/** The operator's contact before the project's; what a server says of it is believed for 180 days from its start. */
const securityContactOf = ({ securityContact }: Config, startedAt: Date): SecurityContact => ({
  ...securityPages,
  contacts: [...(securityContact === undefined ? [] : [securityContact]), ...securityPages.contacts],
  expiresAt: new Date(startedAt.getTime() + 180 * 24 * 60 * 60_000),
});

function workOnJobs(service: Service): void {
  service.selling().then(
    ({ jobs }) => jobs.work(),
    (error: unknown) => service.log.error({ err: error }, 'jobs are not worked on'),
  );
}

/** Puts the transports of one service behind one HTTP server. Stopping it closes the service too. */
export async function startHttp(service: Service, options: HttpOptions = {}): Promise<RunningServer> {
  const { config, log } = service;
  let address: PublicAddress | undefined;
  const addressOf = () => {
    if (!address) throw new Error('the public address is not known before the server listens');
    return address;
  };
  const mcp = createMcpHttpHandler(
    createMcpPorts(async () => service, addressOf),
    { callers: config.callers },
  );
  const tasks = openTaskStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, clock: service.clock, log });
  const { evm, solana } = config.payments;
  const running = await startRestServer(
    {
      registry: service.registry,
      version: service.version,
      cards: service.cards,
      networks: {
        evm: { network: evm.network, asset: evm.asset, payTo: evm.payTo },
        solana: { network: solana.network, asset: solana.asset, payTo: solana.payTo },
      },
      baseUrl: config.baseUrl,
      callers: config.callers,
      trustProxy: config.trustProxy,
      log,
      callFree: (name, args, call) => service.call(name, args, call),
      searchCatalog: (query, search) => service.search(query, search),
      mcpHandler: mcp,
      ready: () => service.ready(),
      paid: { handle: async (slug, request) => (await service.selling()).http.handle(slug, request) },
      a2a: createA2a(service, tasks, addressOf),
      reports: createReports(service, () => addressOf().url),
      purchases: createPurchases(service, () => addressOf().url),
      jobs: createJobs(service, () => addressOf().url),
      evidence: { get: (reference, format) => service.evidenceText(reference, format) },
      signingKeys: () => service.signingKeys(),
      sourceFindings: () => service.sourceFindings(),
      securityContact: securityContactOf(config, service.clock()),
      rateLimitPerMinute: config.rateLimitPerMinute,
      callCounter: service.shared?.counter,
    },
    {
      port: options.port ?? config.port,
      host: config.host,
      drainMs: config.drainSeconds * 1000,
      ...(options.graceMs !== undefined && { graceMs: options.graceMs }),
      onAddress: (known) => {
        address = known;
      },
    },
  );
  const rounds =
    sellingConfigured(config) && config.reconcileMinutes > 0 && config.backgroundWork === 'here'
      ? startRounds(config.reconcileMinutes, async (signal) => (await service.selling()).reconcile({ signal }), log)
      : undefined;
  if (sellingConfigured(config) && config.jobs.where === 'here') workOnJobs(service);
  const measuring = options.measured && (await measure(service, running.server, options.measured));
  const stop = async () => {
    // the server says at once that it is stopping, whatever a round is waiting for
    await Promise.all([running.stop(), rounds?.stop()]);
    await mcp.close();
    await tasks.close();
    await service.close();
    await measuring?.stop();
  };
  if (options.onSignals) stopOnSignals(stop, log);
  return { ...running, stop };
}

/** Counts the requests of a server, and serves the metrics where an address is configured for them. */
async function measure(
  service: Service,
  server: Server,
  measured: OpenedTelemetry,
): Promise<{ stop(): Promise<void> }> {
  const { config, registry, log, shared } = service;
  const { metrics, telemetry } = measured;
  measureRequests(server, telemetry, (slug) => registry.paidTool(slug) !== undefined);
  metrics?.read({
    ...(sellingConfigured(config) && {
      purchases: async () => {
        const counts = await (await service.selling()).ledger.counts();
        const all = Object.fromEntries(purchaseStates.map((state) => [state, 0]));
        return { ...all, ...Object.fromEntries(counts.map(({ state, purchases }) => [state, purchases])) };
      },
      jobs: async () => ({ ...(await (await service.selling()).jobs.counts()) }),
    }),
    ...(shared && {
      limits: async () => {
        const answers = await shared.check();
        return { shared: Number(answers), per_process: Number(!answers) };
      },
    }),
    logLines: async () => ({ lost: lostLogLines() }),
    sources: async () => {
      const found = await service.sourceFindings();
      return Object.fromEntries(
        sourceStates.map((state) => [state, found.filter((source) => source.state === state).length]),
      );
    },
  });
  const served =
    metrics && config.metrics ? await serveMetrics(metrics, { ...config.metrics, callers: config.callers }) : undefined;
  if (served) log.info({ url: served.url }, 'metrics are served');
  return {
    async stop() {
      await served?.stop();
      await measured.close();
    },
  };
}
