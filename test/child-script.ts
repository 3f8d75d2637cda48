import { existsSync, readFileSync, renameSync } from 'node:fs';
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

/**
 * Path of a script that a test starts as a process of its own: bundled once a run with the packages that it needs, so
 * that a start has nothing to translate and little to look for.
 */
export async function childScript(source: URL): Promise<string> {
  const scratch = process.env.TEST_SCRATCH;
  if (!scratch) throw new Error('a child script is bundled into the folder of a test run');
  const path = fileURLToPath(source);
  const name = relative(root, path).replaceAll(/\W+/g, '-').replace(/-ts$/, '');
  const folder = join(scratch, 'scripts', name);
  const script = join(folder, `${name}.mjs`);
  if (existsSync(script)) return script;
  const unfinished = `${folder}.${process.pid}`;
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: { [name]: path },
    outdir: unfinished,
    plugins: [ownPlaces],
  });
  try {
    renameSync(unfinished, folder);
  } catch (fault) {
    // another process of the run was as quick
    if (!existsSync(script)) throw fault;
  }
  return script;
}
