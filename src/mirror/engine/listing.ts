import { z } from 'zod';
import { FileNotThere } from '../../kernel/file-not-there.ts';
import type { Listing, ListingStep } from './dataset.ts';

/** Where a listing leads. */
export interface Listed {
  readonly url: string;
  /** ISO day that the file speaks of, where the listing says one. */
  readonly vintage?: string;
}

const found = '{found}';
const Row = z.record(z.string(), z.unknown());

/** ISO day out of "2025-12-31" or "December 31, 2025", whatever the time zone of this machine; undefined for other text. */
function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  if (iso !== undefined) return iso;
  const time = Date.parse(`${value} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function rowsOf(page: string, { url, rows }: ListingStep): readonly z.infer<typeof Row>[] {
  const { host } = new URL(url);
  let json: unknown;
  try {
    json = JSON.parse(page);
  } catch {
    throw new FileNotThere(`${host} answered with a page instead of its listing`);
  }
  const parsed = z.object({ [rows]: z.array(Row) }).safeParse(json);
  if (!parsed.success) throw new Error(`${host}: the listing is not of the expected form`);
  return parsed.data[rows] as readonly z.infer<typeof Row>[];
}

const fits = (row: z.infer<typeof Row>, where: ListingStep['where']) =>
  Object.entries(where).every(([field, pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(String(row[field] ?? '')));

/** What a step takes of the newest row that fits. Throws a `FileNotThere` where none does. */
function takeOf(page: string, step: ListingStep): { readonly taken: string; readonly day: string | undefined } {
  const rows = rowsOf(page, step)
    .filter((row) => fits(row, step.where))
    .map((row) => ({ row, day: step.newest === undefined ? undefined : dayOf(row[step.newest]) }))
    .filter(({ day }) => step.newest === undefined || day !== undefined)
    .toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? '', 'en'));
  const [first] = rows;
  const { host } = new URL(step.url);
  if (!first) throw new FileNotThere(`${host} lists no such file`);
  const taken = first.row[step.take];
  if ((typeof taken !== 'string' && typeof taken !== 'number') || !/^[\w.-]+$/.test(String(taken)))
    throw new Error(`${host}: the listing is not of the expected form`);
  return { taken: String(taken), day: first.day };
}

/** Follows a way over its listings. `read`: brings the text of one of them. */
export async function followListing({ steps, file }: Listing, read: (url: string) => Promise<string>): Promise<Listed> {
  let taken = '';
  let vintage: string | undefined;
  for (const step of steps) {
    const page = await read(step.url.replaceAll(found, encodeURIComponent(taken)));
    const next = takeOf(page, step);
    taken = next.taken;
    vintage = next.day ?? vintage;
  }
  const url = file.replaceAll(found, encodeURIComponent(taken));
  return { url, ...(vintage !== undefined && { vintage }) };
}
