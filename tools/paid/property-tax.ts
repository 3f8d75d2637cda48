import type { PartReading } from '../../src/answers/ask-tools.ts';
import { definePaid } from '../../src/catalog/define.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { hasFacts } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { exemptFindings, parcelValue, whyNoParcel } from '../../src/products/shared/parcel-record.ts';
import { limitsOf } from '../../src/rules/limits.ts';
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
  if (!readings.some((reading) => tax.includes(reading.id) && hasFacts(reading))) {
    return 'neither rates nor due dates nor a payment record could be read for this place';
  }
  return undefined;
}

export default definePaid({
  title: 'Property tax brief',
  summary:
    'Assessment record, published rates and their arithmetic, due dates, districts, programs and appeals of a home.',
  whenToUse:
    'What do public records say about the property tax of this address that is not commercial, all in one place?',
  notFor: 'No commercial property, no bill and no advice; assessment facts alone are free in svc_property_tax_context.',
  scope: 'local',
  examples: [{ title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the parcel record of the address is read and states a use that is not commercial, and rates, due dates or a payment record could be read',
    freeWhen: 'commercial, uncovered or unresolvable address',
    tags: ['property tax', 'brief', 'local'],
    preflightTools: ['svc_property_tax_context', 'svc_lane_availability'],
    seeAlso: ['svc_property_tax_estimate', 'svc-owner-programs'],
  },
  ...briefRoute({
    kind: 'property_tax',
    label: 'Property tax records',
    thin,
    findings: ({ readings, subject }) => exemptFindings(readings, subject),
    caveats: limitsOf('property-tax'),
  }),
});
