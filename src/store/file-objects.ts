import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../kernel/canonical.ts';
import { namedDays as defaultNamedDays, objectKey, type StoredAt, type StoredBytes } from '../kernel/ports/objects.ts';
import { readIfThere } from '../kernel/private-file.ts';
import { asStoreFault } from '../kernel/store-fault.ts';
import {
  checkHash,
  checkName,
  isHash,
  type ObjectPurgeRules,
  type Objects,
  type ObjectsPurged,
  taken,
} from './object-store.ts';

/** Objects as files, dated by the service's clock: written to a temporary file and renamed, so that no reader sees a part. */
export class FileObjects implements Objects {
  readonly #directory: string;
  readonly #clock: () => Date;

  constructor(
    directory: string,
    clock: () => Date,
    readonly namedDays = defaultNamedDays,
  ) {
    this.#directory = directory;
    this.#clock = clock;
  }

  async put(bytes: Uint8Array, mediaType: string): Promise<StoredAt> {
    const contentHash = sha256(bytes);
    const key = objectKey(contentHash);
    if (!(await this.#touch(key))) {
      await this.#write(`${key}.type`, mediaType);
      await this.#write(key, bytes);
    }
    return { key, contentHash };
  }

  async get(contentHash: string): Promise<StoredBytes | undefined> {
    const path = this.#path(objectKey(checkHash(contentHash)));
    const [bytes, mediaType] = await Promise.all([readIfThere(path), readIfThere(`${path}.type`)]);
    // bytes that no longer match their hash count as lost
    return bytes && mediaType && sha256(bytes) === contentHash
      ? { bytes, mediaType: mediaType.toString('utf8') }
      : undefined;
  }

  async name(name: string, contentHash: string): Promise<void> {
    const known = await this.named(name);
    if (known === contentHash) return;
    if (known !== undefined) throw taken(name);
    await this.#write(`names/${checkName(name)}`, checkHash(contentHash));
  }

  async repoint(name: string, contentHash: string): Promise<void> {
    await this.#write(`names/${checkName(name)}`, checkHash(contentHash));
  }

  async named(name: string): Promise<string | undefined> {
    const text = (await readIfThere(this.#path(`names/${checkName(name)}`)))?.toString('utf8');
    return text && isHash(text) ? text : undefined;
  }

  async forget(name: string): Promise<void> {
    await rm(this.#path(`names/${checkName(name)}`), { force: true });
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#directory, { recursive: true });
      await access(this.#directory, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw asStoreFault(error, this.#directory);
    }
  }

  async purge({ now, namedMs, unnamedMs }: ObjectPurgeRules): Promise<ObjectsPurged> {
    const held = new Set<string>();
    let names = 0;
    for await (const { path, changed } of files(join(this.#directory, 'names'))) {
      if (now - changed > namedMs) {
        await rm(path, { force: true });
        names++;
      } else {
        held.add((await readIfThere(path))?.toString('utf8') ?? '');
      }
    }
    let objects = 0;
    for await (const { path, changed } of files(join(this.#directory, 'sha256'))) {
      const [hash = '', ...rest] = basename(path).split('.');
      if (held.has(hash) || now - changed <= unnamedMs) continue;
      await rm(path, { force: true });
      if (rest.length === 0) objects++;
    }
    return { names, objects };
  }

  async close(): Promise<void> {
    // files need no closing
  }

  /** Dates a stored object as if it were written now; false where it is not stored. */
  async #touch(key: string): Promise<boolean> {
    const path = this.#path(key);
    const now = this.#clock();
    try {
      await utimes(`${path}.type`, now, now);
      await utimes(path, now, now);
      return sha256((await readIfThere(path)) ?? '') === basename(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw asStoreFault(error, this.#directory);
    }
  }

  #path(key: string): string {
    return join(this.#directory, ...key.split('/'));
  }

  async #write(key: string, content: string | Uint8Array): Promise<void> {
    const path = this.#path(key);
    const aside = `${path}.${randomUUID()}`;
    const now = this.#clock();
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(aside, content, { flush: true });
      await utimes(aside, now, now);
      await rename(aside, path);
    } catch (error) {
      throw asStoreFault(error, this.#directory);
    }
  }
}

/** Every file below a folder with the moment of its last change, in milliseconds; none where there is no folder. */
async function* files(folder: string): AsyncGenerator<{ path: string; changed: number }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const known = await stat(path).catch(() => undefined);
    if (known) yield { path, changed: known.mtimeMs };
  }
}
