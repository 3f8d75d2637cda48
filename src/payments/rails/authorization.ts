import { LRUCache } from 'lru-cache';
import { concat, encodeAbiParameters, getAddress, type Hex, hashDomain, keccak256, stringToHex } from 'viem';
import type { Offer } from '../wire.ts';
import { recoverSigner } from './recover.ts';

/** What a payer of USDC signs (EIP-3009), as x402 carries it: integers as decimal text, times in Unix seconds. */
export interface Authorization {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
}

/** The terms that a signature depends on: the contract of the token, with its name and version (EIP-712) in `extra`. */
export type SignedTerms = Pick<Offer, 'network' | 'asset' | 'extra'>;

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
const primaryType = 'TransferWithAuthorization';
const parameters = [{ type: 'bytes32' }, ...fields] as const;
const typeHash = keccak256(stringToHex(`${primaryType}(${fields.map(({ name, type }) => `${type} ${name}`).join()})`));

/** An authorization as typed data, for a signer in another process. */
export const typedDataOf = ({ network, asset, extra }: SignedTerms, message: Authorization) => ({
  domain: {
    name: String(extra.name),
    version: String(extra.version),
    chainId: Number(network.slice('eip155:'.length)),
    verifyingContract: getAddress(asset),
  },
  types: { [primaryType]: fields },
  primaryType,
  message,
});

const separators = new LRUCache<string, Hex>({
  max: 16,
  memoMethod: (domain) => hashDomain({ domain: JSON.parse(domain), types: { EIP712Domain: domainFields } }),
});

/**
 * The hash that the signature of an authorization stands under. The same as viem's `hashTypedData`, for this one type:
 * two hashes instead of eight, since type and domain are always the same.
 */
export function authorizationHash(terms: SignedTerms, authorization: Authorization): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const { domain } = typedDataOf(terms, authorization);
  const [payer, payee] = [from, to].map((address) => address.toLowerCase() as Hex) as [Hex, Hex];
  const numbers = [BigInt(value), BigInt(validAfter), BigInt(validBefore)] as const;
  const struct = encodeAbiParameters(parameters, [typeHash, payer, payee, ...numbers, nonce as Hex]);
  return keccak256(concat(['0x1901', separators.memo(JSON.stringify(domain)), keccak256(struct)]));
}

/** Whether the payer's own key signed an authorization under these terms. */
export const isSignedByPayer = (terms: SignedTerms, authorization: Authorization, signature: string): boolean =>
  recoverSigner(authorizationHash(terms, authorization), signature as Hex) === authorization.from.toLowerCase();
