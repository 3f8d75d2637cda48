import { plain, type ReportDocument } from '../../reports/document.ts';
import type { SoldCopy } from '../shared/copies/names.ts';
import { type Property, sideBySidePage } from '../shared/document/side-by-side.ts';
import type { ComparedResult, ComparisonBody } from './schema.ts';

const isComparison = (body: SoldCopy['body']): body is ComparisonBody =>
  Array.isArray(body.matrix) && Array.isArray(body.results);

function propertyOf(result: ComparedResult): Property {
  const name = result.subject.address;
  if (result.state !== 'screened') return { name, lines: [plain(result.message)] };
  const { distanceMeters, method } = result.subject.roofMatch;
  const where = method === 'parcel_outline' ? ", inside the parcel's outline" : ', with the same ZIP';
  return { name, lines: [plain(`Roof model of its own building: ${distanceMeters} m from the point${where}`)] };
}

/** Three roofs side by side: how each is known, then one table for each component. */
export const solarComparisonPage = (copy: SoldCopy): ReportDocument | undefined =>
  isComparison(copy.body)
    ? sideBySidePage(copy, copy.body, copy.body.results.map(propertyOf), copy.body.licensed)
    : undefined;
