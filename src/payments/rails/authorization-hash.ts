import { concat, type Hex, hexToBytes, keccak256, numberToBytes, pad, stringToBytes } from 'viem';

/** The contract that a signature is for (EIP-712). */
export interface TokenDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly asset: Hex;
}

/** What the payer of USDC signs (EIP-3009). */
export interface SignedAuthorization {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly nonce: Hex;
}

const typeHash = (type: string) => keccak256(stringToBytes(type), 'bytes');
const domainType = typeHash('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
const transferType = typeHash(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
);
const prefix = Uint8Array.of(0x19, 0x01);

const word = (value: bigint) => numberToBytes(value, { size: 32 });
const account = (address: Hex) => pad(hexToBytes(address), { size: 32 });

const domains = new Map<string, Uint8Array>();
const maxDomains = 16;

function domainSeparator({ name, version, chainId, asset }: TokenDomain): Uint8Array {
  const key = JSON.stringify([name, version, chainId, asset.toLowerCase()]);
  let separator = domains.get(key);
  if (!separator) {
    const parts = [domainType, typeHash(name), typeHash(version), word(BigInt(chainId)), account(asset)];
    separator = keccak256(concat(parts), 'bytes');
    if (domains.size < maxDomains) domains.set(key, separator);
  }
  return separator;
}

/**
 * The hash that the signature of a TransferWithAuthorization stands under. The same as viem's `hashTypedData`, for this
 * one type: two hashes instead of eight, since type and domain are always the same.
 */
export function authorizationHash(domain: TokenDomain, authorization: SignedAuthorization): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const times = [word(validAfter), word(validBefore)];
  const struct = keccak256(
    concat([transferType, account(from), account(to), word(value), ...times, hexToBytes(nonce)]),
    'bytes',
  );
  return keccak256(concat([prefix, domainSeparator(domain), struct]));
}
