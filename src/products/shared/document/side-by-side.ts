import type { z } from 'zod';
import { groupBy } from '../../../kernel/group.ts';
import {
  type Block,
  type Cell,
  type Column,
  muted,
  plain,
  type ReportDocument,
  run,
  section,
  table,
} from '../../../reports/document.ts';
import type { SoldCopy } from '../copies/names.ts';
import type { LicensedPart } from '../licensed/licensed.ts';
import type { MatrixCell, MatrixRow } from '../side-by-side.ts';
import type { closingFields } from '../sold-body.ts';
import { soldPage, soldView } from './page.ts';
import { sentence, type View, valueWords } from './view.ts';

interface Compared extends z.infer<z.ZodObject<typeof closingFields>> {
  readonly summary: string;
  readonly matrix: readonly MatrixRow[];
  readonly composeStatus: 'ok' | 'degraded';
}

/** What the columns are called: a letter, since addresses are long and no order means anything. */
const letters = ['A', 'B', 'C'] as const;

export interface Property {
  readonly name: string;
  readonly lines: Cell;
}

const placeTable = (properties: readonly Property[]): Block[] =>
  table('The three properties, in the order in which they were given', properties, [
    ['Letter', 9, (_, at) => [[run(letters[at] ?? '', 'strong')]]],
    ['Property', 40, ({ name }) => [[run(name, 'strong')]]],
    ['How it is known', 51, ({ lines }) => lines],
  ]);

function valueCell({ value, note, citation }: MatrixCell, unit: string | undefined, view: View): Cell {
  if (value === undefined) return [muted(note ?? 'Not published')];
  const text = valueWords(value, unit, view);
  return [
    [run(text, text.length > 30 ? undefined : 'strong'), ...(citation ? [view.marks.of(citation)] : [])],
    ...(note ? [muted(sentence(note, view))] : []),
  ];
}

const tableOf = (title: string, rows: readonly MatrixRow[], view: View): Block[] =>
  table(
    title,
    rows,
    [
      ['What', 28, ({ label }) => label],
      ...letters.map(
        (letter, at): Column<MatrixRow> => [letter, 24, ({ cells, unit }) => valueCell(cells[at] ?? {}, unit, view)],
      ),
    ],
    { quiet: true, named: true },
  );

const sectionsOf = (matrix: readonly MatrixRow[], view: View) =>
  [...groupBy(matrix, (row) => row.section)].flatMap(([title, rows]) =>
    section(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title, tableOf(title, rows, view)),
  );

/** Three properties side by side: who they are, then one table for each component. */
export function sideBySidePage(
  copy: SoldCopy,
  { summary, matrix, nextChecks, caveats, sources, composeStatus }: Compared,
  properties: readonly Property[],
  parts: readonly LicensedPart[],
): ReportDocument {
  const view = soldView(copy, sources);
  return soldPage(copy, view, {
    title: properties.map(({ name }) => name.split(',')[0] ?? name).join(' \u00b7 '),
    notice: composeStatus === 'degraded' && plain('Not all of it could be read; the cells say where.'),
    summary,
    inShort: placeTable(properties),
    sections: sectionsOf(matrix, view),
    licensed: { title: 'Licensed parts', parts },
    nextChecks,
    limits: caveats,
  });
}
