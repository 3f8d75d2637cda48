import type { SectionCitation, SectionOf } from '../../../reports/sections.ts';

/** Each source once with its dates, and what it was used for; records are named where their facts stand. */
export class SourceList {
  readonly #uses = new Map<string, { readonly citation: SectionCitation; readonly usedFor: Set<string> }>();

  add(citation: SectionCitation, usedFor: string): void {
    const { recordId: _id, recordUrl: _url, ...whole } = citation;
    const key = `${citation.sourceName} ${citation.sourceUrl} ${citation.sourceDate ?? ''}`;
    const known = this.#uses.get(key);
    if (known) known.usedFor.add(usedFor);
    else this.#uses.set(key, { citation: whole, usedFor: new Set([usedFor]) });
  }

  all(): SectionOf<'sources'>['sources'] {
    return [...this.#uses.values()].map(({ citation, usedFor }) => ({ citation, usedFor: [...usedFor] }));
  }
}
