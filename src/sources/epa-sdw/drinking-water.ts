import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isPointSubject, type Subject } from '../../kernel/subject.ts';
import { serviceAreasAt } from '../epa-water-service-areas/client.ts';
import { plainCounty } from '../shared/county-words.ts';
import { systemsOfCounty } from './client.ts';

interface ListedSystem {
  readonly pwsId: string;
  readonly name: string;
  readonly populationServed?: number;
  readonly boundary?: string;
}

/** Which systems a question means, and who said so. */
export interface Asked {
  readonly area: string;
  readonly recordScope: string;
  /** Absent where the caller named the systems. */
  readonly lookup?: Lookup<readonly ListedSystem[]>;
  readonly byMap: boolean;
  readonly noSystem: string;
  /** Systems of the county beyond those that are asked about. */
  readonly more: number;
  /** All active systems that the county has; present where only some of them are asked about. */
  readonly inCounty?: number;
}

const mostOfCounty = 10;

/**
 * The systems of a question: those the caller named, those whose mapped service area holds the point, or the systems of
 * the county that had violations in the last twelve quarters, largest first.
 */
export async function systemsAsked(
  sources: SourceAccess,
  subject: Subject | undefined,
  pwsIds: readonly string[] | undefined,
): Promise<Asked> {
  if (pwsIds) {
    return { area: 'the systems named', recordScope: 'systems named', byMap: false, noSystem: '', more: 0 };
  }
  if (subject && isPointSubject(subject)) {
    return {
      area: 'the point',
      recordScope: 'mapped service areas of community water systems that hold the point',
      lookup: await serviceAreasAt(sources, subject),
      byMap: true,
      noSystem: "No mapped service area of a community water system holds the point on EPA's map.",
      more: 0,
    };
  }
  const name = subject && plainCounty(subject);
  const area = subject?.county?.name ?? subject?.resolved ?? 'the place';
  const lookup: Lookup<readonly ListedSystem[]> | undefined =
    subject?.stateCode && name ? await systemsOfCounty(sources, subject.stateCode, name) : undefined;
  if (!lookup) {
    return {
      area,
      recordScope: 'systems of the county',
      lookup: { state: 'unresolved', source: 'ECHO drinking water systems', reason: 'the county is not known' },
      byMap: false,
      noSystem: '',
      more: 0,
    };
  }
  const listed = hasData(lookup)
    ? (lookup.data as readonly (ListedSystem & { quartersWithViolations?: number })[])
    : [];
  const violating = listed.filter(({ quartersWithViolations }) => (quartersWithViolations ?? 0) > 0);
  const chosen = (violating.length > 0 ? violating : listed).slice(0, mostOfCounty);
  return {
    area,
    recordScope: `active systems of the county with a violation in the last 12 quarters, the ${mostOfCounty} largest`,
    lookup: hasData(lookup) ? { ...lookup, data: chosen } : lookup,
    byMap: false,
    noSystem: `EPA lists no active public water system for ${area}.`,
    more: Math.max(0, (violating.length || listed.length) - chosen.length),
    ...(listed.length > chosen.length && { inCounty: listed.length }),
  };
}
