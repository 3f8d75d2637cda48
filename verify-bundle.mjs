#!/usr/bin/env node
// Checks the evidence bundle of a place report, offline. It needs Node.js 18 or later and nothing else:
//
//   node verify-bundle.mjs <bundle.json> [--root <hash>] [--keys <file>] [--key <kid>] [--file <path>]...
//
// --root   root hash that you hold from elsewhere (from the seller, a note, a contract)
// --keys   the service's /.well-known/jwks.json: is the signing key its own, and did it sign at that time
// --key    id of the signing key that you hold from elsewhere
// --file   a source's answer or the aerial image, looked for in the bundle by its SHA-256
//
// The status is 0 where every check held, 1 where one failed, 2 where it was called wrongly.
//
// How a bundle is built:
//   * The file is canonical JSON (RFC 8785) and one line end.
//   * Everything but "tree" and "signature" is taken apart into parts: a list of objects into its items, an object that holds such a
//     list somewhere into its members (sorted by name), anything else is one part.
//   * A part's hash is SHA-256 of the byte 00 and the canonical JSON of [path, value]; path is the list of names and
//     positions that lead to it.
//   * The root is that of the hash tree of RFC 6962 over the parts' hashes: SHA-256 of the byte 01, left and right.
//   * Versions 2 and 4 have a signature (Ed25519) over the lines "place-records bundle signature v1", kind, root, kid and
//     signedAt, each with its line end. The kid is the thumbprint of the key (RFC 7638). Versions 1 and 3 have none.
//   * Versions 3 and 4 say in "copy" whose copy it is: "public" without the receipt of the sale, "buyer" with it.
//     Versions 1 and 2, from before, do not; they may carry the receipt.
import { createHash, createPublicKey, verify as verifyBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...pieces) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

/** RFC 8785: members sorted by UTF-16 code units, numbers and strings as JavaScript writes them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const holdsRows = (value) => Array.isArray(value) && value.some(isObject);
const opensUp = (value) => holdsRows(value) || (isObject(value) && Object.values(value).some(opensUp));

function partsOf(value, path = []) {
  if (holdsRows(value)) return value.flatMap((item, at) => partsOf(item, [...path, at]));
  if (isObject(value) && (path.length === 0 || Object.values(value).some(opensUp))) {
    return Object.keys(value)
      .sort()
      .flatMap((name) => partsOf(value[name], [...path, name]));
  }
  return [{ path, value }];
}

const partHash = ({ path, value }) => sha256(Uint8Array.of(0), canonical([path, value])).toString('hex');
const pointer = (path) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function rootOf(hashes) {
  const join = (from, to) => {
    if (to - from === 1) return Buffer.from(hashes[from], 'hex');
    let half = 1;
    while (half * 2 < to - from) half *= 2;
    return sha256(Uint8Array.of(1), join(from, from + half), join(from + half, to));
  };
  return join(0, hashes.length).toString('hex');
}

const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** The report without what names its place in the store: its id is the first half of the hash of the rest. */
function contentHash(report) {
  const { id: _id, access: _access, storage: _storage, ...content } = report;
  return sha256(canonical(content)).toString('hex');
}

const rowsOf = (report, kind, list) =>
  report.sections.filter((section) => section.kind === kind).flatMap((section) => section[list]);

const kidOf = ({ x }) => sha256(canonical({ crv: 'Ed25519', kty: 'OKP', x })).toString('base64url');
const isBase64url = (text) => Buffer.from(text, 'base64url').toString('base64url') === text;

/** Whether a signature is that of its own key over this kind and root. */
function holds(signature, { kind, root }) {
  const { kid, publicKey, signedAt, value } = signature;
  const shaped =
    Object.keys(signature).sort().join() === 'algorithm,kid,publicKey,signedAt,value' &&
    signature.algorithm === 'Ed25519' &&
    canonical(publicKey) === canonical({ crv: 'Ed25519', kty: 'OKP', x: publicKey.x }) &&
    [publicKey.x, value].every(isBase64url) &&
    new Date(signedAt).toISOString() === signedAt;
  if (!shaped || kid !== kidOf(publicKey)) return false;
  const lines = ['place-records bundle signature v1', kind, root, kid, signedAt, ''].join('\n');
  const key = createPublicKey({ format: 'jwk', key: publicKey });
  return verifyBytes(null, Buffer.from(lines), key, Buffer.from(value, 'base64url'));
}

