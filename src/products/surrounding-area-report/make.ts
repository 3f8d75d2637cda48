import type { ToolContext } from '../../catalog/context.ts';
import { pickFields } from '../../fields/table.ts';
import { sha256 } from '../../kernel/canonical.ts';
import type { ReportDocument } from '../../reports/document.ts';
import { renderHtml } from '../../reports/html/page.ts';
import { renderPdf } from '../../reports/pdf/report.ts';
import { accessOf, endOfCopies, reportPath } from '../shared/copies/names.ts';
import { type KeptPacket, ProofPayloadSchema, packetHash, proofKind, readPacket } from '../surrounding-area/keep.ts';
import { surroundingDocument } from '../surrounding-area/page.ts';
import {
  type ReportDiagnostic,
  type ReportReason,
  reportDiagnosticKind,
  reportKind,
  type SurroundingReport,
} from './schema.ts';

type Context = Pick<ToolContext, 'objects' | 'proofs' | 'upgrades' | 'publicUrl' | 'now' | 'log'>;

const analysis = 'svc-surrounding-area-analysis';
const route = 'svc-surrounding-area-report';
const anew = { action: 'Make a new analysis of the place', with: analysis };

/** Why no report is sold, and what to do. */
const refusals: Readonly<
  Record<ReportReason, { readonly why: string; readonly action: string; readonly with: string }>
> = {
  proof_invalid: {
    why: 'the proof was not made here, or a field of it was altered',
    action: 'Send upgrade.proof of the analysis unchanged',
    with: analysis,
  },
  proof_expired: { why: 'the proof has expired; it is good for 24 hours after the analysis', ...anew },
  packet_not_kept: { why: 'the packet of the proof is no longer kept', ...anew },
  already_reported: {
    why: 'the report of this packet has been bought',
    action: 'Send the purchase of the report again with the same payment: it is delivered again and not charged',
    with: route,
  },
  render_failed: {
    why: 'page and PDF could not be made; nothing was used up, and the same proof can be sent again',
    action: 'Send the same call again',
    with: route,
  },
};

/** Why no report is sold. Pure. */
export function reportDiagnostic(reason: ReportReason): ReportDiagnostic {
  const { why, ...next } = refusals[reason];
  const message = `Not charged: ${why}.`;
  return { kind: reportDiagnosticKind, charged: false, message, reason, nextChecks: [{ order: 1, ...next }] };
}

/** The packet that a proof names, where its report can be sold; else why not. */
export async function provenPacket(
  { objects, proofs, upgrades }: Context,
  proof: unknown,
): Promise<KeptPacket | ReportReason> {
  const checked = await proofs.check(proofKind, proof);
  if (checked.state !== 'good') return checked.state === 'expired' ? 'proof_expired' : 'proof_invalid';
  const payload = ProofPayloadSchema.safeParse(checked.payload);
  if (!payload.success) return 'proof_invalid';
  const kept = objects && (await readPacket(objects, payload.data.packetHash));
  if (!kept || kept.packet.packetId !== payload.data.packetId) return 'packet_not_kept';
  return (await upgrades.isSold(payload.data.packetId)) ? 'already_reported' : kept;
}

/** Pages of a PDF of this service: its page objects stand uncompressed. */
const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .split(/\/Type \/Page\b(?!s)/).length - 1;

/** Who has the packet alone can compute the id of its report; the same packet has the same report everywhere. */
const idOf = (hash: string, packetId: string) => sha256(`${reportKind} ${packetId} ${hash}`).slice(0, 32);

export const reportTitle = 'Surrounding area report';

/** The document of a packet: what was sold, with its map and charts. Pure. */
export function documentOfPacket(
  { packet, drawing }: KeptPacket,
  id: string,
  baseUrl: string | undefined,
): ReportDocument {
  const { generatedAt } = packet;
  const copy = { kind: 'sold_copy', version: 1, id, route, title: reportTitle, generatedAt, body: packet } as const;
  const document = surroundingDocument(copy, packet, drawing);
  return baseUrl === undefined ? document : { ...document, address: `${baseUrl}${reportPath(id)}` };
}

/** Page and PDF of a packet, made of it alone and kept by their hashes; undefined where they cannot be made. */
export async function makeReport(
  { objects, publicUrl, now, log }: Context,
  kept: KeptPacket,
): Promise<SurroundingReport | undefined> {
  const { packet } = kept;
  const hash = packetHash(packet);
  const id = idOf(hash, packet.packetId);
  try {
    if (!objects) throw new Error('there is no object store');
    const document = documentOfPacket(kept, id, publicUrl);
    const pdf = await renderPdf(document);
    const html = Buffer.from(await renderHtml(document));
    const [page, paper] = await Promise.all([
      objects.put(html, 'text/html; charset=utf-8'),
      objects.put(pdf, 'application/pdf'),
    ]);
    const access = accessOf(id, endOfCopies(now.toISOString(), objects.namedDays), publicUrl);
    return {
      kind: reportKind,
      charged: true,
      generatedAt: now.toISOString(),
      packetHash: hash,
      packetGeneratedAt: packet.generatedAt,
      ...pickFields(packet, 'summary', 'packetId', 'subject', 'sources', 'caveats', 'composeStatus'),
      html: { url: access.html, contentHash: page.contentHash },
      pdf: { url: access.pdf, contentHash: paper.contentHash, pageCount: pagesOf(pdf) },
      access,
    };
  } catch (error) {
    log.error({ err: error }, 'the report of a packet could not be made');
    return undefined;
  }
}

/** Id of the copies of a report, out of its addresses. */
export const reportIdOf = ({ packetHash: hash, packetId }: SurroundingReport): string => idOf(hash, packetId);
