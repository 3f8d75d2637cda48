import { canonicalJson, sha256 } from '../../../kernel/canonical.ts';
import { type Json, partHash, partsOf, pointer, rootOf } from '../../../reports/bundle/tree.ts';
import { contentHashOf } from '../artifact.ts';
import { type EvidenceBundle, EvidenceBundleSchema } from './bundle.ts';
import { type Check, checkSignature, type SignatureOptions, signatureNotes } from './verify-signature.ts';

export interface Verification {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** What the file holds and what no offline check can show. */
  readonly notes: readonly string[];
  readonly root?: string;
}

export interface VerifyOptions extends SignatureOptions {
  /** Root hash that the reader holds from elsewhere. */
  readonly root?: string | undefined;
  /** Files to look for in the bundle by their hashes: a source's answer, the aerial image. */
  readonly files?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

const maxNamed = 5;

function read(bytes: Uint8Array): { value?: Json; text: string; fault?: string } {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { text, fault: 'The file is not UTF-8 text.' };
  }
  try {
    return { text, value: JSON.parse(text) as Json };
  } catch {
    return { text, fault: 'The file is not JSON.' };
  }
}

function checkParts(value: Json, { tree }: EvidenceBundle): Check[] {
  const { tree: _tree, signature: _signature, ...content } = value as Record<string, Json>;
  const parts = partsOf(content).map((part) => ({ path: pointer(part.path), hash: partHash(part) }));
  const stated = new Map(tree.leaves.map(({ path, hash }) => [path, hash]));
  const found = new Set(parts.map(({ path }) => path));
  const changed = parts.filter(({ path, hash }) => stated.get(path) !== hash).map(({ path }) => path);
  const gone = tree.leaves.filter(({ path }) => !found.has(path)).map(({ path }) => path);
  const faults = [...changed, ...gone];
  const ordered = parts.length === tree.leaves.length && parts.every(({ path }, at) => tree.leaves[at]?.path === path);
  const root = rootOf(parts.map(({ hash }) => hash));
  const named = faults.slice(0, maxNamed).map((path) => path.slice(0, 200));
  return [
    {
      ok: faults.length === 0 && ordered,
      text:
        faults.length > 0
          ? `${faults.length} of ${parts.length} parts do not have the hash that the tree states: ${named.join(', ')}${faults.length > maxNamed ? ' and others' : ''}.`
          : ordered
            ? `Each of the ${parts.length} parts has the hash that the tree states.`
            : 'The tree does not list the parts in their order.',
    },
    {
      ok: root === tree.root,
      text:
        root === tree.root
          ? 'The root hash follows from the hashes of the parts.'
          : `The root hash that follows from the parts is ${root}; the file states ${tree.root}.`,
    },
  ];
}

function checkReport({ report, coverageLedger, sourceAnswers }: EvidenceBundle): Check[] {
  const hash = contentHashOf(report);
  const stored = (report.storage ?? []).filter(({ locator }) => locator.endsWith('.json'));
  const follows = report.id === hash.slice(0, 32) && stored.every(({ contentHash }) => contentHash === hash);
  const ledger = report.sections.flatMap((section) => (section.kind === 'coverage_ledger' ? section.entries : []));
  const queried = report.sections.flatMap((section) => (section.kind === 'evidence' ? section.asked : []));
  const sameLedger = canonicalJson(ledger) === canonicalJson(coverageLedger);
  const sameAsked = queried.length === 0 || canonicalJson(queried) === canonicalJson(sourceAnswers);
  return [
    {
      ok: follows,
      text: follows
        ? 'The id and the content hash of the report follow from its content.'
        : `The id or the content hash of the report does not follow from its content, whose hash is ${hash}.`,
    },
    {
      ok: sameLedger && sameAsked,
      text:
        sameLedger && sameAsked
          ? 'The coverage ledger and the list of source answers are those of the report.'
          : `The ${sameLedger ? 'list of source answers' : 'coverage ledger'} differs from that of the report.`,
    },
  ];
}

function checkGiven({ tree, report, sourceAnswers }: EvidenceBundle, { root, files = [] }: VerifyOptions): Check[] {
  const given: Check[] =
    root === undefined
      ? []
      : [
          {
            ok: root.toLowerCase() === tree.root,
            text:
              root.toLowerCase() === tree.root
                ? 'The root hash is the one you gave.'
                : 'The root hash is not the one you gave.',
          },
        ];
  return [
    ...given,
    ...files.map(({ name, bytes }): Check => {
      const hash = sha256(bytes);
      if (report.visual?.image.contentHash === hash)
        return { ok: true, text: `${name} is the aerial image of the report.` };
      const source = sourceAnswers.find(({ bodyHash }) => bodyHash === hash);
      return source
        ? { ok: true, text: `${name} is what ${source.cardId} answered at ${source.at}.` }
        : { ok: false, text: `${name} has the hash ${hash}, which this bundle does not name.` };
    }),
  ];
}

function notesOf(bundle: EvidenceBundle, options: VerifyOptions): string[] {
  const { report, sourceAnswers, coverageLedger, receipt, tree } = bundle;
  const hashed = sourceAnswers.filter(({ bodyHash }) => bodyHash).length;
  const paid = receipt?.transaction
    ? `Receipt: transaction ${receipt.transaction} on ${receipt.network ?? 'a network that it does not name'}. The chain was not queried.`
    : bundle.copy === 'public'
      ? 'It is the public copy: there is no receipt in it.'
      : 'There is no receipt in it.';
  return [
    `Report ${report.id} for ${JSON.stringify(report.queriedAddress ?? report.query.address ?? report.query.zip ?? '')}, made ${report.generatedAt}.`,
    `${report.records.length} records, ${coverageLedger.length} lines of the coverage ledger, ${sourceAnswers.length} questions to sources, ${hashed} with the hash of an answer.`,
    paid,
    `Root hash: ${tree.root}`,
    ...signatureNotes(bundle, options),
  ];
}

/** Checks a bundle without a network: every byte is held against the hash tree, and the tree against its root. */
export function verifyBundle(bytes: Uint8Array, options: VerifyOptions = {}): Verification {
  const { value, text, fault } = read(bytes);
  const refuse = (reason: string): Verification => ({ ok: false, checks: [{ ok: false, text: reason }], notes: [] });
  if (fault !== undefined || value === undefined) return refuse(fault ?? 'The file is not JSON.');
  const parsed = EvidenceBundleSchema.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('/') ?? '';
    return refuse(`The file does not have the shape of an evidence bundle${where ? `, first at /${where}` : ''}.`);
  }
  const bundle = parsed.data;
  const exact = text === `${canonicalJson(value)}\n`;
  const checks = [
    {
      ok: exact,
      text: exact
        ? 'The file is canonical JSON (RFC 8785), byte for byte.'
        : 'The file is not canonical JSON: its bytes were rewritten or changed.',
    },
    ...checkParts(value, bundle),
    ...checkReport(bundle),
    ...checkSignature(bundle, options),
    ...checkGiven(bundle, options),
  ];
  return { ok: checks.every(({ ok }) => ok), checks, notes: notesOf(bundle, options), root: bundle.tree.root };
}
