import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asStoreFault } from './store-fault.ts';

/** The bytes of a file; undefined where there is none, or a file is in place of its folder. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

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
