import type { PartReading } from '../../src/answers/ask-tools.ts';
import { definePaid } from '../../src/catalog/define.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { exemptFindings, parcelValue, whyNoParcel } from '../../src/products/shared/parcel-record.ts';
import { givesOfPlace } from '../../src/products/shared/place-subjects.ts';
import { propertyUse } from '../../src/rules/property-use.ts';

const text = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

/** Why the tax of this place is not sold; undefined where its record is that of property in a use other than commercial. */
function thin(readings: readonly PartReading[], subject: Subject): string | undefined {
  const missing = whyNoParcel(readings, subject);
  if (missing) return `${missing}, so the use and the assessment are not known`;
  const landUse = text(parcelValue(readings, 'landUse'));
  const propertyClass = text(parcelValue(readings, 'propertyClass'));
  const use = propertyUse({ landUse, propertyClass, countyFips: subject.county?.fips });
  if (use === 'commercial') {
    return 'the parcel record states a commercial or industrial use, which this brief does not cover';
  }
  if (use === undefined) {
    return 'the parcel record does not say in known words what the property is used for, so it may be commercial';
  }
  const tax = ['property_tax_estimate', 'property_tax_rates', 'tax_calendar', 'tax_payment_status'];
  if (!readings.some((reading) => tax.includes(reading.id) && givesOfPlace(reading))) {
    return 'neither rates nor due dates nor a payment record could be read for this place';
  }
  return undefined;
}

export default definePaid(
  'svc-property-tax',
  briefRoute({
    kind: 'property_tax',
    label: 'Property tax records',
    partArguments: () => ({ svc_property_tax_rates: { transferTax: true, assessmentLevel: true } }),
    thin,
    findings: ({ readings, subject }) => exemptFindings(readings, subject),
  }),
);
