import type { ReportFact } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';

interface Highlight {
  /** The end of a fact's id, or of a table's. */
  readonly at: string;
  /** The column of a table whose values are meant. */
  readonly column?: string;
  readonly label?: string;
}

/** What a reader looks for first, in this order. */
const highlighted: readonly Highlight[] = [
  { at: 'parcelId' },
  { at: 'siteAddress' },
  { at: 'landUse' },
  { at: 'yearBuilt' },
  { at: 'lotArea' },
  { at: 'livingArea' },
  { at: 'totalValue' },
  { at: 'zoning.districts', column: 'code', label: 'Zoning district' },
  { at: 'flood_zone.zones', column: 'zone', label: 'Flood zone' },
  { at: 'specialFloodHazardArea' },
];

/** The main facts of a report; several rows of one table are one fact with the source of the first. */
export function highlightsOf(read: readonly AnswerFacts[]): readonly ReportFact[] {
  const facts = read.flatMap((answer) => answer.facts);
  return highlighted.flatMap(({ at, column, label }) => {
    if (column === undefined) return facts.find(({ id }) => id.endsWith(`.${at}`)) ?? [];
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
