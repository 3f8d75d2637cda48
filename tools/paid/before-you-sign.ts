import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { recordFindings } from '../../src/findings/records.ts';
import { signingLead } from '../../src/products/before-you-sign/lead.ts';
import {
  alternativeFields,
  alternativeOf,
  isReady,
  notReady,
  readinessFields,
  readinessOf,
} from '../../src/products/before-you-sign/readiness.ts';
import { readTrend } from '../../src/products/local-trend-brief/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { readOnParcel } from '../../src/products/shared/on-parcel/readings.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const trendMeters = 500;
const parcelLanes = ['permits', 'certificate_of_occupancy', 'code_violations', 'development_cases'] as const;

const input = inputObject({
  address: address.describe('One US street address, for example "222 W Hargett St, Raleigh, NC 27601"'),
});

export default definePaid({
  title: 'Before you sign',
  summary:
    'One address before a lease or contract: open permits and cases of the parcel, flood share, rules, incidents around.',
  whenToUse: 'What should I have read in public records about this address before I sign a lease or a contract?',
  notFor: 'No opinion on signing; a full report is svc-place-report, a list of open questions svc_suggest_workflow.',
  scope: 'local',
  examples: [{ title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input,
  paid: {
    priceUsdc: '0.07',
    chargesWhen:
      'all three components are ready: a register of records around with two or more quarters that have a published count, the parcel record of the address, and two or more of zoning, permit rules, council matters and rental register',
    freeWhen:
      'weak component readiness: returns coverage_diagnostic with componentReadiness (trend, parcel, policy), componentReadinessDetail and suggestedAlternative',
    tags: ['lease', 'contract', 'brief', 'local'],
    preflightTools: ['svc_lane_availability', 'svc_coverage_check'],
    seeAlso: ['svc-place-report', 'svc-local-trend-brief', 'svc_place_facts'],
  },
  ...briefRoute({
    kind: 'before_you_sign',
    diagnosticKind: 'coverage_diagnostic',
    label: 'Records to read before signing',
    fields: readinessFields,
    diagnosticFields: { ...readinessFields, ...alternativeFields },
    extraReadings: (ctx) => readTrend(ctx, trendMeters),
    furtherReadings: (ctx) => readOnParcel(ctx, 'svc-before-you-sign', parcelLanes),
    thin: (readings, subject, trend) => {
      const report = readinessOf(readings, subject, trend);
      return isReady(report) ? undefined : `weak component readiness: ${notReady(report)}`;
    },
    lead: ({ further }) => signingLead(further),
    findings: ({ subject, further }) => recordFindings(subject, further?.entries ?? []),
    asks: ['legislation', 'taxDates'],
    extraFields: ({ readings, own, subject }) => readinessOf(readings, subject, own),
    extraDiagnosticFields: (readings, trend, subject) => ({
      ...readinessOf(readings, subject, trend),
      ...alternativeOf(readings),
    }),
    caveats: limitsOf('before-you-sign'),
  }),
});
