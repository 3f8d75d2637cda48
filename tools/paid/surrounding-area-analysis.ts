import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import type { Answer } from '../../src/kernel/answer.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { composeDiagnostic, composePacket } from '../../src/products/surrounding-area/compose.ts';
import { drawingOf } from '../../src/products/surrounding-area/drawing.ts';
import { isFoundation } from '../../src/products/surrounding-area/foundation.ts';
import {
  completedComponents,
  decideArea,
  gatherArea,
  leastComponents,
} from '../../src/products/surrounding-area/gather.ts';
import {
  keep,
  packetHash,
  proofKind,
  proofMs,
  reportEndpoint,
  reportPriceUsdc,
} from '../../src/products/surrounding-area/keep.ts';
import {
  type Analysis,
  AnalysisDiagnosticSchema,
  AnalysisSchema,
  type Packet,
  queriedRadii,
} from '../../src/products/surrounding-area/schema.ts';

const input = atAddress({
  radiusMeters: z
    .literal(queriedRadii)
    .default(200)
    .describe('How far is counted: 100, 200, 250, 500 or 1000 m; windows of 100 and 200 m always'),
});

/** The packet with its hash and the proof with which its report is bought; stored for as long as that takes. */
async function sealed({ objects, proofs }: ToolContext<'point'>, packet: Packet): Promise<Analysis> {
  if (!objects) throw new ServiceError('not_ready', { detail: 'Nothing is kept here.', charged: false });
  const hash = packetHash(packet);
  await keep(objects, packet);
  const proof = await proofs.issue(proofKind, { packetId: packet.packetId, packetHash: hash }, proofMs);
  return { ...packet, packetHash: hash, upgrade: { endpoint: reportEndpoint, priceUsdc: reportPriceUsdc, proof } };
}

export default definePaid('svc-surrounding-area-analysis', {
  input,
  output: AnalysisSchema,
  diagnostic: AnalysisDiagnosticSchema,
  unresolved(answer: Answer, subject: Subject) {
    const lookup = { id: 'place', tool: 'svc_coverage_check', title: 'Place requested', answer } as const;
    const short = { reason: 'unstable_subject', message: answer.summary, lookup } as const;
    const { radiusMeters: _unknown, ...diagnostic } = composeDiagnostic(subject, { radiusMeters: 200 }, short);
    return diagnostic;
  },
  async preflight(ctx, queried) {
    const decided = await decideArea(ctx, queried);
    return 'enough' in decided && decided.enough
      ? { ready: true }
      : { ready: false, diagnostic: composeDiagnostic(ctx.subject, queried, decided) };
  },
  async run(ctx, queried) {
    ctx.progress('reading the registers around the place', 0.1);
    const material = await gatherArea(ctx, queried);
    const refuse = (short: Parameters<typeof composeDiagnostic>[2]) =>
      ({ charge: false, diagnostic: composeDiagnostic(ctx.subject, queried, short) }) as const;
    if (!isFoundation(material)) return refuse(material);
    const readings = [...material.zoning, ...material.records];
    if (completedComponents(material, readings) < leastComponents) return refuse({ foundation: material, readings });
    if (!ctx.objects) throw new ServiceError('not_ready', { detail: 'Nothing is kept here.', charged: false });
    const mapHash = await keep(ctx.objects, ctx.withEvidence(drawingOf(material)));
    const packet = composePacket(material, { packetId: randomUUID(), mapHash });
    return { charge: true, body: await sealed(ctx, ctx.withEvidence(packet)) };
  },
});
