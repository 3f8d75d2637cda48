import type { Citation } from '../kernel/citation.ts';
import { limitOf } from '../rules/limits.ts';

/** The registry of this service, as the source of what it says about itself. Its address is a name, not a page. */
export function registryCitation(now: Date): Citation {
  return {
    sourceName: 'Registry of this service (wired sources, tools, source cards)',
    sourceUrl: 'urn:place-records:registry',
    fetchedAt: now.toISOString(),
    licenseNote: 'Says what this service can ask, not what records exist',
  };
}

export const notCoveredNote = limitOf('coverage.not_covered');
