import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

/** Labels of pages in next checks: the reader looks something up there and contacts no office. */
export const nextCheckPages = tableFile('next-check-pages', { page: text });

let names: ReadonlySet<string> | undefined;

/** Whether the one that a next check names is a page to open; every other one is an office, a firm or a person to ask. */
export function nextCheckKind(target: string): 'page' | 'office' {
  names ??= new Set(nextCheckPages().map(({ page }) => page));
  return names.has(target) ? 'page' : 'office';
}
