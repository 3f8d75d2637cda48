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
  title: 'Data center site context',
  summary: 'Power, water, land, hazard and case records of a data center site, with the questions they leave open.',
  whenToUse: 'What do public records say about a site for, or of, a data center, and what has to be queried next?',
  notFor: 'No capacity, price or permit answer; where proposals are filed is svc_data_center_watch.',
  scope: 'national',
  examples: [
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'A point on the land', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  input,
  paid: {
    ...followUpTerms,
    chargesWhen:
      'the address resolves to a numbered parcel that carries it or the caller gave the point, and at least eight components in three evidence groups answered (an empty local register does not count), three of them about the land and two about access and utilities',
    tags: ['data center', 'site', 'power', 'water', 'public records'],
    preflightTools: ['svc_electric_utility_resolver', 'svc_lane_availability'],
    seeAlso: ['svc_data_center_watch', 'svc-transaction-follow-up'],
  },
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'data_center_site_context',
    intent: () => 'data_center_siting',
    context: ({ statedUse, projectType }) => ({
      transactionStage: 'early_screen',
      projectArchetype: 'industrial',
      statedUse,
      projectType,
    }),
  }),
});
