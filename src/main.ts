import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { toolIndex } from '../tools/index.generated.ts';
import { Registry } from './catalog/registry.ts';
import { createSearch, type SearchOptions, type SearchResult } from './catalog/search.ts';
import { systemClock } from './config/clock.ts';
import { type Config, userAgentOf } from './config/config.ts';
import { version } from './config/version.ts';
import { shippedAddressLayers } from './jurisdictions/addresses/index.ts';
import type { Answer } from './kernel/answer.ts';
import { evidenceOf, parseEvidenceReference } from './kernel/evidence.ts';
import type { SourceFindings } from './kernel/observation.ts';
import { isUnavailable } from './kernel/ports/demand.ts';
import type { JurisdictionsPort } from './kernel/ports/jurisdictions.ts';
import type { Log } from './kernel/ports/log.ts';
import type { HealthPort, SourceHealth } from './kernel/ports/sources.ts';
import { silentTelemetry, type Telemetry } from './kernel/ports/telemetry.ts';
import type { KeySet } from './kernel/signing-key.ts';
import type { SourceCard } from './kernel/source-card.ts';
import { createAddressPoints } from './local/house-points.ts';
import { openLocalPlaces, type PlaceUpkeep } from './local-places.ts';
import { datasets } from './mirror/datasets.generated.ts';
import { Mirror } from './mirror/engine/mirror.ts';
import { copiesIn } from './mirror/place-dataset.ts';
import { withDataAtHand } from './mirror/supply/needs.ts';
import { MirrorSupply } from './mirror/supply/supply.ts';
import type { AnswerReplay } from './pipeline/evidence/replay.ts';
import { type CallOptions, FreePipeline } from './pipeline/free.ts';
import { createPlacePort } from './place/index.ts';
import type { CopiesPorts, ReportCopies } from './products/copies/copies.ts';
import { readinessOf, type ServiceReadiness } from './readiness.ts';
import type { Selling } from './selling.ts';
import { type ExamineOptions, openSourceRounds, type SentinelOptions } from './source-rounds.ts';
import { sourceCards } from './sources/cards.generated.ts';
import { createSourceClient } from './sources/http/client.ts';
import { createDownload } from './sources/http/download.ts';
import type { ClientLimits } from './sources/http/limits.ts';
import { createDemand } from './store/demand.ts';
import { type EvidenceStore, openEvidence } from './store/evidence.ts';
import { openObjects } from './store/objects.ts';
import { openSigner } from './store/open-signer.ts';
import type { Shared } from './store/redis/shared.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  /** What everything that runs takes for now; the clock of this machine where absent. */
  readonly clock?: () => Date;
  /** Limits towards sources, where a test or an operator needs others. */
  readonly sourceLimits?: Partial<ClientLimits>;
  /** Milliseconds for one call of a free tool, where a test or an operator needs others. */
  readonly callMs?: number;
  /** What measures; nothing where absent. */
  readonly telemetry?: Telemetry;
  /** Milliseconds that a call may wait for data that are being fetched, where a test or an operator needs others. */
  readonly dataWaitMs?: number;
}

/** Everything that runs, put together; what transports and commands are handed. */
export interface Service {
  readonly config: Config;
  readonly log: Log;
  readonly clock: () => Date;
  readonly registry: Registry;
  readonly pipeline: FreePipeline;
  readonly mirror: Mirror;
  /** Resolves when no dataset is being fetched by this process. */
  fetched(): Promise<void>;
  readonly jurisdictions: JurisdictionsPort;
  /** What an operator asks and does about the places that are served. */
  readonly places: PlaceUpkeep;
  readonly health: HealthPort;
  readonly cards: readonly SourceCard[];
  /** What stands behind the answers that were given. */
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
  /** Public keys of what this service signs, current and past. */
  signingKeys(): Promise<KeySet>;
  /** What sells; loaded when the first paid route is touched. */
  selling(): Promise<Selling>;
  close(): Promise<void>;
}

const sourceClientOf = (
  { config, log, sourceLimits, telemetry }: ServiceOptions,
  clock: () => Date,
  shared: Shared | undefined,
) =>
  createSourceClient({
    shared: shared?.sources,
    telemetry,
    proxy: config.upstreamProxy,
    keys: config.keys,
    userAgent: userAgentOf(config),
    cacheDirectory: join(config.dataDir, 'cache'),
    redisUrl: config.redisUrl,
    log,
    clock,
    ...(sourceLimits && { limits: sourceLimits }),
  });

/** What a source card or a mirrored dataset says of its reach; a source whose card is a jurisdiction's reaches its place. */
function reachOf(id: string): { readonly name: string; readonly outside: readonly string[] } {
  const card = sourceCards.find((one) => one.id === id);
  const dataset = datasets.find((one) => one.id === id);
  const outside = card && dataset ? (card.outside ?? []).filter((code) => dataset.outside?.includes(code)) : undefined;
  return { name: card?.name ?? dataset?.title ?? id, outside: outside ?? card?.outside ?? dataset?.outside ?? [] };
}

/** What fetches datasets when a question first needs them; undefined where that is turned off. */
function supplyOf({ config, log }: ServiceOptions, clock: () => Date): MirrorSupply | undefined {
  if (!config.mirror.auto) return undefined;
  return new MirrorSupply({
    directory: join(config.dataDir, 'mirror'),
    download: createDownload({
      proxy: config.upstreamProxy,
      userAgent: userAgentOf(config),
      keys: config.keys,
      log,
      clock,
    }),
    maxMegabytes: config.mirror.maxMegabytes,
    clock,
    log,
  });
}

