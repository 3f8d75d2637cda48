import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from '../../src/mirror/datasets.generated.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { mirrorFiles } from './mirror-files.generated.ts';

/** Loads every hand-written mirror file as a synthetic snapshot. */
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
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}
