import type { ReportFact } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';
import type { OutlineFinding } from '../../shared/compose/outline-findings.ts';

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
  { at: 'specialFloodHazardAreaOnParcel.sharePercent', label: 'Parcel inside the special flood hazard area' },
  { at: 'wetlandOnParcel.sharePercent', label: 'Parcel mapped as wetland' },
];

const isAbout = (entry: Highlight, { outline }: OutlineFinding) => entry.at.split('.')[0] === outline;

/** The main facts of a report, first those in which the parcel's outline differs from the matched point; several rows of one table are one fact with the source of the first. */
export function highlightsOf(read: readonly AnswerFacts[], findings: readonly OutlineFinding[]): readonly ReportFact[] {
  const isFinding = (entry: Highlight) => findings.some((finding) => isAbout(entry, finding));
  const ordered = [...highlighted.filter(isFinding), ...highlighted.filter((entry) => !isFinding(entry))];
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
