import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FileNotThere } from '../../kernel/file-not-there.ts';
import { OverBound } from '../../kernel/over-bound.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { wholeParts } from '../engine/calendar.ts';
import type { Dataset } from '../engine/dataset.ts';
import { loadedMeta } from '../engine/snapshot.ts';
import { type SyncPorts, syncDataset } from '../engine/sync.ts';
import { Failures } from './failures.ts';
import { acquire, type Held, holderOf, type Progress } from './lock.ts';
import { lack } from './needs.ts';
import type { SupplyView } from './words.ts';

export interface SupplyOptions extends SyncPorts {
  readonly clock: () => Date;
  readonly log: Log;
  /** Megabytes from which on a dataset is fetched by command only. */
  readonly maxMegabytes: number;
  /** Pauses in milliseconds before the tries that follow a failure at once; 1 s and 3 s where absent. */
  readonly retryMs?: readonly number[];
}

const whole = '';
/** Download and load of so much end within the time that an answer may take. */
const quickMegabytes = 5;
const atOnce = 2;
const pollMs = 250;
const beatMs = 5_000;
/** Bytes a second that a publisher may be expected to send, until it has shown how many. */
const usualRate = 2_000_000;
const loadSeconds = 2;
const secondMs = 1_000;

interface Job {
  readonly dataset: Dataset;
  readonly part: string;
  /** A newer edition is looked for, whatever is loaded. */
  readonly anew: boolean;
  readonly here: Promise<boolean>;
  settle(isHere: boolean): void;
}

interface Line {
  /** What is waited for first. */
  readonly jobs: Job[];
  progress: Progress;
  startedMs: number;
}

/**
 * Fetches datasets when a question first needs them: one at a time of each, two at a time of all, over all processes on
 * the same folder. A failure is tried again at once, twice, and then after growing pauses; the reason stays readable.
 */
