import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../kernel/data-file.ts';

// beside the bundle (dist/), and in a checkout that was built (src/catalog/)
const candidates = ['./views/', '../../dist/views/'];

/** What the build makes for browsers, by name. */
type ViewFile = 'answer.html' | 'explorer.css' | 'explorer.js';

/** Text of one of them, read at each call; undefined where it was not built (a checkout without `npm run build`). */
export function readViewFile(name: ViewFile): string | undefined {
  const found = candidates.map((folder) => new URL(folder + name, import.meta.url)).find((file) => existsSync(file));
  return found && readFileSync(found, 'utf8');
}

/** Page of the sample report (`npm run sample` makes it); undefined where the copy does not carry it. */
export function readSampleReport(): string | undefined {
  const file = join(dataFolder(), 'samples/place-report.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
