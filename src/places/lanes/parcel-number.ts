import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import type { JurisdictionsPort } from '../schema/port.ts';
import { findParcel, sameAddress } from './parcel.ts';

export interface ParcelNumber {
  readonly number: string;
  readonly citation: Citation;
  /** Site address of the parcel where it is not the queried one: the parcel may be a neighbor's. */
  readonly otherAddress?: string;
}

/**
 * The number of the tax parcel at a point, for sources that are kept by parcel. The miss says why it is not known:
 * the parcel source failed (`unavailable`), or gives no parcel there (`unresolved`).
 */
export async function parcelNumberAt(
  jurisdictions: JurisdictionsPort,
  sources: SourceAccess,
  subject: PointSubject,
): Promise<ParcelNumber | Extract<Lookup<never>, { reason: string; source: string }>> {
  const lane = await jurisdictions.lane(subject, 'parcel', sources);
  const source = 'parcel number of the address';
  if (lane.state !== 'configured') {
    return { state: lane.state === 'unavailable' ? 'unavailable' : 'unresolved', source, reason: lane.reason };
  }
  const scratch = new AnswerBuilder(subject);
  const found = await findParcel(sources, lane.configured, subject, scratch);
  const cited = found?.facts.matchedBy?.citation;
  const citation = cited && scratch.finish({ summary: '' }).citations[cited];
  if (found?.parcelId && citation) {
    const site = found.facts.siteAddress?.value;
    const queried = isMatchedAddress(subject) ? subject.streetLine : undefined;
    const other = sameAddress(site, queried) === false ? site : undefined;
    return { number: found.parcelId, citation, ...(other && { otherAddress: other }) };
  }
  return scratch.state === 'unavailable'
    ? {
        state: 'unavailable',
        source,
        reason: 'The parcel source could not be read, and these records are kept by parcel.',
      }
    : {
        state: 'unresolved',
        source,
        reason: 'No tax parcel is mapped at the point, and these records are kept by parcel.',
      };
}
