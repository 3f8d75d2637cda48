import type { PartReading } from '../../answers/ask-tools.ts';
import { isAnswered } from '../../kernel/state.ts';
import type { Subject } from '../../kernel/subject.ts';
import { propertyUse } from '../../rules/property-use.ts';
import { parcelValue, whyNoParcel } from '../shared/parcel-record.ts';
import type { RentReading } from '../shared/rents/read.ts';
import type { RentReason } from './schema.ts';

/** Whether the parcel record of the very address says that it is in commercial use. */
function isCommercial(readings: readonly PartReading[], subject: Subject): boolean {
  if (whyNoParcel(readings, subject)) return false;
  const stated = (field: string) => parcelValue(readings, field)?.toString();
  const record = { landUse: stated('landUse'), propertyClass: stated('propertyClass') };
  return propertyUse({ ...record, countyFips: subject.county?.fips }) === 'commercial';
}

/** Why nothing is sold; undefined where there is an estimate. */
export function rentReason(
  readings: readonly PartReading[],
  subject: Subject,
  own: RentReading | undefined,
): RentReason | undefined {
  if (isCommercial(readings, subject)) return 'commercial_use';
  if (!own?.readings.some(({ answer }) => isAnswered(answer.state))) return 'uncovered';
  if (own.estimate) return undefined;
  return own.cells.length === 0 ? 'no_comparables' : 'no_estimate';
}
