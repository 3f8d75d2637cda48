import type { FreeContext } from '../catalog/context.ts';
import type { SearchExtent } from '../kernel/answer-builder.ts';
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

/** Adds what the registry says to an answer: the key of its citation. `unsure` says why it may not be all. */
export function citeRegistry(
  { answer, now }: Pick<FreeContext, 'answer' | 'now'>,
  extent: SearchExtent,
  unsure?: string,
): string {
  const said = { data: true, citation: registryCitation(now) };
  answer.addLookup(unsure ? { state: 'partial', ...said, reason: unsure } : { state: 'found', ...said }, extent);
  return answer.cite(said.citation);
}

export const notCoveredNote = limitOf('coverage.not_covered');