/** Whether the key is in the list of the service, and the time of the signature in the period that the list gives it. */
function checkListed({ kid, publicKey, signedAt }, { keys }, check) {
  const listed = keys.find((key) => key.kty === 'OKP' && key.x === publicKey.x && key.kid === kid);
  const place = 'in the list of keys that you gave.';
  check(listed !== undefined, `The key ${kid} is ${place}`, `The key ${kid} is not ${place}`);
  if (!listed) return;
  const at = Date.parse(signedAt) / 1000;
  const { nbf = -Infinity, exp = Infinity } = listed;
  const date = (time) => (Number.isFinite(time) ? new Date(time * 1000).toISOString() : 'any time');
  const period = `from ${date(nbf)} until ${date(exp)}`;
  const says = (how) => `By that list the key signs ${period}: ${signedAt} is ${how} it.`;
  check(nbf <= at && at < exp, says('within'), says('outside of'));
}

function checkSignature({ kind, tree, signature }, { keys, key }, check, note) {
  if (signature === undefined) {
    if ((keys ?? key) !== undefined) check(false, '', 'The bundle is not signed: no key can be compared.');
    return note('It is not signed.');
  }
  const { kid, signedAt } = signature;
  const its = `that of the key ${kid} over this root hash`;
  const held = holds(signature, { kind, root: tree.root });
  check(held, `The signature is ${its}, by its own word of ${signedAt}.`, `The signature is not ${its}.`);
  if (keys !== undefined) checkListed(signature, JSON.parse(readFileSync(keys, 'utf8')), check);
  if (key !== undefined) check(key === kid, 'The key is the one you gave.', 'The key is not the one you gave.');
  note(
    (keys ?? key) !== undefined
      ? 'What you gave was taken as it is: that it comes from the service, you know from where you got it.'
      : `The signature shows that the holder of the key ${kid} made it, and no more. Whose key that is: --keys or --key.`,
  );
}

