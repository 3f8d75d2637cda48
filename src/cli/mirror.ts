import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { readConfig, userAgentOf } from '../config/config.ts';
import type { MirrorState, MirrorStatus } from '../kernel/ports/mirror.ts';
import { dayMs } from '../kernel/time.ts';
import { datasets } from '../mirror/datasets.ts';
import { wholeParts } from '../mirror/engine/calendar.ts';
import type { Dataset } from '../mirror/engine/dataset.ts';
import { loadDataset } from '../mirror/engine/load.ts';
import { Mirror } from '../mirror/engine/mirror.ts';
import { verifyDataset } from '../mirror/engine/snapshot.ts';
import { placeDatasets } from '../mirror/place-dataset.ts';
import { MirrorSupply } from '../mirror/supply/supply.ts';
import { megabyteWords } from '../mirror/supply/words.ts';
import { shippedPlaces } from '../places/registry/load.ts';
import { createDownload } from '../sources/http/download.ts';
import { sayLoaded, syncEverything, syncOne } from './mirror-sync.ts';
import { commandLog } from './open.ts';
import { fail, paint, say, showProgress } from './terminal.ts';

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
