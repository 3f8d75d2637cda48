// one bundle with lazily loaded chunks: a stdio start reads the entry alone
import { chmodSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';

rmSync('dist', { recursive: true, force: true });
const result = await build(bundleOptions);
// the demo's local chain: only in a checkout, never in the package
await build({
  entryPoints: { 'demo-rail': 'test/upstreams/demo-rail.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  logLevel: 'warning',
});
chmodSync('dist/place-records.mjs', 0o755);
const bytes = Object.values(result.metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
console.error(`dist: ${Object.keys(result.metafile.outputs).length} files, ${Math.round(bytes / 1024)} kB`);
