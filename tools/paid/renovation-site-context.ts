import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { followUpFields, followUpRoute, followUpTerms } from '../../src/products/shared/follow-up/route.ts';

const input = z.strictObject({
  address: followUpFields.address,
  projectType: followUpFields.projectType,
  suiteOrUnit: followUpFields.suiteOrUnit,
});

export default definePaid({
  title: 'Renovation site context',
  summary: 'Parcel, its permits, soil, slope, flood, wetlands and radon with open questions, before a renovation.',
  whenToUse: 'What do records say about this parcel and its permits before a renovation, an addition or a remodel?',
  notFor: 'Not a permit decision or a cost estimate; permit rules alone are svc_permit_rules.',
  scope: 'local',
  examples: [
    {
      title: 'Before an addition',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', projectType: 'rear addition' },
    },
  ],
  input,
  paid: {
    ...followUpTerms,
    chargesWhen:
      'the address resolves to a numbered parcel that carries it, and at least three of soil, terrain, flood and wetlands answered, one of them with facts',
    tags: ['renovation', 'permits', 'soil', 'parcel', 'public records'],
    preflightTools: ['svc_parcel_lookup', 'svc_metro_permits'],
    seeAlso: ['svc_permit_rules', 'svc-transaction-follow-up'],
  },
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'renovation_site_context',
    intent: () => 'renovation_planning',
    context: ({ projectType, suiteOrUnit }) => ({
      transactionStage: 'pre_construction',
      projectArchetype: 'residential',
      projectType,
      suiteOrUnit,
    }),
  }),
});
