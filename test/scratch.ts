import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enough = 2 ** 30;

/** Room for what tests write: in memory where there is a gigabyte of it, else the usual folder. */
function roomiest(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= enough ? memory : tmpdir();
}

/** One temporary folder for a whole run, which every worker and child process inherits; removed at the end. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(roomiest(), 'place-records-test-'));
  // a database server that runs as another user keeps its cluster in here
  chmodSync(folder, 0o711);
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  process.env.TMPDIR = folder;
  process.env.TEST_SCRATCH = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
