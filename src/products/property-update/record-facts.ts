import { numberOf } from '../../fields/numbers.ts';
import type { ReportFact, SectionCitation } from '../../reports/sections.ts';
import { landText, readerText } from '../../reports/values.ts';
import type { RecordedNumber } from '../../rules/flyer-measures.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';

const parcelSection = 'facts.parcel';

const factsIn = ({ sections }: PlaceReport, ids: readonly string[]): readonly ReportFact[] =>
  sections.flatMap((section) => (section.kind === 'facts' && ids.includes(section.id) ? section.facts : []));

/** The numbers of the parcel record, by the names of their fields. */
export const recordedNumbers = (report: PlaceReport): readonly RecordedNumber[] =>
  factsIn(report, [parcelSection]).flatMap(({ id, value, unit }) => {
    const number = numberOf(value);
    return number === undefined ? [] : [{ field: id.slice(id.indexOf('.') + 1), value: number, unit }];
  });

interface Printed {
  readonly label: string;
  /** Ends of the ids of facts, the first that is there. */
  readonly ends: readonly string[];
}

const printed: readonly Printed[] = [
  { label: 'Lot on record', ends: ['.lotArea', '.deedArea'] },
  { label: 'Year built on record', ends: ['.yearBuilt'] },
  { label: 'Building on record', ends: ['.livingArea', '.buildingArea'] },
  { label: 'Use on record', ends: ['.landUse', '.propertyClass'] },
  { label: 'Zoning on record', ends: ['zoning.districts.code', 'zoning.code'] },
  { label: 'Parcel number', ends: ['.parcelId'] },
];

const isLand = ({ id }: ReportFact) => id.endsWith('.lotArea') || id.endsWith('.deedArea');

/** The facts of the parcel that are printed, in the order of their weight, so many at most. */
export function printedFacts(report: PlaceReport, most: number) {
  const facts = factsIn(report, [parcelSection, 'facts.zoning']);
  return printed
    .flatMap(({ label, ends }) => {
      const [fact] = ends.flatMap((end) => facts.filter(({ id }) => id.endsWith(end)).slice(0, 1));
      return fact ? [{ label, words: (isLand(fact) ? landText : readerText)(fact.value, fact.unit), fact }] : [];
    })
    .slice(0, most);
}

/** The sources of facts, each once. */
export const sourcesOfFacts = (
  facts: readonly { readonly citation: SectionCitation }[],
): readonly SectionCitation[] => [...new Map(facts.map(({ citation }) => [citation.sourceName, citation])).values()];

/** The last day on which one of the sources was read, and their names, in one line: `read 2026-11-21: A; B`. */
export function sourceLine(citations: readonly SectionCitation[]): string {
  const last = citations
    .map(({ fetchedAt }) => fetchedAt.slice(0, 10))
    .sort()
    .at(-1);
  return `read ${last}: ${citations.map(({ sourceName }) => sourceName).join('; ')}`;
}
