import { definePaid, evmOnly } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { threeAddresses } from '../../src/products/shared/side-by-side.ts';
import { compareThree, refusedBefore } from '../../src/products/three-property-buyer-comparison/compare.ts';
import { licensedPlan } from '../../src/products/three-property-buyer-comparison/gather.ts';
import {
  threePropertyDiagnosticSchema,
  threePropertySchema,
} from '../../src/products/three-property-buyer-comparison/schema.ts';

export default definePaid({
  title: 'Three-property buyer comparison',
  summary:
    'Three exact addresses side by side: parcel, permits, land, hazards, tax, transfers, each cell with its source.',
  whenToUse: 'Three houses are left on the list: what do public records say about each, field by field?',
  notFor: 'It ranks nothing and gives no opinion; a plan of what can be compared is free in svc_compare_properties.',
  scope: 'local',
  subject: 'none',
  examples: [
    {
      title: 'Three addresses',
      arguments: {
        addresses: [
          '222 W Hargett St, Raleigh, NC 27601',
          '121 N LaSalle St, Chicago, IL 60602',
          '1515 Market St, Philadelphia, PA 19102',
        ],
      },
    },
  ],
  input: inputObject({ addresses: threeAddresses(address.min(5)) }),
  output: threePropertySchema,
  diagnostic: threePropertyDiagnosticSchema,
  paid: {
    priceUsdc: '2.49',
    rails: evmOnly,
    maxTimeoutSeconds: 180,
    expectedSeconds: 90,
    buys: { maximumSignatures: 9 },
    chargesWhen:
      'all three addresses stand on tax parcels of their own whose address is the one requested, and at least eight official components answered for each',
    freeWhen: 'invalid, unresolved or duplicate subjects fail before downstream spend; so do too few components',
    tags: ['property', 'comparison', 'due diligence', 'public records'],
    preflightTools: ['svc_compare_properties', 'svc_parcel_set', 'svc_lane_availability'],
    seeAlso: ['svc_compare_properties', 'svc-transaction-follow-up', 'svc-place-report'],
  },
  async preflight(ctx, { addresses }) {
    const challengeHeaders = await ctx.providers.challengeHeaders(licensedPlan(ctx));
    const refused = await refusedBefore(ctx, addresses);
    return refused ? { ready: false, diagnostic: refused } : { ready: true, challengeHeaders };
  },
  async run(ctx, { addresses }) {
    const compared = await compareThree(ctx, addresses);
    return 'body' in compared
      ? { charge: true, body: compared.body }
      : { charge: false, diagnostic: compared.diagnostic };
  },
});
