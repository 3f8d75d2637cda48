import { LRUCache } from 'lru-cache';
import { canonicalJson } from '../kernel/canonical.ts';
import type { JobFile } from '../kernel/ports/jobs.ts';
import type { Objects } from '../store/object-store.ts';

const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]{2,5}$/;
const cacheBytes = 16 * 1024 * 1024;
/** Larger results are not cached. */
const cachedBytes = 512 * 1024;

const resultName = (jobId: string, position: number, hash: string) =>
  `jobs/${jobId}/items/${position}/${hash.slice(0, 16)}`;
const nameOfFile = (jobId: string, name: string) => `jobs/${jobId}/files/${name.replace('.', '/')}`;

/** Results of jobs, by hash in the object store. Each has a name of its job, so that it is stored as long as the job. */
export class JobResults {
  readonly #objects: Objects;
  readonly #read = new LRUCache<string, { readonly value: unknown }>({
    maxSize: cacheBytes,
    maxEntrySize: cachedBytes,
  });

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** Stores the result of an item; returns the hash of its bytes. */
  async keep(jobId: string, position: number, result: unknown): Promise<string> {
    // canonical, so that every process stores the same value as the same object
    const bytes = Buffer.from(canonicalJson(JSON.parse(JSON.stringify(result))));
    const { contentHash } = await this.#objects.put(bytes, 'application/json');
    await this.#objects.name(resultName(jobId, position, contentHash), contentHash);
    return contentHash;
  }

  /** Deletes a result where that of another process was stored instead. */
  async drop(jobId: string, position: number, hash: string): Promise<void> {
    await this.#objects.forget(resultName(jobId, position, hash));
  }

  /** The result of a hash. Throws where it is lost. */
  async read(hash: string): Promise<unknown> {
    const known = this.#read.get(hash);
    if (known) return known.value;
    const stored = await this.#objects.get(hash);
    if (!stored) throw new Error(`the result ${hash.slice(0, 12)} of a job is lost`);
    const value: unknown = JSON.parse(Buffer.from(stored.bytes).toString('utf8'));
    if (stored.bytes.length <= cachedBytes) this.#read.set(hash, { value }, { size: stored.bytes.length + 1 });
    return value;
  }

  /** Stores a file of the whole job; a file of that name is replaced. */
  async keepFile(jobId: string, { name, mediaType, bytes }: JobFile): Promise<void> {
    if (!fileName.test(name)) throw new TypeError('not a name of a file of a job');
    const { contentHash } = await this.#objects.put(bytes, mediaType);
    await this.#objects.repoint(nameOfFile(jobId, name), contentHash);
  }

  /** Undefined where the job has no such file. */
  async file(jobId: string, name: string): Promise<Omit<JobFile, 'name'> | undefined> {
    if (!fileName.test(name)) return undefined;
    const hash = await this.#objects.named(nameOfFile(jobId, name));
    return hash === undefined ? undefined : this.#objects.get(hash);
  }

  /** Deletes all results and files of a job. */
  async forget(
    jobId: string,
    items: readonly { readonly position: number; readonly resultHash: string | undefined }[],
    files: readonly string[],
  ): Promise<void> {
    for (const { position, resultHash } of items) {
      if (resultHash !== undefined) await this.drop(jobId, position, resultHash);
    }
    for (const name of files) await this.#objects.forget(nameOfFile(jobId, name));
  }
}
