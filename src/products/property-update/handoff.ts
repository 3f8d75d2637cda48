import { z } from 'zod';
import type { Proof, ProofCheck, ProofsPort } from '../../kernel/ports/proofs.ts';

const kind = 'flyer_handoff';
/** How long a flyer can be made from a report. */
export const handoffMs = 24 * 3_600_000;
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const fields = {
  v: z.literal(1),
  reportId: z.string().regex(/^[0-9a-f]{32}$/),
  reportHash: hash.describe('SHA-256 of the report, as its storage states it'),
  pdfUrl: z.string().min(1).max(400).describe('Address of the report as a PDF: what the code of a flyer opens'),
  addressLabel: z.string().min(1).max(240),
  visualHash: hash.optional().describe('SHA-256 of the aerial of the report, where it has one'),
};

const PayloadSchema = z.strictObject(fields);
export type HandoffPayload = z.infer<typeof PayloadSchema>;

/** What a property update hands to the flyer route: a report that this service vouches for, for a day. */
export const FlyerHandoffSchema = z.strictObject({
  ...fields,
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  mac: z.string().min(1).max(100),
});
export type FlyerHandoff = z.infer<typeof FlyerHandoffSchema>;

/** Whether the code of a flyer can open the report: without a public address of the service there is nothing to open. */
export const opensAnywhere = ({ pdfUrl }: Pick<HandoffPayload, 'pdfUrl'>): boolean => /^https?:\/\//.test(pdfUrl);

export const issueHandoff = (proofs: ProofsPort, payload: HandoffPayload): Promise<Proof<HandoffPayload>> =>
  proofs.issue(kind, payload, handoffMs);

/** The report that a handoff stands for, or why it stands for none. */
export async function checkHandoff(
  proofs: ProofsPort,
  given: FlyerHandoff,
): Promise<{ readonly payload: HandoffPayload } | { readonly state: Exclude<ProofCheck['state'], 'good'> }> {
  const checked = await proofs.check(kind, given);
  return checked.state === 'good' ? { payload: PayloadSchema.parse(checked.payload) } : checked;
}
