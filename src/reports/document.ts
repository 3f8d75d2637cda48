import type { LedgerStatus } from './sections.ts';

/** A run of text. `quote`: word for word from a record or from the caller, drawn inside quotation marks. */
export interface Run {
  readonly text: string;
  readonly style?: 'strong' | 'muted' | 'quote' | 'code';
  readonly href?: string | undefined;
  /** Path on this service: a link on a page that it serves, plain text on paper. */
  readonly page?: string;
  /** Color beside the words that say the same. */
  readonly status?: LedgerStatus | undefined;
}
export type Line = readonly Run[];
export type Cell = readonly Line[];

export type Block =
  | { readonly kind: 'text'; readonly line: Line; readonly tone?: 'lead' | 'note' | 'fine' | 'notice' }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      /** Small type for a long list that few read. */
      readonly small?: boolean;
      readonly items: readonly Cell[];
    }
  | {
      readonly kind: 'pair';
      readonly sides: readonly { readonly title: string; readonly items: readonly Cell[]; readonly none: string }[];
      /** A drawing without words below the last side, or below all of them on a phone. */
      readonly picture?: { readonly svg: string; readonly alt: string };
    }
  | {
      readonly kind: 'table';
      readonly caption: string;
      /** The heading above says the same: the caption is there for those who do not see the page. */
      readonly quiet?: boolean;
      /** Where all of it comes from, under the caption. */
      readonly source?: Line;
      /** The columns differ from table to table: on a phone each cell carries the title of its column. */
      readonly named?: boolean;
      /** Small type for a long table that few read. */
      readonly small?: boolean;
      /** Short figures in many columns: it stays a grid on a phone. */
      readonly grid?: boolean;
      /** Widths are shares of the whole. */
      readonly columns: readonly { readonly title: string; readonly width: number }[];
      /** Rows that share their last cell, or single rows. */
      readonly groups: readonly { readonly rows: readonly (readonly Cell[])[]; readonly shared?: Cell }[];
    }
  | { readonly kind: 'figure'; readonly alt: string; readonly caption: Cell }
  /** A drawing that needs nothing else; two halves that follow each other are side by side where there is room. */
  | {
      readonly kind: 'picture';
      readonly svg: string;
      readonly alt: string;
      readonly caption: Cell;
      readonly width?: 'half' | 'full';
      /** A drawing of the same size, laid over the first one up to an edge that a reader drags. */
      readonly over?: string;
    }
  /**
   * For those who check: folded on a web page. Paper has it open under `what`, or `onPaper` in its place; what has neither
   * is left to the data form of the report.
   */
  | {
      readonly kind: 'fold';
      readonly summary: string;
      readonly what?: string;
      readonly onPaper?: readonly Block[];
      readonly blocks: readonly Block[];
    };

export interface Section {
  readonly id: string;
  /** Heading of several sections: "Water and flood". */
  readonly group?: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What a report of any kind says, in the order in which it is read; web page and PDF draw the same. */
export interface ReportDocument {
  readonly kind: string;
  readonly title: string;
  readonly meta: readonly { readonly label: string; readonly line: Line }[];
  /** What everybody reads; the contents follow it. */
  readonly opening: readonly Section[];
  readonly sections: readonly Section[];
  /** ISO 8601. */
  readonly generatedAt: string;
  /** IANA time zone of the place, in which its times are written; UTC where absent. */
  readonly timeZone?: string;
  readonly reportId: string;
  /** Where this document is read on the web, as a whole address: printed on its first sheet, as text and as QR code. */
  readonly address?: string;
  /** Last line of the page, where it is not that of a report. */
  readonly closing?: string;
}

export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** A paragraph. */
export const text = (line: Line | string, tone?: BlockOf<'text'>['tone']): Block => ({
  kind: 'text',
  line: typeof line === 'string' ? plain(line) : line,
  ...(tone && { tone }),
});

/** A list; nothing where it has no items. */
export const list = (
  items: readonly Cell[],
  { ordered = false, small = false }: { readonly ordered?: boolean; readonly small?: boolean } = {},
): Block[] => (items.length > 0 ? [{ kind: 'list', ordered, ...(small && { small }), items }] : []);

/** A column of a table: its title, its share of the width, and what it says of a row. */
export type Column<T> = readonly [title: string, width: number, says: (row: T, at: number) => Cell | string];

interface Look extends Partial<Pick<BlockOf<'table'>, 'quiet' | 'source' | 'named' | 'small' | 'grid'>> {
  /** So many neighboring rows at most share their last cell where it is the same: one source for several facts. */
  readonly together?: number;
}

/** A table of rows; nothing where there are none. */
export function table<T>(
  caption: string,
  rows: readonly T[],
  columns: readonly Column<T>[],
  { together, ...look }: Look = {},
): Block[] {
  const groups: { rows: (readonly Cell[])[]; shared?: Cell }[] = [];
  for (const [at, row] of rows.entries()) {
    const said = columns.map(([, , says]) => says(row, at));
    const cells = said.map((cell) => (typeof cell === 'string' ? [plain(cell)] : cell));
    const shared = together === undefined ? undefined : cells.pop();
    const last = groups.at(-1);
    const isSame = JSON.stringify(last?.shared) === JSON.stringify(shared);
    if (last && isSame && last.rows.length < (together ?? 1)) last.rows.push(cells);
    else groups.push({ rows: [cells], ...(shared && { shared }) });
  }
  const titles = columns.map(([title, width]) => ({ title, width }));
  return rows.length > 0 ? [{ kind: 'table', caption, ...look, columns: titles, groups }] : [];
}

/** A section; nothing where it has no blocks. */
export const section = (id: string, title: string, blocks: readonly Block[], group?: string): Section[] =>
  blocks.length > 0 ? [{ id, title, ...(group !== undefined && { group }), blocks }] : [];

/** A section that is one table; nothing where it has no rows. */
export const tableSection = <T>(id: string, title: string, rows: readonly T[], columns: readonly Column<T>[]) =>
  section(id, title, table(title, rows, columns, { quiet: true, named: true }));

/** Blocks that a web page shows on demand and paper leaves out by name. */
export const folded = (what: string, blocks: readonly Block[]): Block => ({
  kind: 'fold',
  summary: `Show ${what}`,
  what,
  blocks,
});

export const run = (text: string, style?: Run['style'], href?: string): Run => ({
  text,
  ...(style && { style }),
  ...(href !== undefined && { href }),
});
export const plain = (text: string): Line => [run(text)];
export const muted = (text: string): Line => [run(text, 'muted')];
export const quote = (text: string): Run => run(text, 'quote');
/** A value behind its name. */
export const labeled = (label: string, ...value: readonly Run[]): Line => [run(`${label}: `, 'muted'), ...value];
/** The same as an item of a list; nothing where there is no value. */
export const item = (label: string, value: string | undefined, style?: Run['style'], href?: string): Cell[] =>
  value === undefined || value === '' ? [] : [[labeled(label, run(value, style, href))]];
