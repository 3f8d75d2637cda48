import { randomUUID } from 'node:crypto';
import type { Registry } from './catalog/registry.ts';
import { createSearch, type SearchOptions, type SearchResult } from './catalog/search.ts';
import type { PlaceUpkeep } from './composition/local-places.ts';
import { readinessOf, type ServiceReadiness } from './composition/readiness.ts';
import { evidenceText, openReportCopies } from './composition/report-pages.ts';
import type { Selling } from './composition/selling.ts';
import { closeParts, openParts, type ServiceOptions, type ServiceParts } from './composition/service-parts.ts';
import type { ExamineOptions, SentinelOptions } from './composition/source-rounds.ts';
import { systemClock } from './config/clock.ts';
import type { Config } from './config/config.ts';
import { version } from './config/version.ts';
import type { Answer } from './kernel/answer.ts';
import type { SourceFindings } from './kernel/observation.ts';
import { isUnavailable } from './kernel/ports/demand.ts';
import type { Log } from './kernel/ports/log.ts';
import type { HealthPort, SourceHealth } from './kernel/ports/sources.ts';
import { silentTelemetry } from './kernel/ports/telemetry.ts';
import type { SourceCard } from './kernel/source-card.ts';
import type { Mirror } from './mirror/engine/mirror.ts';
import type { SyncPorts } from './mirror/engine/sync.ts';
import type { AnswerReplay } from './pipeline/evidence/replay.ts';
import type { CallOptions, FreePipeline } from './pipeline/free.ts';
import type { JurisdictionsPort } from './places/schema/port.ts';
import type { ReportCopies } from './products/copies/copies.ts';
import type { KeySet } from './signing/signing-key.ts';
import type { EvidenceStore } from './store/evidence.ts';
import type { Shared } from './store/redis/shared.ts';

/** Everything that runs, put together; what transports and commands are handed. */
export interface Service {
  readonly config: Config;
  readonly log: Log;
  readonly clock: () => Date;
  readonly registry: Registry;
  readonly pipeline: FreePipeline;
  readonly mirror: Mirror;
  readonly syncPorts: SyncPorts;
  /** Resolves when no dataset is being fetched by this process. */
  fetched(): Promise<void>;
  readonly jurisdictions: JurisdictionsPort;
  readonly places: PlaceUpkeep;
  readonly health: HealthPort;
  readonly cards: readonly SourceCard[];
  readonly evidence: EvidenceStore;
  /** Asks again what references to evidence lead to, and says fact by fact what became of it. */
  replay(references: readonly string[], options: CallOptions): Promise<readonly AnswerReplay[]>;
  /** Evidence of a reference as data or as a page; undefined where none is kept. */
  evidenceText(reference: string, format: 'json' | 'html'): Promise<string | undefined>;
  readonly version: string;
  /** What all processes on one Redis keep together; undefined where none is configured. */
  readonly shared: Shared | undefined;
  /** Runs one free tool. Throws ServiceError for a caller's fault. */
  call(name: string, args: unknown, options?: Partial<CallOptions>): Promise<Answer>;
  search(query: string, options?: Partial<SearchOptions>): SearchResult;
  /** Asks the named sources, all where none is named, a few cheap questions and writes nothing. */
  examine(options?: ExamineOptions): Promise<readonly SourceHealth[]>;
  /** One round of the sentinel over the named cards, over all where none is named; keeps what it found. */
  sentinel(options?: SentinelOptions): Promise<readonly SourceFindings[]>;
  /** What the last round of the sentinel found, here or in another process on the same store. */
  sourceFindings(): Promise<readonly SourceFindings[]>;
  /** Whether the stores can be used, those of what is sold too where selling is configured; sources that are down do not make the service unready. */
  ready(): Promise<ServiceReadiness>;
  /** Owner-free copies of settled reports; renderers are loaded when the first one is read. */
  reports(): Promise<ReportCopies>;
  signingKeys(): Promise<KeySet>;
  /** What sells; loaded when the first paid route is touched. */
  selling(): Promise<Selling>;
  close(): Promise<void>;
}

/** The composition root. Opens no connection and reads no data file before it is first queried something. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, log, clock = systemClock, telemetry = silentTelemetry } = options;
  const shared = await sharedOf(config, log);
  const parts = openParts(options, clock, shared);
  const { registry, jurisdictions, mirror, health, objects, signer, evidence, ports, pipeline } = parts;
  const { cards, rounds } = parts;
  let search: ReturnType<typeof createSearch> | undefined;
  let selling: Promise<Selling> | undefined;
  let copies: Promise<ReportCopies> | undefined;
  let closing: Promise<void> | undefined;
  const openSold = () => {
    selling ??= import('./composition/selling.ts').then(({ openSelling }) =>
      openSelling({
        ...{ config, registry, free: pipeline, objects, log, clock, telemetry },
        unpaidCounter: shared?.counter('unpaid'),
      }),
    );
    return selling;
  };
  return {
    config,
    log,
    clock,
    registry,
    pipeline,
    mirror,
    syncPorts: parts.syncPorts,
    fetched: async () => parts.supply?.idle(),
    jurisdictions,
    places: parts.upkeep,
    health,
    evidence,
    async replay(references, call) {
      const { Replay } = await import('./pipeline/evidence/replay.ts');
      return new Replay(ports).references(references, call);
    },
    evidenceText: (reference, format) => evidenceText(evidence, reference, format),
    get cards() {
      return cards();
    },
    version,
    shared,
    async call(name, args, call = {}) {
      await rounds.current();
      const queried = { signal: new AbortController().signal, requestId: randomUUID(), ...call };
      return telemetry.span('call', { 'place_records.tool': name }, () => pipeline.call(name, args, queried));
    },
    search: (query, searchOptions) => {
      search ??= createSearch(registry);
      return search.search(query, searchOptions);
    },
    examine: rounds.examine,
    sentinel: rounds.run,
    sourceFindings: rounds.current,
    async ready() {
      const clock = sellingConfigured(config) ? async () => (await openSold()).clock() : undefined;
      const warnings = { sources: await rounds.current(), sharedAnswers: shared?.check, clock };
      return readinessOf(await storesOf(parts, config, openSold), warnings, log);
    },
    reports() {
      copies ??= openReportCopies({ objects, signer, clock }, config.baseUrl);
      return copies;
    },
    signingKeys: () => signer.published(),
    selling: openSold,
    close() {
      closing ??= closeParts(parts, shared, selling);
      return closing;
    },
  };
}

async function sharedOf({ redisUrl }: Config, log: Log): Promise<Shared | undefined> {
  return redisUrl === undefined ? undefined : (await import('./store/redis/shared.ts')).openShared(redisUrl, log);
}

/** What has to answer before the service is ready: its own store, and where it sells those of what is sold. */
async function storesOf(
  { demand, objects }: ServiceParts,
  config: Config,
  openSold: () => Promise<Selling>,
): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const store = async () => {
    const read = await demand.coverageDemand(1);
    if (isUnavailable(read)) throw new Error(read.unavailable);
  };
  if (!sellingConfigured(config)) return { store };
  const { ledger } = await openSold();
  return { store, ledger: () => ledger.check(), objects: () => objects.check() };
}

/** A wallet and a facilitator are configured. */
export function sellingConfigured({ payments }: Pick<Config, 'payments'>): boolean {
  const { facilitatorUrl, evm, solana } = payments;
  return facilitatorUrl !== undefined && (evm.payTo !== undefined || solana.payTo !== undefined);
}
