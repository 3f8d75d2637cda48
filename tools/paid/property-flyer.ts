import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { canonicalJson } from '../../src/kernel/canonical.ts';
import { publishSold } from '../../src/products/copies/publish.ts';
import { refuseClaims, refuseNumbers } from '../../src/products/property-flyer/claims.ts';
import { gatherFlyer, readSentImages } from '../../src/products/property-flyer/gather.ts';
import { makeFlyer } from '../../src/products/property-flyer/make.ts';
import { FlyerDiagnosticSchema, FlyerSchema, flyerInputShape, mebi } from '../../src/products/property-flyer/schema.ts';
import { recordedNumbers } from '../../src/products/property-update/record-facts.ts';
import { keepCopyFile } from '../../src/products/shared/copies/files.ts';

const slug = 'svc-property-flyer';
const title = 'Property flyer';

export default definePaid({
  title,
  summary: 'A 4:5 flyer (PNG and PDF) of a property update, whose QR code opens the cited report as a PDF.',
  whenToUse:
    'After svc-property-update: pass on its flyerHandoff for a shareable sheet with facts of the record, your photo, statements and contact.',
  notFor:
    'No generated pictures, no advertising copy and no legal clearance; without a handoff there is nothing to make a flyer from.',
  scope: 'local',
  subject: 'none',
  examples: [
    {
      title: 'A flyer with two statements and a contact',
      arguments: {
        reportHandoff: {
          v: 1,
          reportId: '5f0c7c1e9d0b4a6f8e2d3c4b5a697887',
          reportHash: '7c4a8d09ca3762af61e59520943dc26494f8941b0f0d3c1e2a5b6c7d8e9fa0b1',
          pdfUrl: 'https://records.example.org/reports/5f0c7c1e9d0b4a6f8e2d3c4b5a697887.pdf',
          addressLabel: '222 W HARGETT ST, RALEIGH, NC, 27601',
          issuedAt: '2026-11-21T12:00:00.000Z',
          expiresAt: '2026-11-22T12:00:00.000Z',
          mac: 'c2VhbCBvZiB0aGUgc2VydmljZSB0aGF0IGlzc3VlZCBpdA',
        },
        headline: 'Brick building on a corner lot downtown',
        features: ['Roof replaced in 2019', 'Wheelchair ramp at the side entrance'],
        brand: { contact: { name: 'Jordan Example', brokerage: 'Example Realty', website: 'https://example.com/' } },
      },
    },
  ],
  input: inputObject(flyerInputShape),
  output: FlyerSchema,
  diagnostic: FlyerDiagnosticSchema,
  paid: {
    priceUsdc: '0.99',
    maxBodyBytes: 8 * mebi,
    chargesWhen: 'the flyer was drawn, its code was read back out of the finished picture, and both files are kept',
    freeWhen: 'missing runtime, research or imagery; a claim that is refused is a 400 before any payment',
    ownErrors: ['property_flyer_claim_rejected'],
    tags: ['property', 'flyer', 'marketing', 'qr code'],
    preflightTools: ['svc_coverage_check'],
    seeAlso: ['svc-property-update', 'svc-place-report'],
  },
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
  async afterSettled({ objects, now }, _input, { body, purchaseId, receipt }) {
    if (!objects) return;
    const { id, image, pdf, access } = body;
    await keepCopyFile(objects, id, 'png', { contentHash: image.contentHash, mediaType: image.mediaType });
    await keepCopyFile(objects, id, 'pdf', { contentHash: pdf.contentHash, mediaType: pdf.mediaType });
    const sale = { route: slug, title, purchaseId, body: canonicalJson(body), receipt };
    await publishSold(objects, { id, now, until: access.until }, sale);
  },
});
