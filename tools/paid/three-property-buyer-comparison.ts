import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { threeAddresses } from '../../src/products/shared/side-by-side.ts';
import { compareThree, refusedBefore } from '../../src/products/three-property-buyer-comparison/compare.ts';
import { licensedPlan } from '../../src/products/three-property-buyer-comparison/gather.ts';
import {
  threePropertyDiagnosticSchema,
  threePropertySchema,
} from '../../src/products/three-property-buyer-comparison/schema.ts';

export default definePaid('svc-three-property-buyer-comparison', {
  subject: 'none',
  input: inputObject({ addresses: threeAddresses(address.min(5)) }),
  output: threePropertySchema,
  diagnostic: threePropertyDiagnosticSchema,
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
