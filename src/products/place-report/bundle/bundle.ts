import { z } from 'zod';
import { canonicalJson } from '../../../kernel/canonical.ts';
import { type Json, partHash, partsOf, pointer, rootOf } from '../../../reports/bundle/tree.ts';
import { AskedSchema, LedgerEntrySchema } from '../../../reports/sections.ts';
import type { Sign } from '../../../signing/port.ts';
import { SignatureSchema } from '../../../signing/signature.ts';
import { withoutLive } from '../artifact.ts';
import { type PlaceReport, PlaceReportSchema } from '../schema/report.ts';

export const bundleKind = 'place_report_evidence_bundle';
const hash = z.string().regex(/^[0-9a-f]{64}$/);

type BundleCopy = 'public' | 'buyer';

const statementOf = (signed: boolean, copy: BundleCopy) => [
  'This file holds one report, the hashes of the source answers that it used and the ledger of what was checked.',
  copy === 'public'
    ? 'It is the public copy: it does not say who bought the report. The copy of the buyer has the receipt.'
    : 'It is the copy of the buyer: its receipt names the wallet that paid. The public copy is the one to hand on.',
  'Its parts are the leaves of one hash tree. Anyone who knows the root hash from elsewhere can tell offline that no byte was changed.',
  signed
    ? 'The tree shows that the parts belong together, the signature that the holder of the named key made the file. Neither shows that a source was right. The service lists its keys at /.well-known/jwks.json.'
    : 'The tree shows that the parts belong together. It does not show who made the file, and it does not show that a source was right.',
];

/** A payment's response as it is stored: what settled it, never what authorized it. */
const ReceiptSchema = z.object({
  success: z.boolean().optional(),
  transaction: z.string().optional(),
  network: z.string().optional(),
  payer: z.string().optional(),
  amount: z.string().optional(),
  asset: z.string().optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

export const EvidenceBundleSchema = z
  .strictObject({
    kind: z.literal(bundleKind),
    /**
     * 3: not signed; 4: signed. 1 and 2: the same, from before there was a copy without receipt. It is a part of the
     * tree, so a signature cannot be removed unseen.
     */
    version: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    /** Whose copy it is; only that of the buyer has the receipt. */
    copy: z.enum(['public', 'buyer']).optional(),
    statement: z.array(z.string()),
    report: PlaceReportSchema,
    sourceAnswers: z.array(AskedSchema),
    coverageLedger: z.array(LedgerEntrySchema),
    receipt: ReceiptSchema.optional(),
    tree: z.strictObject({
      algorithm: z.literal('sha256'),
      form: z.literal('rfc6962'),
      canonical: z.literal('rfc8785'),
      leaves: z.array(z.strictObject({ path: z.string(), hash })),
      root: hash,
    }),
    /** Over kind and root; outside the tree. */
    signature: SignatureSchema.optional(),
  })
  .refine(({ version, signature }) => (version % 2 === 0) === (signature !== undefined), { path: ['signature'] })
  .refine(({ version, copy }) => version > 2 === (copy !== undefined), { path: ['copy'] })
  .refine(({ copy, receipt }) => copy === undefined || (copy === 'buyer') === (receipt !== undefined), {
    path: ['receipt'],
  })
  .meta({ id: 'EvidenceBundle' });

export type EvidenceBundle = z.infer<typeof EvidenceBundleSchema>;

export interface BundleParts {
  readonly report: PlaceReport;
  /** The payment's response, in the buyer's copy alone; it never holds a credential. */
  readonly receipt?: Readonly<Record<string, unknown>> | undefined;
  /** Signs the root; absent: the bundle is not signed. */
  readonly sign?: Sign | undefined;
}

/** Puts the parts of a report's evidence under one hash tree. The report goes in without owner and live additions. */
export function makeBundle({ report, receipt, sign }: BundleParts): EvidenceBundle {
  const kept = withoutLive(report);
  const copy: BundleCopy = receipt ? 'buyer' : 'public';
  const content = {
    kind: bundleKind as typeof bundleKind,
    version: sign ? (4 as const) : (3 as const),
    copy,
    statement: statementOf(sign !== undefined, copy),
    report: kept,
    sourceAnswers: kept.sections.flatMap((section) => (section.kind === 'evidence' ? section.asked : [])),
    coverageLedger: kept.sections.flatMap((section) => (section.kind === 'coverage_ledger' ? section.entries : [])),
    ...(receipt && { receipt: ReceiptSchema.parse(receipt) }),
  };
  // through text, so that what is hashed is what is written
  const plain = JSON.parse(canonicalJson(content)) as Json;
  const leaves = partsOf(plain).map((part) => ({ path: pointer(part.path), hash: partHash(part) }));
  const root = rootOf(leaves.map((leaf) => leaf.hash));
  return {
    ...(plain as unknown as typeof content),
    tree: { algorithm: 'sha256', form: 'rfc6962', canonical: 'rfc8785', leaves, root },
    ...(sign && { signature: sign({ kind: bundleKind, root }) }),
  };
}

/** The public copy of a bundle that was made while every copy carried the receipt. */
export const publicBundleOf = ({ report }: EvidenceBundle, sign: Sign | undefined): EvidenceBundle =>
  makeBundle({ report, sign });

/** The bundle as the bytes of its file: canonical JSON and a line end. */
export const bundleText = (bundle: EvidenceBundle) => `${canonicalJson(bundle)}\n`;
