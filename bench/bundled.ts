import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../scripts/bundle-options.mjs';
import type { BenchRow } from './row.ts';

/**
 * Hands over the file of a program that is bundled as the package is: what runs the sources as they are written keeps
 * the name of each function, which every call pays for. The file is gone afterwards.
 */
export async function withBundle<T>(program: string, use: (script: string) => Promise<T>): Promise<T> {
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
      stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' },
      outfile,
    });
    return await use(outfile);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs a bench in a process of its own, bundled. */
export function bundled(file: string, bench: string): Promise<readonly BenchRow[]> {
  const program = `import { ${bench} } from './bench/${file}';\nconsole.log(JSON.stringify(await ${bench}()));\nprocess.exit();`;
  return withBundle(program, async (script) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 10_000_000 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]');
  });
}
