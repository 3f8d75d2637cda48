import { definePaid } from '../../src/catalog/define.ts';
import { leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

export default definePaid(
  'svc-power-water-evidence-pack',
  briefRoute({
    kind: 'power_water_evidence_pack',
    label: 'Power and water records',
    // wells, aquifers and the list of the county are shown beside the supply of the place itself
    thin: leastGroups(
      'power_water_evidence_pack',
      1,
      'neither the maps of utilities nor the registers of water systems gave facts about this place',
    ),
  }),
);
