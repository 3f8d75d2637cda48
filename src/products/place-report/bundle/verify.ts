import { z } from 'zod';
import { canonicalJson, sha256 } from '../../../kernel/canonical.ts';
import { type Json, partHash, partsOf, pointer, rootOf } from '../../../reports/bundle/tree.ts';
import { type Signature, signatureHolds } from '../../../signing/signature.ts';
import { PublicKeySchema, PublishedKeySchema } from '../../../signing/signing-key.ts';
import { contentHashOf } from '../artifact.ts';
import { type EvidenceBundle, EvidenceBundleSchema } from './bundle.ts';

interface Check {
  readonly ok: boolean;
  readonly text: string;
}

const checked = (ok: boolean, holds: string, fails: string): Check => ({ ok, text: ok ? holds : fails });
const failed = (text: string): Check => ({ ok: false, text });

interface SignatureOptions {
  /** The service's list of keys (parsed JSON of `/.well-known/jwks.json`), as the reader got it from the service. */
  readonly keys?: unknown;
  readonly key?: string | undefined;
}

/** Members that are not needed here are let through, keys of other kinds too. */
const ListSchema = z.object({ keys: z.array(z.looseObject({})) });
const ListedSchema = z.object({
  ...PublicKeySchema.shape,
  ...PublishedKeySchema.pick({ kid: true, nbf: true, exp: true }).shape,
});

const dateOf = (seconds: number | undefined) =>
  seconds === undefined ? 'any time' : new Date(seconds * 1000).toISOString();

function checkListed({ kid, publicKey, signedAt }: Signature, list: unknown): Check[] {
  const parsed = ListSchema.safeParse(list);
  if (!parsed.success) return [failed('The list of keys that you gave is not a JSON Web Key Set.')];
  const listed = parsed.data.keys
    .map((key) => ListedSchema.safeParse(key))
    .find(({ data }) => data?.kid === kid && data.x === publicKey.x)?.data;
  if (!listed) return [failed(`The key ${kid} is not in the list of keys that you gave.`)];
  const { nbf, exp } = listed;
  const at = Date.parse(signedAt) / 1000;
  const valid = (nbf ?? at) <= at && at < (exp ?? Number.POSITIVE_INFINITY);
  const period = `By that list the key signs from ${dateOf(nbf)} until ${dateOf(exp)}: ${signedAt} is`;
  return [
    { ok: true, text: `The key ${kid} is in the list of keys that you gave.` },
    checked(valid, `${period} within it.`, `${period} outside of it.`),
  ];
}

function checkSignature({ kind, tree, signature }: EvidenceBundle, { keys, key }: SignatureOptions): Check[] {
  if (!signature) {
    const asked = keys !== undefined || key !== undefined;
    return asked ? [failed('The bundle is not signed: no key can be compared.')] : [];
  }
  const { kid, signedAt } = signature;
  return [
    checked(
      signatureHolds(signature, { kind, root: tree.root }),
      `The signature is that of the key ${kid} over this root hash, by its own word of ${signedAt}.`,
      `The signature is not that of the key ${kid} over this root hash.`,
    ),
    ...(keys === undefined ? [] : checkListed(signature, keys)),
    ...(key === undefined
      ? []
      : [checked(key === kid, 'The key is the one you gave.', 'The key is not the one you gave.')]),
  ];
}

function signatureNotes({ signature }: EvidenceBundle, { keys, key }: SignatureOptions): string[] {
  if (!signature) {
    return [
      'It is not signed.',
      'Not checked, because no file can show it: who made it, and whether a source was right. Compare the root hash with one that you hold from elsewhere.',
    ];
  }
  return [
    keys === undefined && key === undefined
      ? `The signature shows that the holder of the key ${signature.kid} made it, and no more. Whose key that is, the service's own list says: give its /.well-known/jwks.json with --keys, or a key id that you hold from elsewhere with --key.`
      : 'What you gave was taken as it is: that it comes from the service, you know from where you got it.',
    'Not checked, because no file can show it: whether the signer stated the right time, and whether a source was right.',
  ];
}

interface Verification {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** What the file holds and what no offline check can show. */
  readonly notes: readonly string[];
  readonly root?: string;
}

interface VerifyOptions extends SignatureOptions {
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
  const others = faults.length > maxNamed ? ' and others' : '';
  return [
    faults.length > 0
      ? failed(
          `${faults.length} of ${parts.length} parts do not have the hash that the tree states: ${named.join(', ')}${others}.`,
        )
      : checked(
          ordered,
          `Each of the ${parts.length} parts has the hash that the tree states.`,
          'The tree does not list the parts in their order.',
        ),
    checked(
      root === tree.root,
      'The root hash follows from the hashes of the parts.',
      `The root hash that follows from the parts is ${root}; the file states ${tree.root}.`,
    ),
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
    checked(
      follows,
      'The id and the content hash of the report follow from its content.',
      `The id or the content hash of the report does not follow from its content, whose hash is ${hash}.`,
    ),
    checked(
      sameLedger && sameAsked,
      'The coverage ledger and the list of source answers are those of the report.',
      `The ${sameLedger ? 'list of source answers' : 'coverage ledger'} differs from that of the report.`,
    ),
  ];
}

function checkGiven({ tree, report, sourceAnswers }: EvidenceBundle, { root, files = [] }: VerifyOptions): Check[] {
  const isRoot = root?.toLowerCase() === tree.root;
  return [
    ...(root === undefined
      ? []
      : [checked(isRoot, 'The root hash is the one you gave.', 'The root hash is not the one you gave.')]),
    ...files.map(({ name, bytes }): Check => {
      const hash = sha256(bytes);
      if (report.visual?.image.contentHash === hash)
        return { ok: true, text: `${name} is the aerial image of the report.` };
      const source = sourceAnswers.find(({ bodyHash }) => bodyHash === hash);
      return source
        ? { ok: true, text: `${name} is what ${source.cardId} answered at ${source.at}.` }
        : failed(`${name} has the hash ${hash}, which this bundle does not name.`);
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
  const refuse = (reason: string): Verification => ({ ok: false, checks: [failed(reason)], notes: [] });
  if (fault !== undefined || value === undefined) return refuse(fault ?? 'The file is not JSON.');
  const parsed = EvidenceBundleSchema.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('/') ?? '';
    return refuse(`The file does not have the shape of an evidence bundle${where ? `, first at /${where}` : ''}.`);
  }
  const bundle = parsed.data;
  const checks = [
    checked(
      text === `${canonicalJson(value)}\n`,
      'The file is canonical JSON (RFC 8785), byte for byte.',
      'The file is not canonical JSON: its bytes were rewritten or changed.',
    ),
    ...checkParts(value, bundle),
    ...checkReport(bundle),
    ...checkSignature(bundle, options),
    ...checkGiven(bundle, options),
  ];
  return { ok: checks.every(({ ok }) => ok), checks, notes: notesOf(bundle, options), root: bundle.tree.root };
}
