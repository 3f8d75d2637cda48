import type { Subject } from '../../../kernel/subject.ts';
import type { Lane } from '../../../places/schema/jurisdiction.ts';
import { limitsOf } from '../../../rules/limits.ts';

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

export { placeWords as placeName } from '../../../answers/uncovered.ts';

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

export const standingCaveats = limitsOf('report');
