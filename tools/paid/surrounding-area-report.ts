import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { canonicalJson } from '../../src/kernel/canonical.ts';
import { publishSold } from '../../src/products/copies/publish.ts';
import { keepCopyFile } from '../../src/products/shared/copies/files.ts';
import { endOfCopies } from '../../src/products/shared/copies/names.ts';
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

export default definePaid('svc-surrounding-area-report', {
  subject: 'none',
  input: inputObject({ proof: ProofSchema.describe('upgrade.proof of the analysis, unchanged') }),
  output: SurroundingReportSchema,
  diagnostic: ReportDiagnosticSchema,
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
