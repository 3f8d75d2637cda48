import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../scripts/bundle-options.mjs';

const root = join(import.meta.dirname, '..');

/** Modules of this repository keep their own place, so that what they find beside themselves is found from a bundle too. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

function scriptsFolder(): string {
  const scratch = process.env.TEST_SCRATCH;
  if (!scratch) throw new Error('a child script is bundled into the folder of a test run');
  return join(scratch, 'scripts');
}

const nameOf = (path: string) => relative(root, path).replaceAll(/\W+/g, '-').replace(/-ts$/, '');

const bundle = (paths: readonly string[], outdir: string) =>
  build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(paths.map((path) => [nameOf(path), path])),
    outdir,
    plugins: [ownPlaces],
  });

/** Scripts of a whole run besides those in files named `…-child.ts`. */
const namedOtherwise = [
  'src/cli/entry.ts',
  'src/workers/import-worker.ts',
  'test/conformance/fixture-server.ts',
  'test/conformance/service-server.ts',
  'test/transports/a2a/tck-agent.ts',
  'test/transports/mcp/stdio-entry.ts',
];

/** Bundles what the tests of a whole run start, all at once: they share most of their modules. */
export async function bundleChildScripts(): Promise<void> {
  const children = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-child.ts'))
    .map((name) => join('test', name));
  await bundle(
    [...children, ...namedOtherwise].map((name) => join(root, name)),
    join(scriptsFolder(), 'all'),
  );
}

/**
 * Path of a script that a test starts as a process of its own: bundled once a run with the packages that it needs, so
 * that a start has nothing to translate and little to look for.
 */
export async function childScript(source: URL): Promise<string> {
  const path = fileURLToPath(source);
  const name = nameOf(path);
  const shared = join(scriptsFolder(), 'all', `${name}.mjs`);
  if (existsSync(shared)) return shared;
  const folder = join(scriptsFolder(), name);
  const script = join(folder, `${name}.mjs`);
  if (existsSync(script)) return script;
  const unfinished = `${folder}.${process.pid}`;
  await bundle([path], unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (fault) {
    // another process of the run was as quick
    if (!existsSync(script)) throw fault;
  }
  return script;
}
