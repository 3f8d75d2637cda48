// one bundle with lazily loaded chunks: a stdio start reads the entry alone
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { toBrotli } from './brotli-cache.mjs';
import { buildIcon, buildViews } from './build-views.mjs';
import { bundleOptions, checkoutOptions } from './bundle-options.mjs';

// `dist` is written into this folder, or into the one that is named
const outdir = join(process.argv[2] ?? '.', 'dist');
// the views are replaced one by one at the end: a service that runs from here never misses them
for (const name of existsSync(outdir) ? readdirSync(outdir) : [])
  if (name !== 'views') rmSync(join(outdir, name), { recursive: true, force: true });
// data/search/model.bin, where questions or texts of tools changed since it was learned
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/learn-search.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
// the largest file of the shipped data, read by kernel/data-file where the plain one is not packed
const geography = toBrotli(readFileSync('data/geography/us.tsv'));
const result = await build({ ...bundleOptions, outdir });

/**
 * Chunks that a start over stdio compiles before its first answer: the entry, what the stdio command is, and what those
 * import.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
function chunksOfStart(outputs) {
  const start = ['src/cli/entry.ts', 'src/cli/stdio.ts'].map((program) => {
    const path = Object.keys(outputs).find((output) => outputs[output]?.entryPoint === program);
    if (!path) throw new Error(`${program} has no chunk of its own`);
    return path;
  });
  const chunks = new Set(start);
  for (const path of chunks)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && imported in outputs) chunks.add(imported);
  return chunks;
}

/**
 * Chunks of libraries alone.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
const chunksOfLibraries = (outputs) =>
  Object.keys(outputs).filter((path) =>
    Object.keys(outputs[path]?.inputs ?? {}).every((one) => one.includes('node_modules/')),
  );

// a third less to compile, and to install; in this service's own code names stay, for traces that can be read
const { outputs } = result.metafile;
for (const path of new Set([...chunksOfStart(outputs), ...chunksOfLibraries(outputs)])) {
  const { code } = await transform(readFileSync(path, 'utf8'), {
    format: 'esm',
    target: bundleOptions.target,
    minify: true,
    legalComments: 'none',
  });
  writeFileSync(path, code);
}
// the demo's local chain: only in a checkout, never in the package
await build({ ...checkoutOptions, entryPoints: { 'demo-rail': 'test/upstreams/demo-rail.ts' }, outdir });
mkdirSync(join(outdir, 'data/geography'), { recursive: true });
writeFileSync(join(outdir, 'data/geography/us.tsv.br'), await geography);
await buildViews(join(outdir, 'views'));
await buildIcon(join(outdir, 'icon.png'));
chmodSync(join(outdir, 'place-records.mjs'), 0o755);
const bytes = Object.values(result.metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
console.error(`dist: ${Object.keys(result.metafile.outputs).length} files, ${Math.round(bytes / 1024)} kB`);