/** Calls `check(held, yes, no)` for each check; throws where the file is no bundle at all. */
function verify(bytes, { root, files, ...expected }, check, note) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const bundle = JSON.parse(text);
  const { tree, signature, ...content } = bundle;
  const { copy, version, report, sourceAnswers, coverageLedger, receipt } = content;
  const known = ['copy', 'coverageLedger', 'kind', 'receipt', 'report', 'signature', 'sourceAnswers', 'statement', 'tree', 'version'];
  const shaped =
    content.kind === 'place_report_evidence_bundle' &&
    (signature === undefined ? [1, 3] : [2, 4]).includes(version) &&
    (version < 3 ? copy === undefined : copy === (receipt === undefined ? 'public' : 'buyer')) &&
    Object.keys(bundle).every((name) => known.includes(name)) &&
    canonical([tree.algorithm, tree.form, tree.canonical]) === '["sha256","rfc6962","rfc8785"]' &&
    Object.keys(tree).length === 5 &&
    isHash(tree.root) &&
    tree.leaves.every((leaf) => isHash(leaf.hash) && Object.keys(leaf).sort().join() === 'hash,path') &&
    Array.isArray(report.records);
  check(shaped, 'The file has the shape of an evidence bundle.', 'The file does not have the shape of an evidence bundle.');
  check(
    text === `${canonical(bundle)}\n`,
    'The file is canonical JSON (RFC 8785), byte for byte.',
    'The file is not canonical JSON: its bytes were rewritten or changed.',
  );

  const parts = partsOf(content).map((part) => ({ path: pointer(part.path), hash: partHash(part) }));
  const stated = new Map(tree.leaves.map((leaf) => [leaf.path, leaf.hash]));
  const found = new Set(parts.map((part) => part.path));
  const faults = [
    ...parts.filter((part) => stated.get(part.path) !== part.hash),
    ...tree.leaves.filter((leaf) => !found.has(leaf.path)),
  ].map((one) => String(one.path).slice(0, 200));
  const ordered = parts.length === tree.leaves.length && parts.every((part, at) => part.path === tree.leaves[at].path);
  check(
    faults.length === 0 && ordered,
    `Each of the ${parts.length} parts has the hash that the tree states.`,
    faults.length === 0
      ? 'The tree does not list the parts in their order.'
      : `${faults.length} of ${parts.length} parts do not have the hash that the tree states: ${faults.slice(0, 5).join(', ')}`,
  );
  const follows = rootOf(parts.map((part) => part.hash));
  check(
    follows === tree.root,
    'The root hash follows from the hashes of the parts.',
    `The root hash that follows from the parts is ${follows}; the file states ${tree.root}.`,
  );

  const hash = contentHash(report);
  const stored = (report.storage ?? []).filter(({ locator }) => locator.endsWith('.json'));
  check(
    report.id === hash.slice(0, 32) && stored.every((copy) => copy.contentHash === hash),
    'The id and the content hash of the report follow from its content.',
    `The id or the content hash of the report does not follow from its content, whose hash is ${hash}.`,
  );
  const asked = rowsOf(report, 'evidence', 'asked');
  check(
    canonical(rowsOf(report, 'coverage_ledger', 'entries')) === canonical(coverageLedger) &&
      (asked.length === 0 || canonical(asked) === canonical(sourceAnswers)),
    'The coverage ledger and the list of source answers are those of the report.',
    'The coverage ledger or the list of source answers differs from that of the report.',
  );

  if (root !== undefined) {
    const same = root.toLowerCase() === tree.root;
    check(same, 'The root hash is the one you gave.', 'The root hash is not the one you gave.');
  }
  for (const name of files) {
    const own = sha256(readFileSync(name)).toString('hex');
    const source = sourceAnswers.find((answer) => answer.bodyHash === own);
    const aerial = report.visual?.image.contentHash === own;
    check(
      aerial || source !== undefined,
      aerial ? `${name} is the aerial image of the report.` : `${name} is what ${source?.cardId} answered at ${source?.at}.`,
      `${name} has the hash ${own}, which this bundle does not name.`,
    );
  }

  checkSignature(bundle, expected, check, note);
  const hashed = sourceAnswers.filter((answer) => answer.bodyHash).length;
  note(`Report ${report.id} for ${JSON.stringify(report.queriedAddress ?? '')}, made ${report.generatedAt}.`);
  note(
    `${report.records.length} records, ${coverageLedger.length} lines of the coverage ledger, ` +
      `${sourceAnswers.length} questions to sources, ${hashed} with the hash of an answer.`,
  );
  note(
    receipt?.transaction
      ? `Receipt: transaction ${receipt.transaction} on ${receipt.network}. The chain was not asked.`
      : copy === 'public'
        ? 'It is the public copy: there is no receipt in it.'
        : 'There is no receipt in it.',
  );
  note(`Root hash: ${tree.root}`);
  const unseen = signature ? 'whether the signer stated the right time' : 'who made it';
  note(`Not checked, because no file can show it: ${unseen}, and whether a source was right.`);
  if (!signature) note('Compare the root hash with one that you hold from elsewhere.');
}

function main(argv) {
  const files = [];
  const given = {};
  let path;
  for (let at = 0; at < argv.length; at++) {
    if (['--root', '--keys', '--key'].includes(argv[at])) given[argv[at].slice(2)] = argv[++at] ?? '';
    else if (argv[at] === '--file') files.push(argv[++at] ?? '');
    else path = argv[at];
  }
  if (path === undefined) {
    process.stderr.write('node verify-bundle.mjs <bundle.json> [--root <hash>] [--keys <file>] [--key <kid>] [--file <path>]...\n');
    return 2;
  }
  let held = true;
  // a bundle comes from anybody: nothing in it may steer the terminal
  const say = (text) => process.stdout.write(`${text.replace(/[\p{Cc}\p{Cf}]/gu, '')}\n`);
  const check = (ok, yes, no) => {
    held &&= ok;
    say(`${ok ? 'ok  ' : 'FAIL'}  ${ok ? yes : no}`);
  };
  try {
    verify(readFileSync(path), { ...given, files }, check, (text) => say(`      ${text}`));
  } catch (error) {
    check(false, '', `The file cannot be read as an evidence bundle: ${String(error.message).slice(0, 120)}`);
  }
  say(held ? 'Every check held.' : 'At least one check failed: this is not the bundle as it was made.');
  return held ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
