import type { ReportDocument } from '../../reports/document.ts';
import { withGlossary } from '../../reports/glossary.ts';
import { documentOf } from '../place-report/document/document.ts';
import { reportPath } from '../shared/copies/names.ts';
import { isSoldCopy, type SoldCopy } from '../shared/copies/sold-copy.ts';
import { answerDocument, isAnswer } from './document/answer.ts';
import { batchDocument, isBatch } from './document/batch.ts';
import { briefDocument, isBrief } from './document/brief.ts';
import { flyerDocument, isFlyer } from './document/flyer.ts';
import { otherDocument } from './document/other.ts';
import { isPacket, packetDocument } from './document/packet.ts';
import { isScenePair, scenesDocument } from './document/scenes.ts';
import { isSideBySide, sideBySideDocument } from './document/side-by-side.ts';
import { isSolarScreen, solarDocument } from './document/solar.ts';
import { isSurrounding, surroundingDocument } from './document/surrounding.ts';
import type { StoredCopy } from './stored.ts';

/** The document of a sold body, by the shape that it has. */
function soldDocument(copy: SoldCopy): ReportDocument {
  const { body } = copy;
  if (isPacket(body)) return packetDocument(copy, body);
  if (isBrief(body)) return briefDocument(copy, body);
  if (isSideBySide(body)) return sideBySideDocument(copy, body);
  if (isSolarScreen(body)) return solarDocument(copy, body);
  if (isFlyer(body)) return flyerDocument(copy, body);
  if (isScenePair(body)) return scenesDocument(copy, body);
  if (isBatch(body)) return batchDocument(copy, body);
  if (isSurrounding(body)) return surroundingDocument(copy, body);
  return isAnswer(body) ? answerDocument(copy, body) : otherDocument(copy);
}

/**
 * What is sold, as a document: web page and PDF draw the same. Pure.
 * @param baseUrl public address of this service, without a slash at its end; the document then names its own address
 */
export function documentOfCopy(copy: StoredCopy, baseUrl?: string): ReportDocument {
  const document = isSoldCopy(copy) ? withGlossary(soldDocument(copy)) : documentOf(copy);
  return baseUrl === undefined ? document : { ...document, address: `${baseUrl}${reportPath(copy.id)}` };
}
