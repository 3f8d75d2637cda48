import { existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Path of a script that a test starts as a process of its own: bundled once a run, so that a start has nothing to
 * translate. Packages stay outside and are found through the link that `scratch.ts` makes.
 */
export function childScript(source: URL): string {
  const scratch = process.env.TEST_SCRATCH;
  if (!scratch) throw new Error('a child script is bundled into the folder of a test run');
  const path = fileURLToPath(source);
  const bundled = join(scratch, 'scripts', `${basename(path, '.ts')}.mjs`);
  if (existsSync(bundled)) return bundled;
  const unfinished = `${bundled}.${process.pid}`;
  buildSync({
    entryPoints: [path],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.18',
    packages: 'external',
  });
  renameSync(unfinished, bundled);
  return bundled;
}
