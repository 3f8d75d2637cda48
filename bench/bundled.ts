import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../scripts/bundle-options.mjs';
import type { BenchRow } from './row.ts';

/**
 * Runs a bench in a process of its own, bundled as the package is: what runs the sources as they are written keeps the
 * name of each function, which every call pays for.
 */
export async function bundled(file: string, bench: string): Promise<readonly BenchRow[]> {
  // inside the repository, so that native packages are found from there
  const folder = join(process.cwd(), '.bench');
  mkdirSync(folder, { recursive: true });
  const directory = mkdtempSync(join(folder, 'run-'));
  const { entryPoints: _entry, outdir: _folder, outExtension: _ending, ...options } = bundleOptions;
  try {
    const outfile = join(directory, 'bench.mjs');
    await build({
      ...options,
      splitting: false,
      external: [...(options.external ?? []), 'autocannon'],
      stdin: {
        contents: `import { ${bench} } from './bench/${file}';\nconsole.log(JSON.stringify(await ${bench}()));\nprocess.exit();`,
        resolveDir: process.cwd(),
        loader: 'ts',
      },
      outfile,
    });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { maxBuffer: 10_000_000 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
