import { definePaid } from '../../src/catalog/define.ts';
import {
  readRecords,
  recordsFields,
  recordsFindings,
  recordsLead,
} from '../../src/products/environmental-context/gather.ts';
import { recordsSearchFields } from '../../src/products/environmental-context/schema.ts';
import { hasFacts } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { limitsOf } from '../../src/rules/limits.ts';

export default definePaid({
  title: 'Environmental context',
  summary:
    'Environmental records by type and distance, the site itself first and unplaced ones apart, with water, soil and flood.',
  whenToUse: 'What do federal environmental registers and maps say about and around this address, in one cited brief?',
  notFor: 'Not a Phase I assessment; one register alone is answered free by its own tool.',
  scope: 'national',
  sources: ['epa-npl', 'epa-sems', 'epa-acres', 'epa-ust-finder', 'epa-rcra', 'epa-pfas-tools', 'epa-echo'],
  mirrors: ['epa-superfund-sites', 'epa-frs-facilities', 'epa-ust-facilities', 'epa-ust-releases'],
  examples: [{ title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the place is resolved and at least three registers or maps gave facts about it (the radon zone of the county does not count)',
    freeWhen: 'unsupported or unresolvable',
    tags: ['environment', 'brief', 'public records'],
    preflightTools: ['svc_environmental_records_screen', 'svc_lane_availability'],
    seeAlso: ['svc_environmental_history', 'svc-place-report'],
  },
  ...briefRoute({
    kind: 'environmental_context',
    label: 'Environmental registers and maps',
    fields: recordsSearchFields,
    thin: (readings) =>
      readings.filter(hasFacts).length < 3
        ? 'fewer than three environmental registers or maps gave facts about this place'
        : undefined,
    furtherReadings: readRecords,
    lead: ({ further }) => recordsLead(further),
    findings: ({ further }) => recordsFindings(further),
    asks: ['radon'],
    extraFields: ({ further }) => recordsFields(further),
    caveats: limitsOf('environmental-context'),
  }),
});
