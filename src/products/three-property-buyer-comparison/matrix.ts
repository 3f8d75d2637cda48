import type { PartReading } from '../../answers/ask-tools.ts';
import type { Bought } from '../../kernel/ports/providers.ts';
import type { AnswerState } from '../../kernel/state.ts';
import { cleanText } from '../../kernel/text.ts';
import type { ReportFact, ReportTable } from '../../reports/sections.ts';
import { factsOf } from '../shared/compose/facts.ts';
import {
  figureOf,
  type Licensed,
  type LicensedField,
  licensedCitation,
  licensedFields,
} from '../shared/licensed/licensed.ts';
import type { MatrixCell, MatrixRow } from '../shared/side-by-side.ts';
import type { PropertyMaterial } from './gather.ts';

/** Fields of one component that the matrix shows; further ones are counted. */
const rowsPerComponent = 9;
const longestCell = 220;

const why: Readonly<Record<AnswerState, string>> = {
  found: 'Not published',
  partial: 'Not published, or not in what could be read',
  stale: 'Not in the older copy that was read',
  empty: 'None in what was searched',
  not_covered: 'No source is wired here',
  unresolved: 'Could not be queried about this place',
  unavailable: 'The source did not answer',
};

interface Component {
  readonly title: string;
  readonly readings: readonly (PartReading | undefined)[];
}

function componentsOf(materials: readonly PropertyMaterial[]): readonly Component[] {
  const ids = [...new Set(materials.flatMap(({ readings }) => readings.map(({ id }) => id)))];
  return ids.map((id) => {
    const readings = materials.map((one) => one.readings.find((reading) => reading.id === id));
    return { title: readings.find(Boolean)?.title ?? id, readings };
  });
}

interface Stated {
  readonly label: string;
  readonly unit?: string | undefined;
  readonly cell: MatrixCell;
}

function ofFact({ label, unit, value, note, citation }: ReportFact): Stated {
  return { label, unit, cell: { value, ...(note !== undefined && { note }), citation } };
}

const shownRows = 3;
const cellsPerRow = 2;

const plainWords = (cell: unknown) => String(cell).replaceAll('_', ' ').toLowerCase();

/** Cells of a row without those that the next one repeats: a code before its own words. */
const toldOnce = (cells: ReportTable['rows'][number]['cells']) =>
  cells.filter((cell, at) => {
    const next = cells[at + 1];
    return next === undefined || !plainWords(next).includes(plainWords(cell));
  });

/** A list in one cell: its first rows by what they name first, and how many more there are. */
function ofTable({ label, rows, leftOut }: ReportTable): Stated | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { recordId: _id, recordUrl: _url, ...citation } = first.citation;
  const said = rows
    .slice(0, shownRows)
    .map(({ cells }) => toldOnce(cells.filter((cell) => cell !== null && cell !== '').slice(0, cellsPerRow)))
    .map((cells) => cells.join(', '))
    .join('; ');
  const more = rows.length - shownRows + leftOut;
  return { label, cell: { value: cleanText(`${said}${more > 0 ? `; and ${more} more` : ''}`, longestCell), citation } };
}

/** Where a record was found and how it was read: of the reading, and nothing of the property. */
const ofTheReading =
  /\.(latitude|longitude|matchedBy|centroidPrecision|method|pointAgrees|verification|cellSize|overMeters|over)$/i;

function statedIn(reading: PartReading | undefined): ReadonlyMap<string, Stated> {
  if (!reading) return new Map();
  const { facts, tables } = factsOf(reading.answer, reading.tool);
  const entries = [
    ...facts.filter(({ id }) => !ofTheReading.test(id)).map((fact) => [fact.id, ofFact(fact)] as const),
    ...tables.flatMap((table) => {
      const stated = ofTable(table);
      return stated ? [[table.id, stated] as const] : [];
    }),
  ];
  return new Map(entries);
}

const nameOf = (field: string) => field.slice(field.lastIndexOf('.') + 1);
const saidOf = (cells: readonly (MatrixCell | undefined)[]) =>
  JSON.stringify(cells.map((cell) => [cell?.value ?? null, cell?.citation?.sourceName ?? null]));

/** Rows of a component; what an earlier one has said of all three out of the same sources is not said again. */
function officialRows(
  { title, readings }: Component,
  earlier: readonly MatrixRow[],
): {
  readonly rows: readonly MatrixRow[];
  readonly leftOut: number;
} {
  const stated = readings.map(statedIn);
  const fields = [...new Set(stated.flatMap((one) => [...one.keys()]))].filter((field) => {
    const said = saidOf(stated.map((one) => one.get(field)?.cell));
    return !earlier.some((row) => nameOf(row.field) === nameOf(field) && saidOf(row.cells) === said);
  });
  // what more of the three state comes first
  const count = (field: string) => stated.filter((one) => one.has(field)).length;
  const chosen = fields.toSorted((a, b) => count(b) - count(a)).slice(0, rowsPerComponent);
  const rows = fields
    .filter((field) => chosen.includes(field))
    .map((field): MatrixRow => {
      const first = stated.find((one) => one.has(field))?.get(field);
      const cells = stated.map(
        (one, at): MatrixCell => one.get(field)?.cell ?? { note: why[readings[at]?.answer.state ?? 'unresolved'] },
      );
      const unit = first?.unit;
      return { section: title, field, label: first?.label ?? field, ...(unit !== undefined && { unit }), cells };
    });
  return { rows, leftOut: fields.length - rows.length };
}

function licensedCell(bought: Bought | undefined, field: LicensedField): MatrixCell {
  if (!bought) return { note: 'Not bought' };
  if (bought.state === 'no_record') return { note: bought.reason };
  const value = figureOf(field, bought);
  return value === undefined
    ? { note: 'Not in the answer of the provider' }
    : { value, citation: licensedCitation(bought.citation) };
}

function licensedRows(licensed: readonly Licensed[]): readonly MatrixRow[] {
  return licensedFields.flatMap((field, at): MatrixRow[] => {
    const { component, section, label, unit } = field;
    const own = licensed.map((one) => one[component]);
    if (own.every((bought) => bought === undefined)) return [];
    const cells = own.map((bought) => licensedCell(bought, field));
    const hasValue = cells.some(({ value }) => value !== undefined);
    // where no property has a record, the section says so once
    const first = licensedFields.findIndex((one) => one.component === component) === at;
    if (!hasValue && !first) return [];
    return [{ section, field: `${component}.${at}`, label, ...(unit !== undefined && { unit }), cells }];
  });
}

/** One row for each field, cells in the order of the addresses. Pure. */
export function matrixOf(
  materials: readonly PropertyMaterial[],
  licensed: readonly Licensed[],
): { readonly matrix: MatrixRow[]; readonly leftOutCount: number } {
  const matrix: MatrixRow[] = [];
  let leftOutCount = 0;
  for (const component of componentsOf(materials)) {
    const { rows, leftOut } = officialRows(component, matrix);
    matrix.push(...rows);
    leftOutCount += leftOut;
  }
  return { matrix: [...matrix, ...licensedRows(licensed)], leftOutCount };
}