export class MirrorSupply {
  readonly #options: SupplyOptions;
  readonly #lines = new Map<string, Line>();
  readonly #working = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: SupplyOptions) {
    this.#options = options;
  }

  #file(name: string): string {
    return join(this.#options.directory, 'fetching', name);
  }

  #failures({ id }: Dataset): Failures {
    return new Failures(this.#file(`${id}.failed.json`));
  }

  /** Why a dataset is not fetched by itself; undefined where it is. */
  #byCommand({ byHand, terms, megabytes = 0 }: Dataset, parts: number): string | undefined {
    if (byHand !== undefined) return '';
    if (terms) return `${terms.words}; the command accepts them`;
    const size = megabytes * Math.max(1, parts);
    const { maxMegabytes } = this.#options;
    return size > maxMegabytes
      ? `about ${Math.round(size)} MB, over the ${maxMegabytes} MB that are fetched without being queried`
      : undefined;
  }

  /** What is being done about parts of a dataset that are not here; `[]`: about the one file that it is. */
  view(dataset: Dataset, parts: readonly string[]): SupplyView {
    const now = this.#options.clock();
    const line = this.#lines.get(dataset.id);
    if (line) return { state: 'fetching', ...line.progress, retryAfterSeconds: this.#secondsLeft(dataset, line) };
    const elsewhere = holderOf(this.#file(`${dataset.id}.lock`), now);
    if (elsewhere) {
      const { bytes, totalBytes, since } = elsewhere;
      const startedMs = performance.now() - (now.getTime() - Date.parse(since));
      const progress = { ...(bytes !== undefined && { bytes }), ...(totalBytes !== undefined && { totalBytes }) };
      const retryAfterSeconds = this.#secondsLeft(dataset, { jobs: [], progress, startedMs });
      return { state: 'fetching', ...progress, retryAfterSeconds };
    }
    const failures = this.#failures(dataset).all();
    const failure = (parts.length > 0 ? parts : [whole]).flatMap((part) => failures[part] ?? [])[0];
    if (failure) return { state: 'failed', failure };
    const why = this.#byCommand(dataset, parts.length);
    return why === undefined ? { state: 'at_first_need' } : { state: 'by_command', why };
  }

  /** Whether parts of a dataset would come within seconds of a question. */
  isQuick({ megabytes }: Dataset, parts: readonly string[]): boolean {
    return megabytes !== undefined && megabytes * Math.max(1, parts.length) <= quickMegabytes;
  }

  #secondsLeft({ megabytes = quickMegabytes }: Dataset, { jobs, progress, startedMs }: Line): number {
    const { bytes = 0, totalBytes = megabytes * 1e6 } = progress;
    const seconds = (performance.now() - startedMs) / secondMs;
    const rate = bytes > 0 && seconds > 1 ? bytes / seconds : usualRate;
    const waiting = Math.max(0, jobs.length - 1) * (megabytes * 1e6);
    const left = (Math.max(0, totalBytes - bytes) + waiting) / rate + loadSeconds * Math.max(1, jobs.length);
    const step = 5;
    return Math.min(3600, Math.max(step, Math.ceil(left / step) * step));
  }

  /**
   * Begins to fetch what a question lacks, as far as that is done without a command and its time has come. `parts`: those
   * that the question needs, `[]` for a dataset that is one file. The rest of the dataset follows where it is small enough.
   * `refresh`: an older edition has answered, so no call waits.
   */
  want(dataset: Dataset, parts: readonly string[], refresh = false): void {
    if (this.#closing.signal.aborted || this.#byCommand(dataset, parts.length) !== undefined) return;
    const failures = this.#failures(dataset).all();
    const now = this.#options.clock().toISOString();
    const jobs = (parts.length > 0 ? parts : [whole])
      .filter((part) => failures[part] === undefined || failures[part].nextAt <= now)
      .map((part) => this.#enqueue(dataset, part, refresh));
    if (jobs.length === 0) return;
    if (!refresh) {
      lack({
        isQuick: this.isQuick(dataset, parts),
        here: Promise.all(jobs.map(({ here }) => here)).then((all) => all.includes(true)),
        retryAfterSeconds: () => {
          const line = this.#lines.get(dataset.id);
          return line ? this.#secondsLeft(dataset, line) : 0;
        },
      });
    }
    const others = wholeParts(dataset, this.#options.clock());
    if (!refresh && this.#byCommand(dataset, others.length) === undefined) {
      for (const part of others) {
        if (failures[part] === undefined && !this.#isLoaded(dataset, part)) this.#enqueue(dataset, part, false);
      }
    }
  }

  #enqueue(dataset: Dataset, part: string, anew: boolean): Job {
    const line = this.#lines.get(dataset.id) ?? this.#begin(dataset);
    const known = line.jobs.find((job) => job.part === part);
    if (known) return known;
    let settle: (isHere: boolean) => void = () => undefined;
    const here = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const job: Job = { dataset, part, anew, here, settle };
    line.jobs.push(job);
    return job;
  }

  #begin(dataset: Dataset): Line {
    const line: Line = { jobs: [], progress: {}, startedMs: performance.now() };
    this.#lines.set(dataset.id, line);
    const work = this.#work(dataset, line).finally(() => {
      this.#lines.delete(dataset.id);
      this.#working.delete(work);
    });
    this.#working.add(work);
    return line;
  }

  /** Everything that waits for one dataset, under its lock and one of the places that all datasets share. */
  async #work(dataset: Dataset, line: Line): Promise<void> {
    // so that a caller that wants several parts has said so
    await pause(0);
    let locks: readonly Held[] = [];
    let timer: NodeJS.Timeout | undefined;
    try {
      locks = await this.#locks(dataset);
      timer = setInterval(() => {
        for (const lock of locks) lock.beat(line.progress);
      }, beatMs);
      timer.unref();
      for (let job = line.jobs[0]; job; job = line.jobs[0]) {
        const isHere = await this.#fetch(job, line, locks);
        line.jobs.shift();
        job.settle(isHere);
      }
    } catch (error) {
      if (!this.#closing.signal.aborted)
        this.#options.log.error({ dataset: dataset.id, err: error }, 'a fetch broke off');
    } finally {
      clearInterval(timer);
      for (const lock of locks) lock.release();
      for (const { settle } of line.jobs.splice(0)) settle(false);
    }
  }

  /** The dataset's own lock and a place among those that fetch at once; waits for both. */
  async #locks({ id }: Dataset): Promise<readonly Held[]> {
    const { clock } = this.#options;
    const own = await this.#waitFor(() => acquire(this.#file(`${id}.lock`), clock));
    try {
      const places = Array.from({ length: atOnce }, (_, at) => this.#file(`place-${at + 1}.lock`));
      const place = await this.#waitFor(() => {
        for (const path of places) {
          const taken = acquire(path, clock);
          if (taken) return taken;
        }
        return undefined;
      });
      return [own, place];
    } catch (error) {
      own.release();
      throw error;
    }
  }

  async #waitFor(take: () => Held | undefined): Promise<Held> {
    for (;;) {
      this.#closing.signal.throwIfAborted();
      const taken = take();
      if (taken) return taken;
      await pause(pollMs, undefined, { signal: this.#closing.signal });
    }
  }

  #isLoaded(dataset: Dataset, part: string): boolean {
    const meta = loadedMeta(this.#options.directory, dataset);
    return meta !== undefined && (dataset.parts === undefined || meta.parts.includes(part));
  }

  /** One file: downloaded, loaded, tried again at once where that failed. True where it is here. */
  async #fetch(job: Job, line: Line, locks: readonly Held[]): Promise<boolean> {
    const { dataset, part } = job;
    // another process may have brought it while this one waited
    if (!job.anew && this.#isLoaded(dataset, part)) return true;
    const { retryMs = [1_000, 3_000], clock, log } = this.#options;
    for (const wait of [...retryMs, undefined]) {
      try {
        await this.#sync(job, line, locks);
        this.#failures(dataset).clear(part);
        return true;
      } catch (error) {
        if (this.#closing.signal.aborted) return false;
        const lasts = error instanceof FileNotThere || error instanceof OverBound;
        if (wait !== undefined && !lasts) {
          await pause(wait, undefined, { signal: this.#closing.signal });
          continue;
        }
        const reason = error instanceof Error ? error.message : String(error);
        const { nextAt } = this.#failures(dataset).add(part, reason, clock(), lasts);
        log.warn({ dataset: dataset.id, part, reason, nextAt }, 'a dataset could not be fetched');
        if (!lasts) this.#tryLater(dataset, part, Date.parse(nextAt) - clock().getTime());
        return false;
      }
    }
    return false;
  }

  async #sync({ dataset, part, anew }: Job, line: Line, locks: readonly Held[]): Promise<void> {
    const { retryMs: _, clock, maxMegabytes, log, ...ports } = this.#options;
    line.progress = {};
    line.startedMs = performance.now();
    let said = Number.NEGATIVE_INFINITY;
    const onDownload = (bytes: number, totalBytes: number | undefined) => {
      line.progress = { bytes, ...(totalBytes !== undefined && { totalBytes }) };
      if (performance.now() - said < secondMs) return;
      said = performance.now();
      for (const lock of locks) lock.beat(line.progress);
    };
    const loaded = await syncDataset(dataset, {
      ...ports,
      onDownload,
      anew,
      maxBytes: maxMegabytes * 1e6,
      retrievedAt: clock().toISOString(),
      signal: this.#closing.signal,
      ...(part !== whole && { part }),
    });
    log.info({ ...loaded, part }, 'a dataset was fetched');
  }

  /** Tries again when the pause is over, as long as this process runs. */
  #tryLater(dataset: Dataset, part: string, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#enqueue(dataset, part, true);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  /** Ends what is being fetched; what was downloaded so far is kept for the next try. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.allSettled(this.#working);
  }
}
