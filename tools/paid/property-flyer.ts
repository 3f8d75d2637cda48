import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { publishMade } from '../../src/products/copies/publish.ts';
import { gatherFlyer, readSentImages, refuseClaims, refuseNumbers } from '../../src/products/property-flyer/gather.ts';
import { makeFlyer } from '../../src/products/property-flyer/make.ts';
import { FlyerDiagnosticSchema, FlyerSchema, flyerInputShape } from '../../src/products/property-flyer/schema.ts';
import { recordedNumbers } from '../../src/products/property-update/record-facts.ts';

const slug = 'svc-property-flyer';
const title = 'Property flyer';

export default definePaid('svc-property-flyer', {
  subject: 'none',
  input: inputObject(flyerInputShape),
  output: FlyerSchema,
  diagnostic: FlyerDiagnosticSchema,
  async preflight(ctx, input) {
    refuseClaims(input);
    const ground = await gatherFlyer(ctx, input);
    if ('diagnostic' in ground) return { ready: false, diagnostic: ground.diagnostic };
    refuseNumbers(input, recordedNumbers(ground.report));
    readSentImages(input);
    return { ready: true };
  },
  async run(ctx, input) {
    refuseClaims(input);
    const ground = await gatherFlyer(ctx, input);
    if ('diagnostic' in ground) return { charge: false, diagnostic: ground.diagnostic };
    refuseNumbers(input, recordedNumbers(ground.report));
    const flyer = await makeFlyer(ctx, ground, input, readSentImages(input));
    if (flyer) return { charge: true, body: flyer };
    return {
      charge: false,
      diagnostic: {
        kind: 'property_flyer_diagnostic',
        charged: false,
        message: 'Not charged: the code could not be read back out of the finished picture.',
        reason: 'renderer_unavailable',
        missing: 'runtime',
        nextChecks: [{ action: 'Send the same request again later', with: slug }],
      },
    };
  },
  async afterSettled({ objects, now }, _input, sale) {
    const { id, image, pdf, access } = sale.body;
    await publishMade(objects, { id, now, until: access.until }, { route: slug, title, ...sale }, { png: image, pdf });
  },
});
