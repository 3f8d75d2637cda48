import { definePaid, evmOnly } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import {
  financialZip,
  screenBodySchema,
  screenDiagnosticSchema,
  solarAddress,
  systemKw,
} from '../../src/products/solar-property-screen/schema.ts';
import { beforeRoofIn, screenOf, termsOf, unresolvedScreen } from '../../src/products/solar-property-screen/screen.ts';

// the published schema requires the size, though a default exists
const input = inputObject({ address: solarAddress, financialZip, systemKw }).meta({
  required: ['address', 'systemKw'],
});

export default definePaid({
  title: 'Solar screen of one property',
  summary: 'A licensed roof model of one exact address beside a modeled reference system, published price and tariffs.',
  whenToUse:
    'What does a roof model show of this very house, and what would a system of a given size bring there in a year?',
  notFor: 'Not a quote, a saving or a design; what electricity costs in the state alone is in svc-electricity-context.',
  scope: 'national',
  sources: ['nlr-pvwatts', 'eia-retail-sales', 'openei-urdb'],
  essential: [['nlr-pvwatts']],
  examples: [
    {
      title: 'An address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', systemKw: 8 },
    },
    {
      title: 'Another size and ZIP',
      arguments: { address: '121 N LaSalle St, Chicago, IL 60602', systemKw: 12, financialZip: '60614' },
    },
  ],
  input,
  output: screenBodySchema,
  diagnostic: screenDiagnosticSchema,
  paid: {
    priceUsdc: '0.49',
    rails: evmOnly,
    maxTimeoutSeconds: 120,
    expectedSeconds: 45,
    buys: { maximumSignatures: 2 },
    chargesWhen:
      "the provider's roof model is of the building at the exact address (its center in the parcel's outline, or within 20 m with the same ZIP) and the reference system could be modeled",
    freeWhen: 'missing or mismatched roof evidence, no provider configured, or no reference system',
    tags: ['solar', 'roof', 'energy', 'property'],
    preflightTools: ['svc_parcel_lookup', 'svc_electric_utility_resolver'],
    seeAlso: ['svc-electricity-context', 'svc_electric_utility_resolver'],
  },
  unresolved: (_answer, subject) => unresolvedScreen(subject, termsOf({ address: subject.input, systemKw: 8 })),
  async preflight(ctx, given) {
    const before = await beforeRoofIn(ctx, given);
    if ('diagnostic' in before) {
      const certain = !ctx.providers.offered('roof') && { certain: true as const };
      return { ready: false, diagnostic: before.diagnostic, ...certain };
    }
    return { ready: true, challengeHeaders: await ctx.providers.challengeHeaders(['roof']) };
  },
  async run(ctx, given) {
    const before = await beforeRoofIn(ctx, given);
    if ('diagnostic' in before) return { charge: false, diagnostic: before.diagnostic };
    ctx.progress('buying the roof model', 0.5);
    const screen = await screenOf(ctx, ctx.subject, given, before.official);
    return 'body' in screen ? { charge: true, body: screen.body } : { charge: false, diagnostic: screen.diagnostic };
  },
});
