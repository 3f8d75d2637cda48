import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Keyv from 'keyv';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../kernel/canonical.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { SqliteStore } from './cache-file.ts';

/** A successful reply as it is kept: bytes without any key. */
export interface Kept {
  readonly status: number;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly lastModified: string | undefined;
  readonly redirected: boolean;
  readonly synthetic: boolean;
  readonly fetchedAt: string;
  readonly bodyHash: string;
}

interface CacheOptions {
  /** Folder of the cache file; absent: memory only. */
  readonly directory?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** Bytes of bodies in memory; 64 MB where absent. */
  readonly memoryBytes?: number;
  readonly log: Log;
}

/** Freshness is decided by the caller; the cache only forgets in time. A question is the whole of what was asked, as text. */
export interface ReplyCache {
  get(question: string): Promise<Kept | undefined>;
  /** Returns at once. Only what may leave memory is written to the second tier, and behind. */
  set(question: string, kept: Kept, rules: { readonly ttlSeconds: number; readonly mayLeaveMemory: boolean }): void;
  close(): Promise<void>;
}

/** What is used of `@keyv/sqlite`. */
interface PeerStore {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  query(sql: string, ...values: unknown[]): Promise<unknown>;
}

interface Row {
  readonly s: number;
  readonly t: string;
  readonly m?: string | undefined;
  readonly r?: true;
  readonly f: string;
  readonly h: string;
  /** Body, sealed with the question. */
  readonly x: string;
}

const secondTierMaxBytes = 2_000_000;
/** A slow second tier counts as a miss. */
const readTimeoutMs = 250;

/**
 * The key of a body at rest follows from its question and is kept nowhere: whoever asks the same can read the answer,
 * whoever finds the file or the shared store can list nothing.
 */
const sealKey = (question: string) => createHash('sha256').update(`body\n${question}`).digest();

function seal(bytes: Buffer, question: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(question), nonce);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The body, or undefined where it was damaged or is another question's. */
function unseal(text: string, question: string): Buffer | undefined {
  const all = Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealKey(question), all.subarray(0, 12));
    decipher.setAuthTag(all.subarray(12, 28));
    return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function toRow(kept: Kept, question: string): Row {
  return {
    s: kept.status,
    t: kept.contentType,
    ...(kept.lastModified !== undefined && { m: kept.lastModified }),
    ...(kept.redirected && { r: true as const }),
    f: kept.fetchedAt,
    h: kept.bodyHash,
    x: seal(kept.bytes, question),
  };
}

function fromRow(row: Row, question: string): Kept | undefined {
  const bytes = unseal(row.x, question);
  return (
    bytes && {
      status: row.s,
      bytes,
      contentType: row.t,
      lastModified: row.m,
      redirected: row.r ?? false,
      synthetic: false,
      fetchedAt: row.f,
      bodyHash: row.h,
    }
  );
}

async function openRedis(url: string): Promise<Keyv<Row>> {
  // installed by operators who share a cache; its name is kept from the bundler
  const adapter = ['@keyv', 'redis'].join('/');
  const { default: KeyvRedis } = (await import(adapter)) as { default: new (url: string) => object };
  return new Keyv<Row>({ store: new KeyvRedis(url), namespace: 'source-replies' });
}

/** The adapter that the operator installed beside this package, where there is one; no install of ours brings it. */
async function openInstalled(path: string): Promise<object | undefined> {
  const adapter = ['@keyv', 'sqlite'].join('/');
  const installed = (await import(adapter).catch(() => undefined)) as
    | { default: new (options: object) => PeerStore }
    | undefined;
  if (!installed) return undefined;
  const store = new installed.default({ uri: `sqlite://${path}`, busyTimeout: 2000 });
  let failure: unknown;
  store.on('error', (error) => {
    failure = error;
  });
  await store.query('PRAGMA journal_mode = WAL');
  await store.query("DELETE FROM keyv WHERE json_extract(value, '$.expires') < ?", Date.now()); // real time: keyv dates its rows by it
  if (failure) throw failure;
  return store;
}

async function openFile(directory: string): Promise<Keyv<Row>> {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'replies.sqlite');
  const store = (await openInstalled(path)) ?? new SqliteStore(path);
  return new Keyv<Row>({ store, namespace: 'source-replies' });
}

/** The second tier that can be had here: Redis where set and installed, else a SQLite file. */
async function openSecondTier({ directory, redisUrl, log }: CacheOptions): Promise<Keyv<Row> | undefined> {
  const open = async (kind: string, opening: () => Promise<Keyv<Row>>) => {
    try {
      const tier = await opening();
      tier.on('error', () => log.warn({ kind }, 'cache of source replies: second tier failed'));
      return tier;
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'unknown';
      log.warn({ kind, code }, 'cache of source replies: no adapter or no access; continuing without this tier');
      return undefined;
    }
  };
  const shared = redisUrl ? await open('redis', () => openRedis(redisUrl)) : undefined;
  return shared ?? (directory ? await open('sqlite', () => openFile(directory)) : undefined);
}

/** Memory in front of a file or a shared store. Nothing is opened before the first question. */
export function createReplyCache(options: CacheOptions): ReplyCache {
  const memory = new LRUCache<string, Kept>({
    maxSize: options.memoryBytes ?? 64_000_000,
    sizeCalculation: (kept) => kept.bytes.length + 500,
  });
  const writes = new Set<Promise<unknown>>();
  let tier: Promise<Keyv<Row> | undefined> | undefined;
  const secondTier = () => {
    tier ??= openSecondTier(options);
    return tier;
  };
  return {
    async get(question) {
      const key = sha256(question);
      const near = memory.get(key);
      if (near) return near;
      const store = await secondTier();
      if (!store) return undefined;
      const raw = await soon(store.getRaw(key).catch(() => undefined));
      const value = raw?.value as Row | undefined;
      const kept = value && fromRow(value, question);
      if (!kept) return undefined;
      const left = raw?.expires ? raw.expires - Date.now() : 0; // real time: keyv dates its rows by it
      if (left > 0) memory.set(key, kept, { ttl: left });
      return kept;
    },
    set(question, kept, { ttlSeconds, mayLeaveMemory }) {
      if (ttlSeconds <= 0) return;
      const key = sha256(question);
      memory.set(key, kept, { ttl: ttlSeconds * 1000 });
      // made-up answers never outlive the process, so a demonstration cannot leak into a real run
      if (!mayLeaveMemory || kept.synthetic || kept.bytes.length > secondTierMaxBytes) return;
      const write = secondTier()
        .then((store) => store?.set(key, toRow(kept, question), ttlSeconds * 1000))
        .catch(() => undefined)
        .finally(() => writes.delete(write));
      writes.add(write);
    },
    async close() {
      await Promise.all(writes);
      await (await tier)?.disconnect();
      memory.clear();
    },
  };
}

function soon<T>(value: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, readTimeoutMs, undefined);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
