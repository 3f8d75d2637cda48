import type { Citation } from '../kernel/citation.ts';
import { defined } from '../kernel/defined.ts';
import { pendingEvidence } from '../kernel/evidence.ts';
import type { SectionCitation } from './sections.ts';

/** A citation in the form of report sections; what no tool has evidence for yet gets it with the whole body. */
export const sectionCitation = ({
  sourceName,
  sourceUrl,
  recordId,
  recordUrl,
  evidence = pendingEvidence,
  sourceDate,
  fetchedAt,
  licenseNote,
}: Citation): SectionCitation =>
  defined({ sourceName, sourceUrl, recordId, recordUrl, evidence, sourceDate, fetchedAt, licenseNote });
