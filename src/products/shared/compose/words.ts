import type { Lane } from '../../../kernel/jurisdiction.ts';
import type { Subject } from '../../../kernel/subject.ts';

/** What a lane is called in a report. */
export const laneTitles: Partial<Record<Lane, string>> = {
  parcel: 'Tax parcel',
  incidents: 'Reported incidents',
  permits: 'Building permits',
  service_requests: 'Service requests',
  code_violations: 'Code cases and violations',
  development_cases: 'Development cases',
  capital_projects: 'Public works projects',
  transfers: 'Recorded sales',
  zoning: 'Zoning',
};

export const laneTitle = (lane: Lane) => laneTitles[lane] ?? lane.replaceAll('_', ' ');

/** The place in a few words. */
export function placeName(subject: Subject): string {
  if (subject.resolved) return subject.resolved;
  if (subject.precision === 'point') return `the point ${subject.latitude}, ${subject.longitude}`;
  return subject.placeName ?? subject.county?.name ?? subject.input;
}

/** How the place is known, in a few words. */
export function precisionWords(
  subject: Pick<Subject, 'precision'> & { readonly areaKind?: Subject['areaKind'] | undefined },
): string {
  switch (subject.precision) {
    case 'point':
      return 'coordinates given by the caller';
    case 'rooftop':
      return 'address on its house, by published address points';
    case 'address':
      return 'address matched along its street, not a rooftop';
    case 'area':
      return `known to its ${subject.areaKind === 'zip' ? 'ZIP area' : (subject.areaKind ?? 'area')} only`;
    default:
      return 'not resolved';
  }
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Sentences that every report carries. */
export const standingCaveats = [
  'This report states what named official sources say. It gives no opinion, ranking, valuation or prediction about a place, a building or a person.',
  'An empty result means only that the named source returned nothing inside the stated area and period. Not wired never means that no records exist.',
  'Records describe reports, filings and cases as their publishers keep them; they are not proof of an event, a violation or a condition.',
  'Each source has its own delay and its own rules of what it publishes; the dates beside each fact say when the source dated it and when it was read.',
] as const;
