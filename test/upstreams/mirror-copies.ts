import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadMirrorFiles } from './load-mirrors.ts';

/** Hand-written mirror files as `loadMirrorFiles` loads them; within a test run they are loaded once and then copied. */
export async function copyMirrorFiles(directory: string, now: Date): Promise<void> {
  const scratch = process.env.TEST_SCRATCH;
  if (!scratch) return loadMirrorFiles(directory, now);
  const loaded = join(scratch, `mirror-${now.getTime()}`);
  if (!existsSync(loaded)) {
    const unfinished = mkdtempSync(join(scratch, 'mirror-loading-'));
    await loadMirrorFiles(unfinished, now);
    try {
      renameSync(unfinished, loaded);
    } catch (error) {
      // another worker may have been first
      rmSync(unfinished, { recursive: true });
      if (!existsSync(loaded)) throw error;
    }
  }
  cpSync(loaded, directory, { recursive: true });
}
