import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asStoreFault } from '../kernel/store-fault.ts';

/**
 * Writes a file that only its owner may read: to a temporary file that is renamed, so that no process reads half of it.
 * `create` does not change an existing file: of several processes at once one makes it.
 * Throws StoreUnavailableError where it cannot be written.
 */
export async function writePrivate(path: string, text: string, how: 'create' | 'replace'): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(aside, text, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    throw asStoreFault(error, path);
  }
  if (how === 'replace') return rename(aside, path);
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
