import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildViews } from '../scripts/build-views.mjs';
import { bundleChildScripts } from './child-script.ts';
import { stopSharedPostgres } from './store/shared-postgres.ts';

const memory = '/dev/shm';
const enough = 2 ** 30;
/** A run of so many files starts most of the scripts. */
const manyFiles = 100;
const prefix = 'place-records-test-';

/** Room for what tests write: in memory where there is a gigabyte of it, else the usual folder. */
function roomiest(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= enough ? memory : tmpdir();
}

/** Removes the folders of runs that were killed before they could do it themselves. */
function removeAbandoned(room: string): void {
  for (const name of readdirSync(room)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0;
    if (pid > 0 && !isRunning(pid)) rmSync(join(room, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One temporary folder for a whole run, which every worker and child process inherits; removed at the end. */
export default async function setup(project?: TestProject): Promise<() => void> {
  const room = roomiest();
  removeAbandoned(room);
  const folder = mkdtempSync(join(room, `${prefix}${process.pid}-`));
  // a database server that runs as another user keeps its cluster in here
  chmodSync(folder, 0o711);
  // what a bundled script finds where an installed one does: packages, and the shipped data beside its folder
  for (const name of ['node_modules', 'data']) symlinkSync(join(import.meta.dirname, '..', name), join(folder, name));
  mkdirSync(join(folder, 'scripts'));
  await buildViews(join(import.meta.dirname, '../dist/views'));
  // the build makes it; a checkout that was not built has none
  if (!existsSync('data/search/model.bin'))
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/learn-search.ts'], { stdio: 'ignore' });
  process.env.TMPDIR = folder;
  process.env.TEST_SCRATCH = folder;
  const files = project?.vitest.state.getPaths() ?? [];
  if (files.length >= manyFiles) await bundleChildScripts();
  return () => {
    stopSharedPostgres(folder);
    // a browser that was closed still writes its profile for a moment
    rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
  };
}
