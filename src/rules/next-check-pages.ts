import { once } from '../kernel/memoize.ts';
import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

/** Labels of pages in next checks: the reader looks something up there and contacts no office. */
export const nextCheckPages = tableFile('next-check-pages', { page: text });

const names = once(() => new Set(nextCheckPages().map(({ page }) => page)));

/** Whether the one that a next check names is a page to open; every other one is an office, a firm or a person to ask. */
export function nextCheckKind(target: string): 'page' | 'office' {
  return names().has(target) ? 'page' : 'office';
}
