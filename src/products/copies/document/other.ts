import { plain, type ReportDocument } from '../../../reports/document.ts';
import { readable } from '../../../reports/words.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { ownSections, ownValues } from './own-fields.ts';
import { appendixSections, section } from './parts.ts';

/** A body of no shape that is known here: its sentence, then every field under its name. */
export function otherDocument(copy: SoldCopy): ReportDocument {
  const { kind: _kind, charged: _charged, generatedAt: _at, summary, caveats, ...fields } = copy.body;
  const limits = Array.isArray(caveats) ? caveats.filter((text) => typeof text === 'string') : [];
  return {
    kind: 'From public records',
    title: copy.title,
    generatedAt: copy.generatedAt,
    reportId: copy.id,
    meta: ownValues(fields),
    opening: [
      ...(typeof summary === 'string'
        ? section('in-short', 'In short', [{ kind: 'text', tone: 'lead', line: plain(readable(summary)) }])
        : []),
      ...ownSections(fields),
    ],
    sections: appendixSections(copy, { limits, sources: [] }),
  };
}
