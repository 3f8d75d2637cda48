// what goes into the published bundle, for the build and for the notices

// stay outside: native code, files that are read by path, and what an operator may install beside this package;
// all that is loaded without being asked for is in `dependencies`, everything else is contained
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

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
export const bundleOptions = {
  // the second runs in a thread of its own and is found beside the first
  entryPoints: { 'place-records': 'src/cli/entry.ts', 'encode-worker': 'src/reports/video/encode-worker.mjs' },
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
  metafile: true,
  external,
  alias: { 'rpc-websockets': './scripts/no-web-socket.mjs' },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
};
