import { z } from 'zod';
import { type Signature, signatureHolds } from '../../../signing/signature.ts';
import { PublicKeySchema, type PublishedKey, PublishedKeySchema } from '../../../signing/signing-key.ts';
import type { EvidenceBundle } from './bundle.ts';

/** One thing that was checked, in words. */
export interface Check {
  readonly ok: boolean;
  readonly text: string;
}

export interface SignatureOptions {
  /** The service's list of keys (parsed JSON of `/.well-known/jwks.json`), as the reader got it from the service. */
  readonly keys?: unknown;
  /** Id of the key that the reader expects. */
  readonly key?: string | undefined;
}

/** Members that are not needed here are let through, keys of other kinds too. */
const ListSchema = z.object({ keys: z.array(z.looseObject({})) });
const ListedSchema = z.object({
  ...PublicKeySchema.shape,
  ...PublishedKeySchema.pick({ kid: true, nbf: true, exp: true }).shape,
});
type Listed = Pick<PublishedKey, 'nbf' | 'exp'>;

const dateOf = (seconds: number | undefined) =>
  seconds === undefined ? 'any time' : new Date(seconds * 1000).toISOString();
const periodOf = ({ nbf, exp }: Listed) => `from ${dateOf(nbf)} until ${dateOf(exp)}`;

function checkListed({ kid, publicKey, signedAt }: Signature, list: unknown): Check[] {
  const parsed = ListSchema.safeParse(list);
  if (!parsed.success) return [{ ok: false, text: 'The list of keys that you gave is not a JSON Web Key Set.' }];
  const listed = parsed.data.keys
    .map((key) => ListedSchema.safeParse(key))
    .find(({ data }) => data?.kid === kid && data.x === publicKey.x)?.data;
  if (!listed) return [{ ok: false, text: `The key ${kid} is not in the list of keys that you gave.` }];
  const at = Date.parse(signedAt) / 1000;
  const valid = (listed.nbf ?? at) <= at && at < (listed.exp ?? Number.POSITIVE_INFINITY);
  return [
    { ok: true, text: `The key ${kid} is in the list of keys that you gave.` },
    {
      ok: valid,
      text: `By that list the key signs ${periodOf(listed)}: ${signedAt} is ${valid ? 'within' : 'outside of'} it.`,
    },
  ];
}

/** The checks of a bundle's signature; none for a bundle that is not signed, where the reader asks for no key. */
export function checkSignature({ kind, tree, signature }: EvidenceBundle, { keys, key }: SignatureOptions): Check[] {
  if (!signature) {
    const queried = keys !== undefined || key !== undefined;
    return queried ? [{ ok: false, text: 'The bundle is not signed: no key can be compared.' }] : [];
  }
  const { kid, signedAt } = signature;
  const holds = signatureHolds(signature, { kind, root: tree.root });
  return [
    {
      ok: holds,
      text: holds
        ? `The signature is that of the key ${kid} over this root hash, by its own word of ${signedAt}.`
        : `The signature is not that of the key ${kid} over this root hash.`,
    },
    ...(keys === undefined ? [] : checkListed(signature, keys)),
    ...(key === undefined
      ? []
      : [{ ok: key === kid, text: key === kid ? 'The key is the one you gave.' : 'The key is not the one you gave.' }]),
  ];
}

/** What a reader has to know about who made the file. */
export function signatureNotes({ signature }: EvidenceBundle, { keys, key }: SignatureOptions): string[] {
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
