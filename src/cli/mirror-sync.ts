import { systemClock } from '../config/clock.ts';
import { type Config, userAgentOf } from '../config/config.ts';
import { FileNotThere } from '../kernel/file-not-there.ts';
import { asStoreFault } from '../kernel/store-fault.ts';
import { wholeParts } from '../mirror/engine/calendar.ts';
import { type Dataset, howToLoad } from '../mirror/engine/dataset.ts';
import type { Loaded } from '../mirror/engine/load.ts';
import type { Mirror } from '../mirror/engine/mirror.ts';
import { partsToSync, partToTry, syncDataset } from '../mirror/engine/sync.ts';
import { megabyteWords } from '../mirror/supply/words.ts';
import { createDownload } from '../sources/http/download.ts';
import { commandLog } from './open.ts';
import { agrees, say, showProgress } from './terminal.ts';

interface SyncPorts {
  readonly config: Config;
  readonly directory: string;
  readonly mirror: Mirror;
}

interface Task {
  readonly dataset: Dataset;
  readonly part: string | undefined;
  /** It may not be out yet: then it is left for another day, and nothing has failed. */
  readonly isEarly?: boolean;
}

export function sayLoaded({ dataset, rows, leftOut, refused, vintage, seconds }: Loaded): void {
  const rest = [
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...refused.map(({ field, why, count }) => `${field}: ${count} values refused (${why})`),
  ];
  say(
    [`${dataset}: ${rows.toLocaleString('en-US')} rows, vintage ${vintage}, ${seconds.toFixed(1)} s`, ...rest].join(
      ', ',
    ),
  );
}

const nameOf = ({ dataset, part }: Task) => `${dataset.id}${part === undefined ? '' : ` ${part}`}`;

/** Downloads and loads one file; why that failed, undefined where it did not. */
async function run(task: Task, { config, directory }: SyncPorts): Promise<string | undefined> {
  const download = createDownload({
    proxy: config.upstreamProxy,
    userAgent: userAgentOf(config),
    keys: config.keys,
    log: commandLog(config),
    clock: systemClock,
  });
  const { dataset, part, isEarly } = task;
  try {
    const loaded = await syncDataset(dataset, {
      directory,
      retrievedAt: systemClock().toISOString(),
      signal: new AbortController().signal,
      download,
      ...(part !== undefined && { part }),
      onDownload: (bytes, total) =>
        showProgress(`${nameOf(task)}: ${megabyteWords(bytes / 1e6)}`, total ? bytes / total : undefined),
      onProgress: ({ rows }) => showProgress(`${nameOf(task)}: ${rows.toLocaleString('en-US')} rows`, undefined),
    });
    sayLoaded(loaded);
    return undefined;
  } catch (error) {
    if (isEarly && error instanceof FileNotThere) return undefined;
    const fault = asStoreFault(error);
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** The files that one dataset lacks today, and the edition that may have come out before its day. */
function tasksOf(dataset: Dataset, mirror: Mirror): readonly Task[] {
  const now = systemClock();
  const status = mirror.status(dataset.id);
  const early = partToTry(dataset, status, now);
  return [
    ...partsToSync(dataset, status, now).map((part) => ({ dataset, part })),
    ...(early === undefined ? [] : [{ dataset, part: early, isEarly: true }]),
  ];
}

const sizeOf = (tasks: readonly Task[]) => tasks.reduce((sum, { dataset }) => sum + (dataset.megabytes ?? 0), 0);

function saySizes(tasks: readonly Task[]): void {
  for (const dataset of new Set(tasks.map((task) => task.dataset))) {
    const own = tasks.filter((task) => task.dataset === dataset);
    const size = dataset.megabytes === undefined ? 'size not known' : `about ${megabyteWords(sizeOf(own))}`;
    const parts = own.length > 1 ? `, ${own.length} files` : '';
    say(`  ${dataset.id}  ${size}${parts}`);
  }
  say(`about ${megabyteWords(sizeOf(tasks))} together`);
}

/** Fetches one after the other, goes on where one fails, and says at the end what failed and why. */
async function fetchAll(tasks: readonly Task[], ports: SyncPorts): Promise<void> {
  const failed: string[] = [];
  for (const task of tasks) {
    const why = await run(task, ports);
    if (why === undefined) continue;
    say(`${nameOf(task)}: ${why}`);
    failed.push(`${nameOf(task)}: ${why}`);
  }
  if (failed.length === 0) return;
  process.exitCode = 1;
  if (tasks.length > 1) say(`${failed.length} of ${tasks.length} failed:\n  ${failed.join('\n  ')}`);
}

/** One dataset, or one part of it. */
export async function syncOne(dataset: Dataset, part: string | undefined, ports: SyncPorts): Promise<void> {
  const whole = dataset.parts ? wholeParts(dataset, systemClock()) : [undefined];
  await fetchAll(
    (part === undefined ? whole : [part]).map((one) => ({ dataset, part: one })),
    ports,
  );
}

interface AllOptions {
  /** Fetches the files of places that were never loaded too. */
  readonly all: boolean;
  readonly yes: boolean;
}

/**
 * Fetches what is missing, stale or lacks a part. Prints sizes first; on a terminal it starts after a yes.
 * Files of places are fetched where they were loaded before, or with `all`.
 */
export async function syncEverything(
  national: readonly Dataset[],
  ofPlaces: readonly Dataset[],
  ports: SyncPorts,
  { all, yes }: AllOptions,
): Promise<void> {
  const { mirror } = ports;
  const isLoaded = ({ id }: Dataset) => mirror.status(id).state !== 'missing';
  for (const dataset of national) {
    const { state } = mirror.status(dataset.id);
    if (dataset.byHand !== undefined && state !== 'ready') say(`${dataset.id}: ${state}; ${howToLoad(dataset)}`);
    if (dataset.terms && !isLoaded(dataset))
      say(`${dataset.id}: ${dataset.terms.words} (${dataset.terms.url}); with them: ${howToLoad(dataset)}`);
  }
  const wanted = [
    ...national.filter((dataset) => dataset.byHand === undefined && (!dataset.terms || isLoaded(dataset))),
    ...ofPlaces.filter((dataset) => all || isLoaded(dataset)),
  ];
  const tasks = wanted.flatMap((dataset) => tasksOf(dataset, mirror));
  if (tasks.length === 0) {
    say('everything is loaded and up to date');
    return;
  }
  saySizes(tasks);
  const isAttended = process.stdin.isTTY && process.stdout.isTTY;
  if (!yes && isAttended && !(await agrees('Fetch them?'))) return;
  await fetchAll(tasks, ports);
}
