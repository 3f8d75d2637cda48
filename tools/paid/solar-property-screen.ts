import { definePaid } from '../../src/catalog/define.ts';
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

export default definePaid('svc-solar-property-screen', {
  input,
  output: screenBodySchema,
  diagnostic: screenDiagnosticSchema,
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
