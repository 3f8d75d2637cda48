import type { ReportDocument } from '../../reports/document.ts';
import { withGlossary } from '../../reports/glossary.ts';
import { searchForm } from '../environmental-context/page.ts';
import { scenesPage } from '../large-site-satellite-change/page.ts';
import { documentOf } from '../place-report/document/document.ts';
import { flyerPage } from '../property-flyer/page.ts';
import { rentForm } from '../rent-estimate/page.ts';
import { publishedRentsForm } from '../rental-operations-brief/page.ts';
import { reportPath } from '../shared/copies/names.ts';
import { isSoldCopy, type SoldCopy } from '../shared/copies/sold-copy.ts';
import { packetPage } from '../shared/follow-up/page.ts';
import { answerPage } from '../shared/page/answer.ts';
import { batchPage } from '../shared/page/batch.ts';
import { briefPage } from '../shared/page/brief.ts';
import { ownSections, ownValues } from '../shared/page/own-fields.ts';
import { soldPage } from '../shared/page/page.ts';
import { solarComparisonPage } from '../solar-property-comparison/page.ts';
import { solarPage } from '../solar-property-screen/page.ts';
import { surroundingPage } from '../surrounding-area/page.ts';
import { threePropertyPage } from '../three-property-buyer-comparison/page.ts';
import type { StoredCopy } from './stored.ts';

/** A body of no shape that is known here: its sentence, then every field under its name. */
function otherPage(copy: SoldCopy): ReportDocument {
  const { kind: _kind, charged: _charged, generatedAt: _at, summary, caveats, ...fields } = copy.body;
  return soldPage(copy, {
    kind: 'From public records',
    title: copy.title,
    meta: ownValues(fields),
    ...(typeof summary === 'string' && { summary }),
    opening: ownSections(fields),
    limits: Array.isArray(caveats) ? caveats.filter((caveat) => typeof caveat === 'string') : [],
    sources: [],
  });
}

const pages: readonly ((copy: SoldCopy) => ReportDocument | undefined)[] = [
  packetPage,
  (copy) => briefPage(copy, [searchForm, rentForm, publishedRentsForm]),
  threePropertyPage,
  solarComparisonPage,
  solarPage,
  flyerPage,
  scenesPage,
  batchPage,
  surroundingPage,
  answerPage,
];

function soldDocument(copy: SoldCopy): ReportDocument {
  for (const page of pages) {
    const document = page(copy);
    if (document) return document;
  }
  return otherPage(copy);
}

/**
 * What is sold, as a document: web page and PDF draw the same. Pure.
 * @param baseUrl public address of this service, without a slash at its end; the document then names its own address
 */
export function documentOfCopy(copy: StoredCopy, baseUrl?: string): ReportDocument {
  const document = isSoldCopy(copy) ? withGlossary(soldDocument(copy)) : documentOf(copy);
  return baseUrl === undefined ? document : { ...document, address: `${baseUrl}${reportPath(copy.id)}` };
}
