import { definePaid } from '../../src/catalog/define.ts';
import { recordFindings } from '../../src/findings/records.ts';
import {
  insuranceFields,
  insuranceFindings,
  insuranceLead,
  structureFields,
} from '../../src/products/insurance-context/compose.ts';
import { readBuilding } from '../../src/products/insurance-context/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { statedOfPlace } from '../../src/products/shared/parcel-record.ts';
import { limitsOf } from '../../src/rules/limits.ts';

export default definePaid({
  title: 'Insurance context',
  summary:
    'Building, its year against the flood map, permits, flood, storm, fire, earthquake and disaster records, in one brief.',
  whenToUse:
    'Which public building, hazard and claims records stand behind property insurance here, in one cited brief?',
  notFor: 'Not a quote or an underwriting decision; the short free version is svc_homeowners_insurance_context.',
  scope: 'national',
  examples: [{ title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the point is resolved and at least one section of records gave facts about it or its county: building, flood, claims, storms, fires, landslides, coast (what exists at every point does not count: earthquake values, wildfire class, disaster declarations, mitigation programs)',
    freeWhen: 'point unresolved or no section returns data',
    tags: ['insurance', 'hazards', 'brief', 'public records'],
    preflightTools: ['svc_homeowners_insurance_context', 'svc_lane_availability'],
    seeAlso: ['svc_flood_premium_context', 'svc-place-report'],
  },
  ...briefRoute({
    kind: 'insurance_context',
    label: 'Building and hazard records behind insurance',
    fields: structureFields,
    thin: (readings, subject) =>
      statedOfPlace(readings, subject).length > 0
        ? undefined
        : 'no record of the building, of flood, fire or landslides, or of storms and claims gave facts about this place',
    furtherReadings: readBuilding,
    lead: ({ readings, subject }) => insuranceLead(readings, subject),
    findings: ({ readings, subject, further }) => [
      ...insuranceFindings(readings, subject),
      ...recordFindings(subject, further?.entries ?? []),
    ],
    extraFields: ({ readings, subject }) => insuranceFields(readings, subject),
    caveats: limitsOf('insurance-context'),
  }),
});
