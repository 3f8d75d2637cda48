import type { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { followUpFields, followUpRoute, followUpTerms } from '../../src/products/shared/follow-up/route.ts';

const input = atAddress({
  address: followUpFields.address.optional(),
  statedUse: followUpFields.statedUse,
  projectType: followUpFields.projectType,
});

export default definePaid({
  title: 'Agricultural land context',
  summary: 'Soil, water, wetland, slope, flood, drought and use-value records of farm land, with open questions.',
  whenToUse: 'What do public records say about this farm, ranch, orchard or vineyard land, and what has to be queried?',
  notFor: 'No yield, price or suitability answer; soil alone is svc_soil_context.',
  scope: 'national',
  examples: [
    { title: 'A point on the land', arguments: { latitude: 35.7783, longitude: -78.6431 } },
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
  ],
  input,
  paid: {
    ...followUpTerms,
    chargesWhen:
      'the address resolves to a numbered parcel that carries it or the caller gave the point, and at least six components in three evidence groups answered (an empty local register does not count), three of them about the land, the soil survey with facts',
    tags: ['agriculture', 'farm land', 'soil', 'water', 'public records'],
    preflightTools: ['svc_soil_context', 'svc_lane_availability'],
    seeAlso: ['svc_special_valuation_screen', 'svc-transaction-follow-up'],
  },
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'agricultural_land_context',
    intent: () => 'agricultural_land_due_diligence',
    context: ({ statedUse, projectType }) => ({
      transactionStage: 'early_screen',
      projectArchetype: 'vacant_land',
      statedUse,
      projectType,
    }),
  }),
});
