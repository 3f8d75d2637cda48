/** Text that a spreadsheet would run as a formula gets a quotation mark before it; numbers keep their sign. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string') return harmless(value);
  if (value === true) return '1';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows as text (RFC 4180, UTF-8, one header line); a cell that a spreadsheet would run is made text. */
export function csvText(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((cells) => `${cells.map((cell) => quoted(cellOf(cell))).join(',')}\r\n`).join('');
}
