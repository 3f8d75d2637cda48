import type { Citation } from '../kernel/citation.ts';

/** The registry of this service, as the source of what it says about itself. Its address is a name, not a page. */
export function registryCitation(now: Date): Citation {
  return {
    sourceName: 'Registry of this service (wired sources, tools, source cards)',
    sourceUrl: 'urn:place-records:registry',
    fetchedAt: now.toISOString(),
    licenseNote: 'Says what this service can ask, not what records exist',
  };
}

export const notCoveredNote = 'Not covered never means that no records exist; it means that no source is wired here.';