/** What every call runs on; nothing of it is opened before it is first used, but the operator's own folder of places. */
function openParts(options: ServiceOptions, clock: () => Date, shared: Shared | undefined) {
  const { config, log } = options;
  const registry = new Registry(toolIndex);
  const client = sourceClientOf(options, clock, shared);
  const supply = supplyOf(options, clock);
  const mirror = new Mirror({ directory: join(config.dataDir, 'mirror'), datasets, clock, supply });
  const { jurisdictions, upkeep } = openLocalPlaces({ config, log, client, clock, copyOf: copiesIn(mirror, clock) });
  const health = client.health();
  const { databaseUrl, dataDir, evidenceDays } = config;
  const demand = createDemand({ databaseUrl, directory: dataDir, log });
  const evidence = openEvidence({ databaseUrl, dataDir, keepDays: evidenceDays, clock, log });
  const cards = () => [...sourceCards, ...jurisdictions.cards()];
  const rounds = openSourceRounds({ databaseUrl, dataDir, client, cards, clock, log });
  const objects = openObjects({ databaseUrl, dataDir, clock, namedDays: config.retention.purchaseDays });
  const signer = openSigner({ ...config.bundleSigning, databaseUrl, dataDir, clock });
  const ports = {
    registry,
    log,
    clock,
    place: createPlacePort(createAddressPoints(shippedAddressLayers)),
    mirror,
    jurisdictions,
    demand,
    health,
    objects,
    evidence,
    signer,
    publicUrl: config.baseUrl,
    sourcesFor: (...[signal, requestId, onAsked, ...limits]: Parameters<typeof client.accessFor>) =>
      client.accessFor(
        signal,
        requestId,
        (entry) => {
          options.telemetry?.source({ source: entry.cardId, outcome: entry.outcome });
          onAsked?.(entry);
        },
        ...limits,
      ),
    reachOf,
    ...(options.callMs !== undefined && { callMs: options.callMs }),
    ...(supply && { withDataAtHand }),
    ...(options.dataWaitMs !== undefined && { dataWaitMs: options.dataWaitMs }),
  };
  const pipeline = new FreePipeline(ports);
  const closeMirror = async () => {
    await supply?.close();
    mirror.close();
  };
  return {
    ...{
      closeMirror,
      registry,
      jurisdictions,
      upkeep,
      client,
      mirror,
      supply,
      demand,
      health,
      objects,
      signer,
      evidence,
    },
    ...{ cards, rounds, ports, pipeline },
  };
}

/** The composition root. Opens no connection and reads no data file before it is first asked something. */
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
    selling ??= import('./selling.ts').then(({ openSelling }) =>
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
      const asked = { signal: new AbortController().signal, requestId: randomUUID(), ...call };
      return telemetry.span('call', { 'place_records.tool': name }, () => pipeline.call(name, args, asked));
    },
    search: (query, searchOptions) => {
      search ??= createSearch(registry);
      return search.search(query, searchOptions);
    },
    examine: rounds.examine,
    sentinel: rounds.run,
    sourceFindings: rounds.current,
    ready: async () => readinessOf(await storesOf(parts, config, openSold), await rounds.current(), log, shared?.check),
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

async function closeParts(
  { closeMirror, demand, objects, evidence, rounds, client }: ReturnType<typeof openParts>,
  shared: Shared | undefined,
  selling: Promise<Selling> | undefined,
): Promise<void> {
  if (selling) await (await selling).close();
  await closeMirror();
  await demand.close();
  await objects.close();
  await evidence.close();
  await rounds.close();
  await client.close();
  await shared?.close();
}

/** What has to answer before the service is ready: its own store, and where it sells those of what is sold. */
async function storesOf(
  { demand, objects }: ReturnType<typeof openParts>,
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

async function openReportCopies(ports: CopiesPorts, baseUrl: string | undefined): Promise<ReportCopies> {
  const [{ createReportCopies }, { documentOfCopy }, { renderHtml }, { renderPdf }] = await Promise.all([
    import('./products/copies/copies.ts'),
    import('./products/copies/document.ts'),
    import('./reports/html/page.ts'),
    import('./reports/pdf/report.ts'),
  ]);
  return createReportCopies(ports, {
    html: (copy, visualSvg) => renderHtml(documentOfCopy(copy, baseUrl), { visualSvg }),
    pdf: (copy, visualSvg) => renderPdf(documentOfCopy(copy, baseUrl), { visualSvg }),
  });
}

async function evidenceText(
  store: EvidenceStore,
  reference: string,
  format: 'json' | 'html',
): Promise<string | undefined> {
  const named = parseEvidenceReference(reference);
  const whole = named && (await store.get(named.id));
  const evidence = whole && named.key !== undefined ? evidenceOf(whole, named.key) : whole;
  if (!evidence) return undefined;
  if (format === 'json') return JSON.stringify(evidence);
  const [{ evidencePage }, { renderHtml }] = await Promise.all([
    import('./reports/evidence-page.ts'),
    import('./reports/html/page.ts'),
  ]);
  return renderHtml(evidencePage(evidence, reference));
}
