import { stringify } from 'csv-stringify/sync';

/** Text that a spreadsheet would run as a formula gets a quotation mark before it; numbers keep their sign. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Rows as text (RFC 4180, UTF-8, one header line); a cell that a spreadsheet would run is made text. */
export const csvText = (columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    cast: { string: harmless },
  });
