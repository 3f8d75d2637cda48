import { definePaid, evmOnly } from '../../src/catalog/define.ts';
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

export default definePaid({
  title: 'Solar comparison of three properties',
  summary: 'Three exact addresses side by side: licensed roof models, one reference system, published prices, tariffs.',
  whenToUse: 'How do the roofs of three houses and the same solar system at each place look beside each other?',
  notFor: 'It ranks nothing and quotes nothing; one property alone is svc-solar-property-screen.',
  scope: 'national',
  subject: 'none',
  sources: ['nlr-pvwatts', 'eia-retail-sales', 'openei-urdb'],
  essential: [['nlr-pvwatts']],
  examples: [
    {
      title: 'Three addresses',
      arguments: {
        addresses: [
          '222 W Hargett St, Raleigh, NC 27601',
          '121 N LaSalle St, Chicago, IL 60602',
          '1515 Market St, Philadelphia, PA 19102',
        ],
        systemKw: 8,
      },
    },
  ],
  input,
  output: comparisonBodySchema,
  diagnostic: comparisonDiagnosticSchema,
  paid: {
    priceUsdc: '1.09',
    rails: evmOnly,
    maxTimeoutSeconds: 180,
    expectedSeconds: 75,
    buys: { maximumSignatures: 4 },
    chargesWhen:
      'at least two of the three properties have a roof model that is of the building at their exact address',
    freeWhen: 'fewer than two attributable results, two addresses of one property, or no provider configured',
    tags: ['solar', 'roof', 'energy', 'comparison'],
    preflightTools: ['svc_parcel_set', 'svc_electric_utility_resolver'],
    seeAlso: ['svc-solar-property-screen', 'svc-electricity-context'],
  },
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
