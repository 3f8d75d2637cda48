import type { Service } from '../main.ts';
import { datasets } from '../mirror/datasets.ts';
import { partsToSync, syncDataset } from '../mirror/engine/sync.ts';

/**
 * Refreshes loaded datasets that are stale, and fetches their missing parts. A dataset that was never loaded, or is loaded by
 * hand, is not fetched. Where one dataset fails the others are still refreshed; the first failure is thrown at the end.
 */
export async function refreshMirrors({ syncPorts, log, clock, mirror }: Service, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const dataset of datasets.filter(({ byHand }) => byHand === undefined)) {
    const status = mirror.status(dataset.id);
    if (status.state === 'missing') continue;
    for (const part of partsToSync(dataset, status, clock())) {
      if (signal.aborted) return;
      try {
        const retrievedAt = clock().toISOString();
        const loaded = await syncDataset(dataset, {
          ...syncPorts,
          retrievedAt,
          signal,
          ...(part !== undefined && { part }),
        });
        log.info({ dataset: dataset.id, part, rows: loaded.rows, vintage: loaded.vintage }, 'dataset refreshed');
      } catch (error) {
        log.warn({ err: error, dataset: dataset.id, part }, 'dataset could not be refreshed');
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}
