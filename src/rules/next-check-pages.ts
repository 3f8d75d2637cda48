import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

/** Names under which answers send a reader to a page: something is opened or looked up there, and nobody is asked. */
export const nextCheckPages = tableFile('next-check-pages', { page: text });

let names: ReadonlySet<string> | undefined;

/** Whether the one that a next check names is a page to open; every other one is an office, a firm or a person to ask. */
export function nextCheckKind(target: string): 'page' | 'office' {
  names ??= new Set(nextCheckPages().map(({ page }) => page));
  return names.has(target) ? 'page' : 'office';
}
