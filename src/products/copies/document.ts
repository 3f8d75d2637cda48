import type { ReportDocument } from '../../reports/document.ts';
import { withGlossary } from '../../reports/glossary.ts';
import { documentOf } from '../place-report/document/document.ts';
import { reportPath } from '../shared/copies/names.ts';
import { isSoldCopy, type SoldCopy } from '../shared/copies/sold-copy.ts';
import { answerDocument, isAnswer } from './document/answer.ts';
import { batchDocument, isBatch } from './document/batch.ts';
import { briefDocument, isBrief } from './document/brief.ts';
import { flyerDocument, isFlyer } from './document/flyer.ts';
import { ownSections, ownValues } from './document/own-fields.ts';
import { isPacket, packetDocument } from './document/packet.ts';
import { soldPage } from './document/parts.ts';
import { isScenePair, scenesDocument } from './document/scenes.ts';
import { isSideBySide, sideBySideDocument } from './document/side-by-side.ts';
import { isSolarScreen, solarDocument } from './document/solar.ts';
import { isSurrounding, surroundingDocument } from './document/surrounding.ts';
import type { StoredCopy } from './stored.ts';

/** A body of no shape that is known here: its sentence, then every field under its name. */
function otherDocument(copy: SoldCopy): ReportDocument {
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
