import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { publishMade } from '../../src/products/copies/publish.ts';
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

const slug = 'svc-surrounding-area-report';

export default definePaid(slug, {
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
  async afterSettled({ objects, now }, _input, sale) {
    const { html, pdf } = sale.body;
    const copy = { id: reportIdOf(sale.body), now, until: endOfCopies(now.toISOString(), objects?.namedDays) };
    await publishMade(
      objects,
      copy,
      { route: slug, title: reportTitle, ...sale },
      {
        html: { ...html, mediaType: 'text/html; charset=utf-8' },
        pdf: { ...pdf, mediaType: 'application/pdf' },
      },
    );
  },
});
