// what goes into the published bundle, for the build and for the notices

import { join } from 'node:path';

// stay outside: native code, files that are read by path, and what an operator may install beside this package;
// all that is loaded without being requested is in `dependencies`, everything else is contained
const external = [
  'libsql',
  '@resvg/resvg-js',
  '@expo-google-fonts/*',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
];

/**
 * Leaves out what every start would read and nothing uses: the messages of zod in some 60 languages (this service writes
 * its own), the compiler of JSON Schemas that the MCP SDK sets up for forms that a client fills in (its own small
 * validator is in).
 * @type {import('esbuild').Plugin}
 */
const lightStart = {
  name: 'light-start',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(import.meta.dirname, 'mcp-shims.mjs'),
    }));
  },
};

/**
 * A program that runs in a checkout only: its packages are there.
 * @type {import('esbuild').BuildOptions}
 */
export const checkoutOptions = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
export const bundleOptions = {
  // the others run in a thread and a process of their own and are found beside the first
  entryPoints: {
    'place-records': 'src/cli/entry.ts',
    'encode-worker': 'src/reports/video/encode-worker.mjs',
    'import-worker': 'src/workers/import-worker.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  minifyWhitespace: true,
  minifySyntax: true,
  // licenses of what is contained: THIRD_PARTY_NOTICES
  legalComments: 'none',
  // a linked node_modules is named as the one of a fresh clone: the same bytes wherever it is built
  preserveSymlinks: true,
  metafile: true,
  external,
  plugins: [lightStart],
  alias: { 'rpc-websockets': './scripts/no-web-socket.mjs' },
  banner: {
    // made when the first contained CommonJS module asks for a module of Node
    js: "const require=(name)=>(require.own??=process.getBuiltinModule('node:module').createRequire(import.meta.url))(name);",
  },
  logLevel: 'warning',
};
