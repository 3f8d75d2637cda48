import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('..', 'shared', 'samples');

/** Whether a recorded answer of a real source is at hand; tests that need it skip by name where it is not. */
export function hasSample(path: string): boolean {
  return existsSync(join(folder, path));
}

/** Text of a recorded answer. */
export function sampleText(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Parsed JSON of a recorded answer. */
export function sampleJson(path: string): unknown {
  return JSON.parse(sampleText(path));
}
