import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { recordFindings } from '../../src/findings/records.ts';
import {
  alternativeFields,
  alternativeOf,
  isReady,
  notReady,
  readinessFields,
  readinessOf,
  signingLead,
} from '../../src/products/before-you-sign/readiness.ts';
import { readTrend } from '../../src/products/local-trend-brief/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { readOnParcel } from '../../src/products/shared/on-parcel/readings.ts';

const trendMeters = 500;
const parcelLanes = ['permits', 'certificate_of_occupancy', 'code_violations', 'development_cases'] as const;

const input = inputObject({
  address: address.describe('One US street address, for example "222 W Hargett St, Raleigh, NC 27601"'),
});

export default definePaid('svc-before-you-sign', {
  input,
  ...briefRoute({
    kind: 'before_you_sign',
    diagnosticKind: 'coverage_diagnostic',
    label: 'Records to read before signing',
    partArguments: () => ({ svc_permit_rules: { stateLaw: true } }),
    fields: readinessFields,
    diagnosticFields: { ...readinessFields, ...alternativeFields },
    extraReadings: (ctx) => readTrend(ctx, trendMeters),
    furtherReadings: (ctx) => readOnParcel(ctx, 'svc-before-you-sign', parcelLanes),
    thin: (readings, subject, trend) => {
      const report = readinessOf(readings, subject, trend);
      return isReady(report) ? undefined : `weak component readiness: ${notReady(report)}`;
    },
    lead: ({ further }) => signingLead(further),
    findings: ({ subject, further }) => recordFindings(subject, further.entries),
    asks: ['legislation', 'taxDates'],
    extraFields: ({ readings, own, subject }) => readinessOf(readings, subject, own),
    extraDiagnosticFields: (readings, trend, subject) => ({
      ...readinessOf(readings, subject, trend),
      ...alternativeOf(readings),
    }),
  }),
});
