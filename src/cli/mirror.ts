import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { type Config, readConfig, userAgentOf } from '../config/config.ts';
import { FileNotThere } from '../kernel/file-not-there.ts';
import type { MirrorState, MirrorStatus } from '../kernel/ports/mirror.ts';
import { asStoreFault } from '../kernel/store-fault.ts';
import { dayMs } from '../kernel/time.ts';
import { datasets } from '../mirror/datasets.ts';
import { wholeParts } from '../mirror/engine/calendar.ts';
import { type Dataset, howToLoad } from '../mirror/engine/dataset.ts';
import { type Loaded, loadDataset } from '../mirror/engine/load.ts';
import { Mirror } from '../mirror/engine/mirror.ts';
import { verifyDataset } from '../mirror/engine/snapshot.ts';
import { partsToSync, partToTry, syncDataset } from '../mirror/engine/sync.ts';
import { placeDatasets } from '../mirror/place-dataset.ts';
import { MirrorSupply } from '../mirror/supply/supply.ts';
import { megabyteWords } from '../mirror/supply/words.ts';
import { shippedPlaces } from '../places/registry/load.ts';
import { createDownload } from '../sources/http/download.ts';
import { commandLog } from './open.ts';
import { agrees, fail, paint, say, showProgress } from './terminal.ts';

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

