import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { canonicalJson } from '../../src/kernel/canonical.ts';
import { publishSold } from '../../src/products/copies/publish.ts';
import { keepCopyFile } from '../../src/products/shared/copies/files.ts';
import { endOfCopies } from '../../src/products/shared/copies/names.ts';
import { reportPriceUsdc } from '../../src/products/surrounding-area/keep.ts';
import {
  makeReport,
  provenPacket,
  reportDiagnostic,
  reportIdOf,
  reportTitle,
} from '../../src/products/surrounding-area-report/make.ts';
import {
  ProofSchema,
  ReportDiagnosticSchema,
  SurroundingReportSchema,
} from '../../src/products/surrounding-area-report/schema.ts';

export default definePaid({
  title: reportTitle,
  summary:
    'Page and PDF of a surrounding area analysis within 24 hours: map of parcels by published use, counts, sources.',
  whenToUse: 'I bought a surrounding area analysis today and want it as a page and a PDF with a map to hand on.',
  notFor: 'It asks no source anew and takes no address: the analysis comes first, and each has one report.',
  scope: 'local',
  subject: 'none',
  examples: [
    {
      title: 'The proof of an analysis',
      arguments: {
        proof: {
          packetId: '0b0f9c52-6f0a-4d3c-9d8b-0d5c8f3f6a11',
          packetHash: '3f1c5c6d2c0f4f5e9a7b8c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4051',
          issuedAt: '2026-11-20T12:00:00.000Z',
          expiresAt: '2026-11-21T12:00:00.000Z',
          mac: 'Yk3m0Qm1xw2H7mVt0o5vV3rJ9y6p1c8dZb4nA2sL0eU',
        },
      },
    },
  ],
  input: inputObject({ proof: ProofSchema.describe('upgrade.proof of the analysis, unchanged') }),
  output: SurroundingReportSchema,
  diagnostic: ReportDiagnosticSchema,
  paid: {
    priceUsdc: reportPriceUsdc,
    chargesWhen: 'the proof is good, its packet has no report yet, and page and PDF are made',
    freeWhen: 'invalid or expired proof, second report, render failure',
    tags: ['parcels', 'land use', 'report', 'pdf'],
    preflightTools: ['svc_lane_availability'],
    seeAlso: ['svc-surrounding-area-analysis', 'svc-place-report'],
  },
  async preflight(ctx, { proof }) {
    const kept = await provenPacket(ctx, proof);
    return typeof kept === 'string' ? { ready: false, diagnostic: reportDiagnostic(kept) } : { ready: true };
  },
  async run(ctx, { proof }, sale) {
    const kept = await provenPacket(ctx, proof);
    if (typeof kept === 'string') return { charge: false, diagnostic: reportDiagnostic(kept) };
    // of two payments one has it; it is free again as soon as that purchase can no longer be settled
    const isFree = sale === undefined || (await ctx.upgrades.take(kept.packet.packetId, sale.purchaseId));
    if (!isFree) return { charge: false, diagnostic: reportDiagnostic('already_reported') };
    const body = await makeReport(ctx, kept);
    return body ? { charge: true, body } : { charge: false, diagnostic: reportDiagnostic('render_failed') };
  },
  async afterSettled({ objects, now }, _input, { body, purchaseId, receipt }) {
    if (!objects) return;
    const { html, pdf } = body;
    const id = reportIdOf(body);
    await keepCopyFile(objects, id, 'html', { contentHash: html.contentHash, mediaType: 'text/html; charset=utf-8' });
    await keepCopyFile(objects, id, 'pdf', { contentHash: pdf.contentHash, mediaType: 'application/pdf' });
    const sale = {
      route: 'svc-surrounding-area-report',
      title: reportTitle,
      purchaseId,
      body: canonicalJson(body),
      receipt,
    };
    await publishSold(objects, { id, now, until: endOfCopies(now.toISOString(), objects.namedDays) }, sale);
  },
});
