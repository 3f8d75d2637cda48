import { fileURLToPath } from 'node:url';
import { boundsOf } from '../mirror/engine/bounds.ts';
import { removeUnfinished } from '../mirror/engine/load.ts';
import type { Load } from '../mirror/engine/sync.ts';
import { runApart } from './run-apart.ts';

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs';
const ownProgram = fileURLToPath(new URL(`./import-worker.${ending}`, import.meta.url));

/** Loads official files in processes of their own, one at a time, within the bounds of their datasets. */
export function importsApart(program = ownProgram): Load {
  let before: Promise<unknown> = Promise.resolve();
  return ({ columns: _, ...dataset }, paths, { onProgress: __, ...options }, signal) => {
    const { ms, heapMegabytes } = boundsOf(dataset);
    const message = { dataset, paths, options };
    const loaded = before.then(() =>
      runApart<Awaited<ReturnType<Load>>>({ program, message, ms, heapMegabytes, signal }).finally(() =>
        removeUnfinished(options.directory, dataset.id),
      ),
    );
    before = loaded.catch(() => undefined);
    return loaded;
  };
}
