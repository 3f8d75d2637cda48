import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import { isMatchedAddress } from '../../kernel/subject.ts';
import type { Miss } from './asking.ts';
import { findParcel, sameAddress } from './parcel.ts';
import type { ParcelsContext } from './parcels-around.ts';

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
export async function parcelNumberAt({
  jurisdictions,
  sources,
  subject,
}: Omit<ParcelsContext, 'answer'>): Promise<ParcelNumber | Miss> {
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
  const failed = scratch.state === 'unavailable';
  const why = failed ? 'The parcel source could not be read' : 'No tax parcel is mapped at the point';
  const state = failed ? 'unavailable' : 'unresolved';
  return { state, source, reason: `${why}, and these records are kept by parcel.` };
}
