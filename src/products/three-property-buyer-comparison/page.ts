import { muted, type ReportDocument, run } from '../../reports/document.ts';
import { webAddress } from '../../reports/words.ts';
import type { SoldCopy } from '../shared/copies/names.ts';
import { type Property, sideBySidePage } from '../shared/document/side-by-side.ts';
import type { ThreePropertyBody } from './schema.ts';

const isThree = (body: SoldCopy['body']): body is ThreePropertyBody =>
  Array.isArray(body.matrix) && Array.isArray(body.subjects);

const propertyOf = ({ subject, parcel, answeredCount }: ThreePropertyBody['subjects'][number]): Property => ({
  name: subject.resolved ?? subject.input,
  lines: [
    [
      run('Parcel ', 'muted'),
      run(parcel.parcelId, undefined, webAddress(parcel.citation.recordUrl)),
      run(parcel.siteAddress ? `, ${parcel.siteAddress}` : ''),
    ],
    muted(`${answeredCount} official components answered`),
  ],
});

/** Three properties side by side: their parcels, then one table for each component. */
export function threePropertyPage(copy: SoldCopy): ReportDocument | undefined {
  const { body } = copy;
  if (!isThree(body)) return undefined;
  const parts = body.subjects.flatMap(({ licensed }) => licensed);
  return sideBySidePage(copy, body, body.subjects.map(propertyOf), parts);
}
