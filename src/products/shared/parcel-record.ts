import type { PartReading } from '../../answers/ask-tools.ts';
import { askOffice, offices } from '../../answers/offices.ts';
import { type Finding, stated } from '../../findings/finding.ts';
import { isMatchedAddress, type Subject } from '../../kernel/subject.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import type { SectionCitation } from '../../reports/sections.ts';
import { isExemptClass } from '../../rules/property-use.ts';
import { hasFacts } from './brief.ts';
import { sectionCitation } from './compose/facts.ts';
import { isFields } from './compose/phrases.ts';

/** The answer of one part by the name of its section. */
export const partOf = (readings: readonly PartReading[], id: string): PartReading | undefined =>
  readings.find((reading) => reading.id === id);

/** One value of the parcel record among the answers of a brief; undefined where the record does not state it. */
export function parcelValue(readings: readonly PartReading[], field: string): string | number | undefined {
  const stated = partOf(readings, 'parcel_lookup')?.answer.facts?.[field];
  const value = typeof stated === 'object' && stated !== null && 'value' in stated ? stated.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** The answers with facts about the place itself: a parcel record that cannot stand for it is left out. */
export const statedOfPlace = (readings: readonly PartReading[], subject: Subject): readonly PartReading[] =>
  readings.filter(
    (reading) => hasFacts(reading) && (reading.id !== 'parcel_lookup' || !whyNoParcel(readings, subject)),
  );

/**
 * Why the parcel record among the answers cannot stand for the queried address, as the end of a sentence: not read, not
 * there, of a parcel with another site address, of one that is merely near, or number and outline alone. Undefined where
 * it can.
 */
export function whyNoParcel(readings: readonly PartReading[], subject: Subject): string | undefined {
  const parcel = partOf(readings, 'parcel_lookup');
  if (!parcel || !hasFacts(parcel)) {
    return parcel?.answer.state === 'unavailable'
      ? 'the parcel source of this place did not answer'
      : 'no parcel record could be read for this address';
  }
  if (parcelValue(readings, 'matchedBy') === 'nearest_within_40m') {
    return 'the point lies in no parcel, and the nearest one may not be the one meant';
  }
  if (parcelValue(readings, 'depth') === 'identity') {
    return "the parcel source of this place gives a parcel's number and outline alone";
  }
  const queried = isMatchedAddress(subject) ? subject.streetLine : undefined;
  const site = parcelValue(readings, 'siteAddress');
  return sameAddress(site, queried) === false
    ? `the parcel at the matched point carries another site address (${site}), so it may be a neighbor's`
    : undefined;
}

interface ExemptParcel {
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

/** The same as a finding: rules, dates and arithmetic of a taxed home do not speak of such a parcel. */
export function exemptFindings(readings: readonly PartReading[], subject: Subject): readonly Finding[] {
  const exempt = whyNoParcel(readings, subject) ? undefined : exemptParcel(readings, subject);
  if (!exempt) return [];
  const { finding, citations, isWhole } = exempt;
  const ask = 'Ask which exemption is on file, for which part and years, and what ends it';
  return [
    stated({
      id: 'parcel.exempt',
      kind: 'record',
      headline: 'Recorded as exempt from property tax',
      finding: isWhole
        ? `${finding} Tax dates, programs for owners of a taxed home and arithmetic on its recorded value may not concern it.`
        : finding,
      where: 'on_parcel',
      question: 'Which exemption does the parcel have, and does it stay when its owner or use changes?',
      evidenceNeeded: ["The assessor's record of the exemption"],
      recordIds: [],
      citations: [...citations],
      next: askOffice(subject, offices.assessor, ask),
    }),
  ];
}
