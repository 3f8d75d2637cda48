import type { ReportFact } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { optionalText, text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';

export const highlighted = tableFile('report-highlights', {
  /** The end of a fact's id, or of a table's. */
  at: text,
  column: optionalText,
  label: optionalText,
});
type Highlight = ReturnType<typeof highlighted>[number];

/** The main facts of a report, first those in which the parcel's outline differs from the matched point; several rows of one table are one fact with the source of the first. */
export function highlightsOf(read: readonly AnswerFacts[]): readonly ReportFact[] {
  const differing = read
    .filter(({ facts }) => facts.some(({ id, value }) => id.endsWith('.pointAgrees') && value === false))
    .flatMap(({ facts, tables }) => [...facts, ...tables].map(({ id }) => id.split('.')[1] ?? ''));
  const isFinding = ({ at }: Highlight) => {
    const [name = ''] = at.split('.');
    return name.endsWith('OnParcel') && differing.includes(name);
  };
  const rows = highlighted();
  const ordered = [...rows.filter(isFinding), ...rows.filter((entry) => !isFinding(entry))];
  const facts = read.flatMap((answer) => answer.facts);
  return ordered.flatMap(({ at, column, label }) => {
    if (column === undefined) {
      const found = facts.find(({ id }) => id.endsWith(`.${at}`));
      return found ? { ...found, ...(label && { label }) } : [];
    }
    const table = read.flatMap(({ tables }) => tables).find(({ id }) => id.endsWith(at));
    const index = table?.columns.findIndex(({ key }) => key === column) ?? -1;
    const [first] = table?.rows ?? [];
    if (!table || !first || index < 0) return [];
    const values = table.rows.flatMap(({ cells }) => {
      const cell = cells[index] ?? null;
      return cell === null ? [] : valueText(cell, table.columns[index]?.unit);
    });
    if (values.length === 0) return [];
    const { citation } = first;
    return {
      id: `${table.id}.${column}`,
      label: label ?? table.label,
      value: [...new Set(values)].join(', '),
      citation,
    };
  });
}
