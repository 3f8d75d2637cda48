import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Keyv from 'keyv';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../kernel/canonical.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { SqliteStore } from './cache-file.ts';

/** A successful reply as it is stored: bytes without any key. */
export interface Stored {
  readonly status: number;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly lastModified: string | undefined;
  readonly redirected: boolean;
  readonly synthetic: boolean;
  readonly fetchedAt: string;
  readonly bodyHash: string;
}

/** How long a reply may be stored once it was accepted, and whether outside of memory too. */
export interface KeepRules {
  readonly ttlSeconds: number;
  readonly mayLeaveMemory: boolean;
}

export interface Held {
  readonly stored: Stored;
}

interface Entry extends Held {
  readonly question: string;
  readonly rules: KeepRules;
  /** A reading of performance.now() until which it may be used without having been accepted. */
  readonly heldUntil: number;
  verdict: 'open' | 'accepted' | 'refused';
}

interface CacheOptions {
  /** Folder of the cache file; absent: memory only. */
  readonly directory?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** Bytes of bodies in memory; 64 MB where absent. */
  readonly memoryBytes?: number;
  /** How long a reply that was not accepted is used again; a minute where absent. */
  readonly unacceptedMs?: number | undefined;
  readonly log: Log;
}

/** What is used of `@keyv/sqlite`. */
interface PeerStore {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  query(sql: string, ...values: unknown[]): Promise<unknown>;
}

/** `sealed`: the body, sealed with the question. */
interface Row extends Omit<Stored, 'bytes' | 'synthetic'> {
  readonly sealed: string;
}

/** Of the rows at rest. Those of an earlier number have another form and are not read. */
const namespace = 'source-replies-3';
const forsaken = 'source-replies-2';
const secondTierMaxBytes = 2_000_000;
/** A slow second tier counts as a miss. */
const readTimeoutMs = 250;
/** A tier that goes on failing is said once in this time. */
const sayAgainMs = 60_000;

