import { join } from 'node:path';
import { systemClock } from '../config/clock.ts';
import { type Config, userAgentOf } from '../config/config.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { SourceCall } from '../kernel/ports/sources.ts';
import type { Telemetry } from '../kernel/ports/telemetry.ts';
import { datasets } from '../mirror/datasets.ts';
import { Mirror } from '../mirror/engine/mirror.ts';
import type { SyncPorts } from '../mirror/engine/sync.ts';
import { copiesIn } from '../mirror/place-dataset.ts';
import { withDataAtHand } from '../mirror/supply/needs.ts';
import { MirrorSupply } from '../mirror/supply/supply.ts';
import { FreePipeline } from '../pipeline/free.ts';
import { createPlacePort } from '../place/index.ts';
import { createAddressPoints } from '../places/lanes/house-points.ts';
import { openSigner } from '../signing/open-signer.ts';
import { sourceCards } from '../sources/cards.ts';
import { createSourceClient } from '../sources/http/client.ts';
import { createDownload } from '../sources/http/download.ts';
import type { ClientLimits } from '../sources/http/limits.ts';
import { Demand } from '../store/demand.ts';
import { EvidenceStore } from '../store/evidence.ts';
import { openObjects } from '../store/objects.ts';
import { openProofs } from '../store/open-proofs.ts';
import type { Shared } from '../store/redis/shared.ts';
import { Upgrades } from '../store/sql-upgrades.ts';
import { importsApart } from '../workers/imports.ts';
import { openLocalPlaces } from './local-places.ts';
import type { Selling } from './selling.ts';
import { shippedRegistry } from './shipped-registry.ts';
import { openSourceRounds } from './source-rounds.ts';

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
  /** Path of the program that loads the file of one dataset; the one of this installation where absent. */
  readonly importProgram?: string;
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

const syncPortsOf = ({ config, log, telemetry, importProgram }: ServiceOptions, clock: () => Date): SyncPorts => ({
  directory: join(config.dataDir, 'mirror'),
  download: createDownload({
    proxy: config.upstreamProxy,
    userAgent: userAgentOf(config),
    keys: config.keys,
    log,
    clock,
  }),
  load: importsApart(importProgram),
  ...(telemetry && { onOverBound: telemetry.overBound }),
});

/** The stores, and the parts that sign or seal with a stored key. */
function openKept({ config, log }: ServiceOptions, clock: () => Date) {
  const { databaseUrl, dataDir, evidenceDays, bundleSigning, secret, retention } = config;
  return {
    demand: new Demand({ databaseUrl, dataDir, log }),
    evidence: new EvidenceStore({ databaseUrl, dataDir, keepDays: evidenceDays, clock, log }),
    objects: openObjects({ databaseUrl, dataDir, clock, namedDays: retention.purchaseDays }),
    signer: openSigner({ ...bundleSigning, databaseUrl, dataDir, clock }),
    proofs: openProofs({ secret, databaseUrl, dataDir, clock }),
    // the real clock, as in the ledger
    upgrades: new Upgrades({ databaseUrl, dataDir, now: () => systemClock().getTime() }),
  };
}

/** What every call runs on; nothing of it is opened before it is first used, but the operator's own folder of places. */
export function openParts(options: ServiceOptions, clock: () => Date, shared: Shared | undefined) {
  const { config, log } = options;
  const registry = shippedRegistry();
  const client = sourceClientOf(options, clock, shared);
  const syncPorts = syncPortsOf(options, clock);
  const { auto, maxMegabytes } = config.mirror;
  const supply = auto ? new MirrorSupply({ ...syncPorts, maxMegabytes, clock, log }) : undefined;
  const mirror = new Mirror({ directory: syncPorts.directory, datasets, clock, supply });
  const { jurisdictions, addresses, upkeep } = openLocalPlaces({
    config,
    log,
    client,
    clock,
    copyOf: copiesIn(mirror, clock),
  });
  const health = client.health();
  const { databaseUrl, dataDir } = config;
  const stored = openKept(options, clock);
  const cards = () => [...sourceCards, ...jurisdictions.cards()];
  const rounds = openSourceRounds({ databaseUrl, dataDir, client, cards, clock, log });
  const ports = {
    registry,
    log,
    clock,
    place: createPlacePort(createAddressPoints(addresses)),
    mirror,
    jurisdictions,
    ...stored,
    health,
    publicUrl: config.baseUrl,
    sourcesFor: (call: SourceCall) =>
      client.accessFor({
        ...call,
        onRequest: (entry) => {
          options.telemetry?.source({ source: entry.cardId, outcome: entry.outcome });
          call.onRequest?.(entry);
        },
      }),
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
      syncPorts,
      supply,
      ...stored,
      health,
    },
    ...{ cards, rounds, ports, pipeline },
  };
}

export type ServiceParts = ReturnType<typeof openParts>;

/** Closes what sells first, which still writes, then every part. */
export async function closeParts(
  { closeMirror, demand, objects, evidence, proofs, upgrades, rounds, client }: ServiceParts,
  shared: Shared | undefined,
  selling: Promise<Selling> | undefined,
): Promise<void> {
  // what could not be opened, as in a folder that cannot be written, has nothing to close
  await (await selling?.catch(() => undefined))?.close();
  await closeMirror();
  await demand.close();
  await objects.close();
  await evidence.close();
  await proofs.close();
  await upgrades.close();
  await rounds.close();
  await client.close();
  await shared?.close();
}
