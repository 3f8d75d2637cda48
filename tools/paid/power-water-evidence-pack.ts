import { definePaid } from '../../src/catalog/define.ts';
import { leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { limitsOf } from '../../src/rules/limits.ts';

export default definePaid({
  title: 'Power and water evidence pack',
  summary:
    'Electric and water utilities mapped at a place, works near it, water system records and wells, in one brief.',
  whenToUse:
    'What do public maps and registers say about power and water at this site, before the utilities are queried?',
  notFor: 'Not a will-serve letter; the candidates alone are answered free by svc_utility_service_check.',
  scope: 'national',
  examples: [{ title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the place is resolved and at least one of mapped utilities, candidate electric utilities and water system records gave facts about it',
    freeWhen: 'no substantive evidence',
    tags: ['utilities', 'water', 'electricity', 'brief'],
    preflightTools: ['svc_utility_service_check', 'svc_lane_availability'],
    seeAlso: ['svc_public_utilities', 'svc-place-report'],
  },
  ...briefRoute({
    kind: 'power_water_evidence_pack',
    label: 'Power and water records',
    // wells, aquifers and the list of the county are shown beside the supply of the place itself
    thin: leastGroups(
      'power_water_evidence_pack',
      1,
      'neither the maps of utilities nor the registers of water systems gave facts about this place',
    ),
    caveats: limitsOf('power-water-evidence-pack'),
  }),
});