/**
 * The key of a body at rest follows from its question and is stored nowhere: anyone who asks the same can read the answer,
 * anyone who finds the file or the shared store can list nothing.
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

const toRow = (
  { status, contentType, lastModified, redirected, fetchedAt, bodyHash, bytes }: Stored,
  question: string,
): Row => ({ status, contentType, lastModified, redirected, fetchedAt, bodyHash, sealed: seal(bytes, question) });

function fromRow({ sealed, ...about }: Row, question: string): Stored | undefined {
  const bytes = unseal(sealed, question);
  return bytes && { ...about, bytes, synthetic: false };
}

async function openRedis(url: string): Promise<Keyv<Row>> {
  const { default: KeyvRedis } = await import('@keyv/redis');
  // nothing waits for a server that is away: what it holds counts as a miss
  return new Keyv<Row>({ store: new KeyvRedis({ url, disableOfflineQueue: true }), namespace });
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
  await store.query("DELETE FROM keyv WHERE key LIKE ? || ':%'", forsaken);
  await store.query("DELETE FROM keyv WHERE json_extract(value, '$.expires') < ?", Date.now()); // real time: keyv dates its rows by it
  if (failure) throw failure;
  return store;
}

async function openFile(directory: string): Promise<Keyv<Row>> {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'replies.sqlite');
  const store = (await openInstalled(path)) ?? new SqliteStore(path, forsaken);
  return new Keyv<Row>({ store, namespace });
}

/** The second tier: Redis where set, else a SQLite file. What cannot be opened is done without. */
async function openSecondTier({ directory, redisUrl, log }: CacheOptions): Promise<Keyv<Row> | undefined> {
  const open = async (kind: string, opening: () => Promise<Keyv<Row>>) => {
    try {
      const tier = await opening();
      let saidAt = Number.NEGATIVE_INFINITY;
      tier.on('error', () => {
        if (performance.now() - saidAt < sayAgainMs) return;
        saidAt = performance.now();
        log.warn({ kind }, 'cache of source replies: second tier failed');
      });
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

/**
 * Memory in front of a file or a shared store; nothing is opened before the first question. Freshness is decided by the
 * caller; the cache only forgets in time. A question is the whole of what was queried, as text. A reply that lands is only
 * held; it is stored for its whole time, and leaves memory, once a reader has accepted it.
 */
export class ReplyCache {
  readonly #options: CacheOptions;
  readonly #memory: LRUCache<string, Entry>;
  readonly #unacceptedMs: number;
  #tier: Promise<Keyv<Row> | undefined> | undefined;
  /** Writes that the second tier has not had yet, in order. */
  #behind: Promise<unknown> = Promise.resolve();
  /** Keys that the second tier is still to lose. */
  readonly #leaving = new Set<string>();

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#unacceptedMs = options.unacceptedMs ?? 60_000;
    this.#memory = new LRUCache<string, Entry>({
      maxSize: options.memoryBytes ?? 64_000_000,
      sizeCalculation: ({ stored }) => stored.bytes.length + 500,
    });
  }

  async get(question: string): Promise<Held | undefined> {
    const key = sha256(question);
    const near = this.#memory.get(key);
    if (near) return near;
    const store = await this.#secondTier();
    if (!store || this.#leaving.has(key)) return undefined;
    const raw = await soon(store.getRaw(key).catch(() => undefined));
    const value = raw?.value as Row | undefined;
    const stored = value && fromRow(value, question);
    if (!stored) return undefined;
    const left = raw?.expires ? raw.expires - Date.now() : 0; // real time: keyv dates its rows by it
    const rules = { ttlSeconds: left / 1000, mayLeaveMemory: true };
    const entry: Entry = { question, stored, rules, heldUntil: 0, verdict: 'accepted' };
    if (left > 0) this.#memory.set(key, entry, { ttl: left });
    return entry;
  }

  /** Takes a reply that is not judged yet; undefined where its time is 0. */
  hold(question: string, stored: Stored, rules: KeepRules): Held | undefined {
    const ttl = Math.min(rules.ttlSeconds * 1000, this.#unacceptedMs);
    if (rules.ttlSeconds <= 0) return undefined;
    const entry: Entry = { question, stored, rules, heldUntil: performance.now() + ttl, verdict: 'open' };
    if (ttl > 0) this.#memory.set(sha256(question), entry, { ttl });
    return entry;
  }

  /** Keeps it for its whole time, unless it was refused. Returns at once; the second tier is written behind. */
  accept(held: Held): void {
    const entry = held as Entry;
    if (entry.verdict !== 'open') return;
    entry.verdict = 'accepted';
    const { question, stored, rules } = entry;
    const key = sha256(question);
    const ttl = rules.ttlSeconds * 1000;
    this.#memory.set(key, entry, { ttl });
    // made-up answers never outlive the process, so a demonstration cannot leak into a real run
    if (!rules.mayLeaveMemory || stored.synthetic || stored.bytes.length > secondTierMaxBytes) return;
    this.#tell(async (store) => {
      // the reader that had it accepted by a driver may refuse it in the same breath
      await new Promise(setImmediate);
      if (entry.verdict === 'accepted') await store.set(key, toRow(stored, question), ttl);
    });
  }

  /** Takes it out of every tier, no matter who accepted it; it is used no longer than a reply that was not accepted. */
  refuse(held: Held): void {
    const entry = held as Entry;
    if (entry.verdict === 'refused') return;
    const wasAccepted = entry.verdict === 'accepted';
    entry.verdict = 'refused';
    const key = sha256(entry.question);
    const ttl = entry.heldUntil - performance.now();
    if (this.#memory.peek(key) === entry) {
      if (ttl > 0) this.#memory.set(key, entry, { ttl });
      else this.#memory.delete(key);
    }
    if (!wasAccepted || !entry.rules.mayLeaveMemory) return;
    this.#leaving.add(key);
    this.#tell((store) => store.delete(key).finally(() => this.#leaving.delete(key)));
  }

  async close(): Promise<void> {
    await this.#behind;
    await (await this.#tier)?.disconnect();
    this.#memory.clear();
  }

  #secondTier(): Promise<Keyv<Row> | undefined> {
    this.#tier ??= openSecondTier(this.#options);
    return this.#tier;
  }

  #tell(what: (store: Keyv<Row>) => Promise<unknown>): void {
    this.#behind = this.#behind
      .then(() => this.#secondTier())
      .then((store) => store && what(store))
      .catch(() => undefined);
  }
}

function soon<T>(value: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, readTimeoutMs, undefined);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
