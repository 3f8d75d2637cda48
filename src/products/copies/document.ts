import type { ReportDocument } from '../../reports/document.ts';
import { withGlossary } from '../../reports/glossary.ts';
import { readinessForm } from '../before-you-sign/page.ts';
import { searchForm } from '../environmental-context/page.ts';
import { packetForm } from '../evaluation-packet/page.ts';
import { structureForm } from '../insurance-context/page.ts';
import { scenesPage } from '../large-site-satellite-change/page.ts';
import { policyForm } from '../local-policy-brief/page.ts';
import { trendForm } from '../local-trend-brief/page.ts';
import { ownerActionForm } from '../owner-action-brief/page.ts';
import { ownerFiguresForm } from '../owner-cost-review/page.ts';
import { closeoutForm } from '../permit-closeout-check/page.ts';
import { documentOf } from '../place-report/document/document.ts';
import { flyerPage } from '../property-flyer/page.ts';
import { rentForm } from '../rent-estimate/page.ts';
import { publishedRentsForm, rentalTermsForm } from '../rental-operations-brief/page.ts';
import { isSoldCopy, reportPath, type SoldCopy } from '../shared/copies/names.ts';
import { answerPage } from '../shared/document/answer.ts';
import { batchPage } from '../shared/document/batch.ts';
import { briefPage, type Form } from '../shared/document/brief.ts';
import { soldPage, soldView } from '../shared/document/page.ts';
import { packetPage } from '../shared/follow-up/page.ts';
import { solarComparisonPage } from '../solar-property-comparison/page.ts';
import { solarPage } from '../solar-property-screen/page.ts';
import { surroundingPage } from '../surrounding-area/page.ts';
import { threePropertyPage } from '../three-property-buyer-comparison/page.ts';
import { challengeForm } from '../valuation-challenge/page.ts';
import type { StoredCopy } from './buyer.ts';

/** A body of no shape that is known here: its sentence and its limits; its data form has the rest. */
function otherPage(copy: SoldCopy): ReportDocument {
  const { summary, caveats } = copy.body;
  return soldPage(copy, soldView(copy, []), {
    kind: 'From public records',
    title: copy.title,
    ...(typeof summary === 'string' && { summary }),
    limits: Array.isArray(caveats) ? caveats.filter((caveat) => typeof caveat === 'string') : [],
  });
}

/** What each brief says beyond the fields of every brief. */
export const briefForms: readonly Form[] = [
  challengeForm,
  closeoutForm,
  ownerActionForm,
  ownerFiguresForm,
  packetForm,
  policyForm,
  publishedRentsForm,
  readinessForm,
  rentForm,
  rentalTermsForm,
  searchForm,
  structureForm,
  trendForm,
];

const pages: readonly ((copy: SoldCopy) => ReportDocument | undefined)[] = [
  packetPage,
  (copy) => briefPage(copy, briefForms),
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
