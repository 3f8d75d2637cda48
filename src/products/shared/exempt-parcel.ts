import type { PartReading } from '../../answers/ask-tools.ts';
import { askOffice, offices } from '../../answers/offices.ts';
import type { Subject } from '../../kernel/subject.ts';
import type { SectionCitation, StandingItem } from '../../reports/sections.ts';
import { isExemptClass } from '../../rules/property-use.ts';
import { sectionCitation } from './compose/facts.ts';
import { isFields } from './compose/phrases.ts';
import { parcelValue, partOf } from './parcel-record.ts';

/** What the records say of a parcel that is exempt from the property tax. */
export interface ExemptParcel {
  /** Its class says so; a list of exemptions may be of a part of the value alone. */
  readonly isWhole: boolean;
  readonly finding: string;
  readonly citations: readonly SectionCitation[];
}

const cited = (reading: PartReading | undefined, fact: unknown): readonly SectionCitation[] => {
  const key = isFields(fact) ? fact.citation : undefined;
  const citation = typeof key === 'string' ? reading?.answer.citations[key] : undefined;
  return citation ? [sectionCitation(citation)] : [];
};

/** The newest row of a list of exempt parcels that names this one. */
function listedIn(readings: readonly PartReading[]) {
  const screen = partOf(readings, 'special_valuation_screen');
  const rows = screen?.answer.facts?.listed;
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (!isFields(first)) return undefined;
  const year = typeof first.taxYear === 'number' ? ` for ${first.taxYear}` : '';
  return { words: `a list of exemptions names the parcel${year}`, citations: cited(screen, first) };
}

/**
 * Whether the parcel record, or a list of exemptions, says that the parcel is exempt, whole or in part. Undefined where no
 * record says so, which does not mean that it is taxed. Pure.
 */
export function exemptParcel(readings: readonly PartReading[], subject: Subject): ExemptParcel | undefined {
  const lookup = partOf(readings, 'parcel_lookup');
  const stated = parcelValue(readings, 'propertyClass');
  const propertyClass = stated === undefined ? undefined : String(stated);
  const isExempt = isExemptClass({ propertyClass, countyFips: subject.county?.fips });
  const listed = listedIn(readings);
  if (!isExempt && !listed) return undefined;
  const words = [
    ...(isExempt ? [`the parcel record has the class "${propertyClass}"`] : []),
    ...(listed ? [listed.words] : []),
  ];
  return {
    isWhole: isExempt,
    finding: isExempt
      ? `The records call this parcel exempt from the property tax: ${words.join(', and ')}.`
      : `The records state an exemption of this parcel: ${words.join(', and ')}.`,
    citations: [...(isExempt ? cited(lookup, lookup?.answer.facts?.propertyClass) : []), ...(listed?.citations ?? [])],
  };
}

/** What is said beside a date or a program for taxed property, where the parcel is exempt. */
export const exemptCaution =
  'The parcel record calls this parcel exempt: ask the assessor whether this concerns it at all.';

/** The same as an item: rules, dates and arithmetic of a taxed home do not speak of such a parcel. */
export function exemptItem(
  { finding, citations, isWhole }: ExemptParcel,
  subject: Subject,
): Omit<StandingItem, 'order'> {
  const {
    action,
    with: office,
    url,
  } = askOffice(
    subject,
    offices.assessor,
    'Ask which exemption is on file, for which part and years, and what ends it',
  );
  return {
    id: 'parcel.exempt',
    headline: 'Recorded as exempt from property tax',
    finding: isWhole
      ? `${finding} Tax dates, programs for owners of a taxed home and arithmetic on its recorded value may not concern it.`
      : finding,
    where: 'on_parcel',
    topic: 'tax',
    question: 'Which exemption does the parcel have, and does it stay when its owner or use changes?',
    recordIds: [],
    citations: [...citations],
    next: { action, with: office, ...(url && { url }), at: 'office' },
  };
}
