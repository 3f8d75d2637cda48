// what goes into the published bundle, for the build and for the notices

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toBrotli } from './brotli-cache.mjs';

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

const lists = [
  String.raw`@zxcvbn-ts[\\/]language-en[\\/]dist[\\/]\w+\.json\.mjs`,
  String.raw`gender-detection-from-name[\\/]names[\\/]\w+\.js`,
  String.raw`tr46[\\/]lib[\\/]mappingTable\.json`,
  String.raw`iconv-lite[\\/]encodings[\\/]tables[\\/]\w+\.json`,
  String.raw`mime-db[\\/]db\.json`,
];

/**
 * Lists that libraries hold as code become compressed data, unpacked when they are first loaded: a third of the bytes.
 * So do WebAssembly programs that stand in them as base64. Word lists of wallets' recovery phrases are left empty: the service reads none.
 * @type {import('esbuild').Plugin}
 */
const compressedLists = {
  name: 'compressed-lists',
  setup({ onLoad }) {
    onLoad({ filter: /@scure[\\/]bip39[\\/]esm[\\/]wordlists[\\/]/ }, () => ({
      contents: "export const wordlist = '';",
    }));
    const program = /(["'])(data:[a-z/-]+;base64,)?([A-Za-z0-9+/]{50000,}={0,2})\1/;
    onLoad({ filter: /h264-mp4-encoder\.node\.js$|secp256k1\.base64\.js$/ }, async ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      const [whole, , scheme = '', base64] = program.exec(contents) ?? [];
      if (whole === undefined || base64 === undefined) return { contents, loader: 'js' };
      const packed = (await toBrotli(Buffer.from(base64, 'base64'))).toString('base64');
      const unpacked = `'${scheme}'+require('node:zlib').brotliDecompressSync(Buffer.from('${packed}','base64')).toString('base64')`;
      return { contents: contents.replace(whole, () => unpacked), loader: 'js' };
    });
    onLoad({ filter: new RegExp(`[\\\\/](${lists.join('|')})$`) }, async ({ path }) => {
      const isJson = path.endsWith('.json');
      const { default: list } = await import(pathToFileURL(path).href, isJson ? { with: { type: 'json' } } : undefined);
      const isMap = list instanceof Map;
      const packed = (await toBrotli(JSON.stringify(isMap ? [...list] : list))).toString('base64');
      const parsed = `JSON.parse(require('node:zlib').brotliDecompressSync(Buffer.from('${packed}','base64')).toString())`;
      const exported = path.endsWith('.mjs') ? 'export default' : 'module.exports =';
      return { contents: `${exported} ${isMap ? `new Map(${parsed})` : parsed};`, loader: 'js' };
    });
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
  plugins: [lightStart, compressedLists],
  alias: { 'rpc-websockets': './scripts/no-web-socket.mjs', 'brotli/decompress.js': './scripts/brotli-of-node.mjs' },
  banner: {
    // made when the first contained CommonJS module asks for a module of Node
    js: "const require=(name)=>(require.own??=process.getBuiltinModule('node:module').createRequire(import.meta.url))(name);",
  },
  logLevel: 'warning',
};
