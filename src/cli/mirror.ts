import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { readConfig, userAgentOf } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { shippedPlaces } from '../jurisdictions/load.ts';
import type { MirrorState } from '../kernel/ports/mirror.ts';
import { datasets } from '../mirror/datasets.generated.ts';
import { type Dataset, howToLoad } from '../mirror/engine/dataset.ts';
import { type Loaded, loadDataset } from '../mirror/engine/load.ts';
import { Mirror } from '../mirror/engine/mirror.ts';
import { partsToSync, syncDataset } from '../mirror/engine/sync.ts';
import { verifyDataset } from '../mirror/engine/verify.ts';
import { placeDatasets } from '../mirror/place-dataset.ts';
import { createDownload } from '../sources/http/download.ts';
import { fail, paint, say, showProgress } from './terminal.ts';

const stateColor: Record<MirrorState, Parameters<typeof paint>[0]> = {
  ready: 'green',
  partial: 'yellow',
  stale: 'yellow',
  missing: 'gray',
  unavailable: 'red',
};

/** The files of the places: read when they are named, for all place files have to be read for it. */
const filesOfPlaces = (): readonly Dataset[] => placeDatasets(shippedPlaces.all(), systemClock());

function datasetOf(id: string): Dataset {
  const dataset = [...datasets, ...filesOfPlaces()].find((candidate) => candidate.id === id);
  if (!dataset) fail(`no dataset ${id}; place-records mirror list names them`);
  return dataset;
}

function mirrorHome() {
  const config = readConfig();
  const directory = join(config.dataDir, 'mirror');
  const mirror = new Mirror({ directory, datasets: [...datasets, ...filesOfPlaces()], clock: systemClock });
  return { config, directory, mirror };
}

const sayLoaded = ({ dataset, rows, leftOut, vintage, seconds }: Loaded) =>
  say(
    `${dataset}: ${rows.toLocaleString('en-US')} rows, vintage ${vintage}, ${seconds.toFixed(1)} s${leftOut ? `, ${leftOut} left out` : ''}`,
  );

function listDatasets(): void {
  for (const { id, title, publisher, cadence, sourceUrl, parts, byHand } of [...datasets, ...filesOfPlaces()]) {
    const inParts = parts ? `; in parts (${parts.whole.length})` : '';
    const taken = byHand === undefined ? '' : `  (load by hand: ${byHand})`;
    say(`${paint('bold', id)}  ${title}, ${publisher}\n  ${cadence}${inParts}\n  ${sourceUrl}${taken}`);
  }
}

function showStatus(options: { json?: boolean }): void {
  const all = mirrorHome().mirror.all();
  if (options.json) {
    say(JSON.stringify(all, null, 2));
    return;
  }
  for (const { dataset, state, reason, vintage, rows, retrievedAt, publisher } of all) {
    const facts =
      rows === undefined
        ? publisher
        : `${rows.toLocaleString('en-US')} rows, vintage ${vintage}, retrieved ${retrievedAt?.slice(0, 10)}`;
    say(`${paint(stateColor[state], state.padEnd(11))} ${dataset}  ${facts}${reason ? `; ${reason}` : ''}`);
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

/** Downloads from this size on are announced before they begin. */
const largeBytes = 20_000_000;

type Download = ReturnType<typeof createDownload>;

/** Downloads and loads one dataset, or one part of it; false where that failed, which is said. */
async function syncPart(
  dataset: Dataset,
  part: string | undefined,
  directory: string,
  download: Download,
): Promise<boolean> {
  const named = `${dataset.id}${part === undefined ? '' : ` ${part}`}`;
  let isSaid = false;
  const saySize = (total: number | undefined) => {
    if (isSaid || total === undefined || total < largeBytes) return;
    isSaid = true;
    say(`${named}: ${Math.round(total / 1e6).toLocaleString('en-US')} MB to download`);
  };
  try {
    const loaded = await syncDataset(dataset, {
      directory,
      retrievedAt: systemClock().toISOString(),
      signal: new AbortController().signal,
      download,
      ...(part !== undefined && { part }),
      onDownload: (bytes, total) => {
        saySize(total);
        showProgress(`${named}: ${Math.round(bytes / 1e6)} MB`, total ? bytes / total : undefined);
      },
    });
    sayLoaded(loaded);
    return true;
  } catch (error) {
    say(`${named}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Names the datasets that no sync can bring, and what to do for each. */
function sayByHand(reading: Mirror): void {
  for (const dataset of datasets) {
    const { state } = reading.status(dataset.id);
    if (dataset.byHand !== undefined && state !== 'ready') say(`${dataset.id}: ${state}; ${howToLoad(dataset)}`);
  }
}

async function syncDatasets(id: string | undefined, options: { part?: string }): Promise<void> {
  const { config, directory, mirror: reading } = mirrorHome();
  const download = createDownload({
    proxy: config.upstreamProxy,
    userAgent: userAgentOf(config),
    log: createLog(config),
    clock: systemClock,
  });
  if (id === undefined) sayByHand(reading);
  // the file of a place is wanted where somebody has loaded it once
  const loaded = (dataset: Dataset) => reading.status(dataset.id).state !== 'missing';
  const wanted = id
    ? [datasetOf(id)]
    : [...datasets.filter(({ byHand }) => byHand === undefined), ...filesOfPlaces().filter(loaded)];
  for (const dataset of wanted) {
    const whole = dataset.parts && options.part === undefined ? dataset.parts.whole : [options.part];
    const parts = id ? whole : partsToSync(dataset, reading.status(dataset.id));
    for (const part of parts) {
      if (!(await syncPart(dataset, part, directory, download))) process.exitCode = 1;
    }
  }
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
      'downloads from the official address (goes on after an interruption) and loads; without a name: everything that is missing, stale or lacks a part, of the files of places those that are loaded',
    )
    .option('--part <part>', 'which part')
    .action(syncDatasets);

  mirror
    .command('verify [dataset]')
    .description('checks that loaded snapshots are whole: readable, row count as recorded, keys indexed')
    .action(verifyDatasets);
}
