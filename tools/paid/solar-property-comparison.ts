import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { threeAddresses } from '../../src/products/shared/side-by-side.ts';
import { compareSolar, refusedBefore, withoutProvider } from '../../src/products/solar-property-comparison/compare.ts';
import {
  comparisonBodySchema,
  comparisonDiagnosticSchema,
} from '../../src/products/solar-property-comparison/schema.ts';
import { financialZip, solarAddress, systemKw } from '../../src/products/solar-property-screen/schema.ts';

// the published schema requires the size, though a default exists
const input = inputObject({ addresses: threeAddresses(solarAddress), financialZip, systemKw }).meta({
  required: ['addresses', 'systemKw'],
});

const roofs = ['roof', 'roof', 'roof'] as const;

export default definePaid('svc-solar-property-comparison', {
  subject: 'none',
  input,
  output: comparisonBodySchema,
  diagnostic: comparisonDiagnosticSchema,
  async preflight(ctx, given) {
    if (!ctx.providers.offered('roof'))
      return { ready: false, diagnostic: await withoutProvider(ctx, given), certain: true };
    const challengeHeaders = await ctx.providers.challengeHeaders(roofs);
    const refused = await refusedBefore(ctx, given);
    return refused ? { ready: false, diagnostic: refused } : { ready: true, challengeHeaders };
  },
  async run(ctx, given) {
    if (!ctx.providers.offered('roof')) return { charge: false, diagnostic: await withoutProvider(ctx, given) };
    const refused = await refusedBefore(ctx, given);
    if (refused) return { charge: false, diagnostic: refused };
    const compared = await compareSolar(ctx, given);
    return 'body' in compared
      ? { charge: true, body: compared.body }
      : { charge: false, diagnostic: compared.diagnostic };
  },
});
