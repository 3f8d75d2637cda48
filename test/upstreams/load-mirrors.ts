import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from '../../src/mirror/datasets.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { placeDataset } from '../../src/mirror/place-dataset.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import type { LaneSource } from '../../src/places/schema/jurisdiction.ts';
import { isFile } from '../../src/places/schema/jurisdiction.ts';
import { mirrorFiles } from './mirror-files.generated.ts';
import { placeFile } from './place-files.ts';

/** Loads every hand-written mirror file, and the file of each place that is made from its entry, as synthetic snapshots. */
export async function loadMirrorFiles(directory: string, now: Date): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'mirror-files-'));
  try {
    for (const { dataset: id, name, content, part, vintage } of mirrorFiles) {
      const dataset = datasets.find((candidate) => candidate.id === id);
      if (!dataset) throw new Error(`mirror file ${name} belongs to no dataset: ${id}`);
      const path = join(files, name);
      writeFileSync(path, content);
      await loadDataset(dataset, path, {
        directory,
        retrievedAt: new Date(now.getTime() - 86_400_000).toISOString(),
        synthetic: true,
        ...(part !== undefined && { part }),
        ...(vintage !== undefined && { vintage }),
      });
    }
    for (const place of shippedPlaces.all()) {
      for (const source of (place.sources as readonly LaneSource[]).filter(isFile)) {
        const { name, content } = placeFile(place, source, now);
        const path = join(files, name);
        writeFileSync(path, content);
        const retrievedAt = new Date(now.getTime() - 86_400_000).toISOString();
        await loadDataset(placeDataset(place, source, now), path, { directory, retrievedAt, synthetic: true });
      }
    }
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}
