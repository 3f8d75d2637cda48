import type { FieldEntry } from '../../src/places/schema/lane-table.ts';

/** One row of a table of public feeds: what public files say of one dataset, in words. */
export type FeedRow = Readonly<Record<string, string>>;

const column = /^[A-Za-z_][\w]*$/;

/** The columns that a cell names: "A", or "A + B"; none where the cell says something else in words. */
export function columnsOf(cell = ''): readonly string[] {
  const names = cell
    .replace(/ \([^)]*\)$/, '')
    .split('+')
    .map((name) => name.trim());
  return names.every((name) => column.test(name)) ? names : [];
}

/** One field out of one or several columns. */
export function entryOf(columns: readonly string[], join: string): FieldEntry | undefined {
  const [first, ...rest] = columns;
  return rest.length > 0 ? { column: [...columns], ...(join !== ' ' && { join }) } : first;
}

/** "COL:meaning;COL2:meaning" as pairs; what is no such pair is left out. */
export const otherFields = (row: FeedRow): readonly (readonly [name: string, meaning: string])[] =>
  (row.other_fields ?? '').split(';').flatMap((part) => {
    const [name = '', meaning = ''] = part.split(':').map((word) => word.trim());
    return column.test(name) && meaning !== '' ? [[name, meaning.toLowerCase()] as const] : [];
  });

/** The first other field with one of these meanings. */
export const meaning = (row: FeedRow, ...words: readonly string[]): string | undefined =>
  otherFields(row).find(([, said]) => words.includes(said))?.[0];

export type DateType = 'epochMs' | 'dateOnly' | 'iso' | 'yyyymmdd' | 'text';

/** How the date column compares; undefined where the row has no single date. */
export function dateTypeOf({ date_format: format = '', platform }: FeedRow): DateType | undefined {
  if (/month only/.test(format)) return undefined;
  if (/DateOnly/.test(format)) return 'dateOnly';
  if (/%Y%m%d/.test(format)) return 'yyyymmdd';
  if (/^text/.test(format)) return 'text';
  if (/^epochMs/.test(format)) return 'epochMs';
  return /^iso/.test(format) ? (platform === 'arcgis' ? 'epochMs' : 'iso') : undefined;
}

/** An area, where the column's own name states its unit. */
export function area(name: string | undefined): FieldEntry | undefined {
  if (name === undefined) return undefined;
  const unit = /acre|totalac$/i.test(name) ? 'acre' : /sq|feet|sf$/i.test(name) ? 'ft2' : undefined;
  return unit && { column: name, unit };
}

/** Members with a value. */
export const present = <T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
