import type { z } from 'zod';
import { groupBy } from '../../../kernel/group.ts';
import {
  type Block,
  type Cell,
  type Line,
  muted,
  plain,
  type ReportDocument,
  run,
  section,
  table,
} from '../../../reports/document.ts';
import type { SectionCitation } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { readable, sourceDateOf, webAddress, withoutCodes } from '../../../reports/words.ts';
import type { SoldCopy } from '../copies/sold-copy.ts';
import type { LicensedPart } from '../licensed/licensed.ts';
import type { MatrixCell, MatrixRow } from '../side-by-side.ts';
import type { closingFields } from '../sold-body.ts';
import { soldPage } from './page.ts';

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

function valueCell({ value, note }: MatrixCell = {}, unit?: string): Cell {
  if (value === undefined) return [muted(note ?? 'Not published')];
  const text = readable(withoutCodes(valueText(value, unit)));
  return [[run(text, text.length > 30 ? undefined : 'strong')], ...(note ? [muted(readable(note))] : [])];
}

const sourceLine = ({ sourceName, sourceUrl, sourceDate }: SectionCitation): Line => [
  run(sourceName, undefined, webAddress(sourceUrl)),
  ...(sourceDate ? [run(` \u00b7 ${sourceDateOf(sourceDate)}`, 'muted')] : []),
];

/** Sources of one row: once where it is the same for all, else for each letter. */
function sourcesOf({ cells }: MatrixRow): Cell {
  const lines = cells.flatMap(({ citation }, at) =>
    citation ? [{ letter: letters[at] ?? '', line: sourceLine(citation) }] : [],
  );
  const texts = [...new Set(lines.map(({ line }) => JSON.stringify(line)))];
  if (texts.length <= 1) return lines[0] ? [lines[0].line] : [];
  return texts.map((text) => {
    const own = lines.filter(({ line }) => JSON.stringify(line) === text);
    const [first] = own;
    return [run(`${own.map(({ letter }) => letter).join(', ')}: `, 'strong'), ...(first?.line ?? [])];
  });
}

const tableOf = (title: string, rows: readonly MatrixRow[]): Block[] =>
  table(
    title,
    rows,
    [
      ['What', 20, ({ label }) => label],
      ...letters.map((letter, at) => [letter, 18, ({ cells, unit }: MatrixRow) => valueCell(cells[at], unit)] as const),
      ['Source', 26, sourcesOf],
    ],
    { quiet: true, named: true, together: Number.POSITIVE_INFINITY },
  );

const sectionsOf = (matrix: readonly MatrixRow[]) =>
  [...groupBy(matrix, (row) => row.section)].flatMap(([title, rows]) =>
    section(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title, tableOf(title, rows)),
  );

/** Three properties side by side: who they are, then one table for each component. */
export function sideBySidePage(
  copy: SoldCopy,
  { summary, matrix, nextChecks, caveats, sources, composeStatus }: Compared,
  properties: readonly Property[],
  parts: readonly LicensedPart[],
): ReportDocument {
  return soldPage(copy, {
    title: properties.map(({ name }) => name.split(',')[0] ?? name).join(' \u00b7 '),
    notice: composeStatus === 'degraded' && plain('Not all of it could be read; the cells say where.'),
    summary,
    inShort: placeTable(properties),
    sections: sectionsOf(matrix),
    licensed: { title: 'Licensed parts', parts },
    nextChecks,
    limits: caveats,
    sources,
  });
}