function sayLoaded({ dataset, rows, leftOut, refused, vintage, seconds }: Loaded): void {
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
async function syncOne(dataset: Dataset, part: string | undefined, ports: SyncPorts): Promise<void> {
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
async function syncEverything(
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

const stateColor: Record<MirrorState, Parameters<typeof paint>[0]> = {
  ready: 'green',
  partial: 'yellow',
  stale: 'yellow',
  missing: 'gray',
  unavailable: 'red',
};

/** The files of the places, read on demand: it reads all place files. */
const filesOfPlaces = (): readonly Dataset[] => placeDatasets(shippedPlaces.all(), systemClock());

function datasetOf(id: string): Dataset {
  const dataset = [...datasets, ...filesOfPlaces()].find((candidate) => candidate.id === id);
  if (!dataset) fail(`no dataset ${id}; place-records mirror list names them`);
  return dataset;
}

function mirrorHome() {
  const config = readConfig();
  const directory = join(config.dataDir, 'mirror');
  const log = commandLog(config);
  // reports what it does and would do; commands fetch by themselves
  const supply = config.mirror.auto
    ? new MirrorSupply({
        directory,
        download: createDownload({
          proxy: config.upstreamProxy,
          userAgent: userAgentOf(config),
          keys: config.keys,
          log,
          clock: systemClock,
        }),
        maxMegabytes: config.mirror.maxMegabytes,
        clock: systemClock,
        log,
      })
    : undefined;
  const mirror = new Mirror({ directory, datasets: [...datasets, ...filesOfPlaces()], clock: systemClock, supply });
  return { config, directory, mirror };
}

function listDatasets(): void {
  for (const dataset of [...datasets, ...filesOfPlaces()]) {
    const { id, title, publisher, cadence, sourceUrl, megabytes, byHand } = dataset;
    const parts = wholeParts(dataset, systemClock());
    const size = megabytes === undefined ? '' : `; about ${megabyteWords(megabytes * Math.max(1, parts.length))}`;
    const inParts = parts.length > 0 ? ` in ${parts.length} part${parts.length > 1 ? 's' : ''}` : '';
    const loadedBy = byHand === undefined ? '' : `  (load by hand: ${byHand})`;
    say(`${paint('bold', id)}  ${title}, ${publisher}\n  ${cadence}${size}${inParts}\n  ${sourceUrl}${loadedBy}`);
  }
}

/** Edition, rows, age and size of a dataset in a line. */
function factsOf({ rows, vintage, retrievedAt, publisher, megabytes }: MirrorStatus): string {
  const size = megabytes === undefined ? '' : `, about ${megabyteWords(megabytes)} to download`;
  if (rows === undefined || retrievedAt === undefined) return `${publisher}${size}`;
  const days = Math.floor((systemClock().getTime() - Date.parse(retrievedAt)) / dayMs);
  const age = days < 1 ? 'today' : `${days} day${days > 1 ? 's' : ''} ago`;
  return `${rows.toLocaleString('en-US')} rows, vintage ${vintage}, retrieved ${retrievedAt.slice(0, 10)} (${age})${size}`;
}

function showStatus(options: { json?: boolean }): void {
  const all = mirrorHome().mirror.all();
  if (options.json) {
    say(JSON.stringify(all, null, 2));
    return;
  }
  for (const status of all) {
    const { dataset, state, reason } = status;
    say(`${paint(stateColor[state], state.padEnd(11))} ${dataset}  ${factsOf(status)}${reason ? `; ${reason}` : ''}`);
  }
}

async function loadFile(
  id: string,
  file: string,
  options: { part?: string; vintage?: string; retrieved?: string },
): Promise<void> {
  const loaded = await loadDataset(datasetOf(id), file, {
    directory: mirrorHome().directory,
    retrievedAt: (options.retrieved === undefined ? systemClock() : new Date(options.retrieved)).toISOString(),
    ...(options.part !== undefined && { part: options.part }),
    ...(options.vintage !== undefined && { vintage: options.vintage }),
    onProgress: ({ rows, bytes, totalBytes }) =>
      showProgress(`${id}: ${rows.toLocaleString('en-US')} rows`, totalBytes > 0 ? bytes / totalBytes : undefined),
  });
  sayLoaded(loaded);
}

async function syncDatasets(
  id: string | undefined,
  options: { part?: string; all?: boolean; yes?: boolean },
): Promise<void> {
  const home = mirrorHome();
  if (id !== undefined) return syncOne(datasetOf(id), options.part, home);
  const { all = false, yes = false } = options;
  await syncEverything(datasets, filesOfPlaces(), home, { all, yes });
}

function verifyDatasets(id: string | undefined): void {
  const { directory } = mirrorHome();
  for (const dataset of id ? [datasetOf(id)] : [...datasets, ...filesOfPlaces()]) {
    const { state, reason } = verifyDataset(dataset, directory);
    if (state === 'missing' && !id) continue;
    const word = state === 'whole' ? paint('green', 'whole') : paint('red', state);
    say(`${word} ${dataset.id}${reason ? `  ${reason}` : ''}`);
    if (state !== 'whole') process.exitCode = 1;
  }
}

/** `place-records mirror list | load | sync | status | verify`. */
export function addMirrorCommands(program: Command): void {
  const mirror = program
    .command('mirror')
    .description('bulk files of official sources, kept for answers without a network');

  mirror.command('list').description('datasets that can be mirrored').action(listDatasets);

  mirror
    .command('status')
    .description('vintage, rows, age, source and license of what is loaded')
    .option('--json', 'as JSON')
    .action(showStatus);

  mirror
    .command('load <dataset> <file>')
    .description('loads an official file as published (CSV, XLSX, ZIP, GeoJSON, gzip)')
    .option('--part <part>', 'which part the file is, for a dataset that comes in several files')
    .option('--vintage <vintage>', 'edition of the file, where it does not name it')
    .option('--retrieved <date>', 'day on which the file was downloaded; default today')
    .action(loadFile);

  mirror
    .command('sync [dataset]')
    .description(
      'downloads from the official address (goes on after an interruption) and loads; without a name: sizes first, then everything that is missing, stale or lacks a part, of the files of places those that are loaded',
    )
    .option('--part <part>', 'which part')
    .option('--all', 'the files of places too')
    .option('--yes', 'without asking')
    .action(syncDatasets);

  mirror
    .command('verify [dataset]')
    .description('checks that loaded snapshots are whole: readable, row count as recorded, keys indexed')
    .action(verifyDatasets);
}
