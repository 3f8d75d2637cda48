import { randomBytes } from 'node:crypto';
import { getAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { authorizationHash } from '../rails/authorization-hash.ts';
import { recoverSigner } from '../rails/recover.ts';
import { askOnce, parsed } from './once.ts';
import type { PayableEntry, SigningPolicy } from './policy.ts';
import type { SignerSettings } from './settings.ts';

/** What a payer of USDC signs (EIP-3009), as x402 carries it. */
export interface Authorization {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
}

export interface SignedActivity {
  readonly authorization: Authorization;
  readonly signature: string;
}

/** Who signs outbound payments. It is handed one authorization and the policy under which it may be signed. */
export interface OutboundSigner {
  /** Address that pays. Throws ServiceError `ext_signer_*`. */
  address(): Promise<string>;
  /** Signs, and says under which policy that was allowed. Throws ServiceError `ext_signer_*`. */
  sign(
    authorization: Authorization,
    entry: PayableEntry,
    policy: SigningPolicy,
  ): Promise<{ readonly signature: string; readonly policy: SigningPolicy }>;
}

const unavailable = (detail: string) => new ServiceError('ext_signer_unavailable', { detail, charged: false });

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

const domainOf = ({ name, version, network, asset }: PayableEntry) => ({
  name,
  version,
  chainId: Number(network.slice('eip155:'.length)),
  verifyingContract: getAddress(asset),
});

/** A key in this process. */
export class KeySigner implements OutboundSigner {
  readonly #account: ReturnType<typeof privateKeyToAccount>;

  constructor(key: string) {
    this.#account = privateKeyToAccount(key as Hex);
  }

  async address(): Promise<string> {
    return this.#account.address;
  }

  async sign(authorization: Authorization, entry: PayableEntry, policy: SigningPolicy) {
    const signature = await this.#account.signTypedData({
      domain: domainOf(entry),
      types,
      primaryType: 'TransferWithAuthorization',
      message: {
        from: authorization.from as Hex,
        to: authorization.to as Hex,
        value: BigInt(authorization.value),
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
        nonce: authorization.nonce as Hex,
      },
    });
    return { signature, policy };
  }
}

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const Policy = z.strictObject({
  network: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxAmount: z.string(),
  maxValiditySeconds: z.number(),
});
const AccountAnswer = z.looseObject({ address });
const SignAnswer = z.looseObject({ signature: z.string().regex(/^0x[0-9a-fA-F]{130}$/), policy: Policy });

const attempts = 3;
const timeoutMs = 5_000;
/** Longest pause that is waited for between two attempts. */
const maxPauseMs = 2_000;
const defaultPauseSeconds = 1;

/**
 * A process of its own that holds the key: `GET <url>/account` names the address, `POST <url>/sign` takes the typed data
 * and the policy, and answers with the signature and the policy under which it allowed it. Signing moves nothing by
 * itself, so a rate limit is waited out a few times.
 */
export class ProcessSigner implements OutboundSigner {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  #address: string | undefined;

  constructor({ url, token }: Extract<SignerSettings, { kind: 'process' }>) {
    this.#url = url.replace(/\/+$/, '');
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  async address(): Promise<string> {
    if (this.#address === undefined) {
      const answer = AccountAnswer.safeParse(await this.#ask('/account'));
      if (!answer.success) throw unavailable('The signer does not say with which address it pays.');
      this.#address = getAddress(answer.data.address);
    }
    return this.#address;
  }

  async sign(authorization: Authorization, entry: PayableEntry, policy: SigningPolicy) {
    const typedData = {
      domain: domainOf(entry),
      types,
      primaryType: 'TransferWithAuthorization',
      message: authorization,
    };
    const answer = SignAnswer.safeParse(await this.#ask('/sign', { typedData, policy }));
    if (!answer.success) throw unavailable('The answer of the signer cannot be read.');
    return answer.data;
  }

  async #ask(path: string, body?: object): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const answer = await askOnce({
        url: new URL(`${this.#url}${path}`),
        headers: this.#headers,
        timeoutMs,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (answer.kind !== 'answered') throw unavailable('The signer did not answer.');
      if (answer.status === 200) return parsed(answer.text);
      if (answer.status !== 429) throw unavailable(`The signer answered with status ${answer.status}.`);
      const pauseSeconds = secondsOf(answer.header('retry-after'));
      if (attempt === attempts || pauseSeconds * 1000 > maxPauseMs)
        throw new ServiceError('ext_signer_rate_limited', { retryAfterSeconds: pauseSeconds, charged: false });
      await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000));
    }
  }
}

function secondsOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? defaultPauseSeconds);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 3600) : defaultPauseSeconds;
}

const samePolicy = (a: SigningPolicy, b: SigningPolicy) =>
  a.network === b.network &&
  a.asset.toLowerCase() === b.asset &&
  a.payTo.toLowerCase() === b.payTo &&
  a.maxAmount === b.maxAmount &&
  a.maxValiditySeconds === b.maxValiditySeconds;

/**
 * Signs for one entry under exactly this policy. The signature is held against the address before anything is sent, and
 * so is the policy that the signer says it allowed it under. Throws ServiceError `ext_signer_*`.
 * @param now milliseconds
 * @param nonce of the authorization, 32 bytes; a random one where absent
 */
export async function signUnder(
  signer: OutboundSigner,
  entry: PayableEntry,
  policy: SigningPolicy,
  now: number,
  nonce = `0x${randomBytes(32).toString('hex')}`,
): Promise<SignedActivity> {
  const from = await signer.address();
  const validity = Math.min(entry.maxTimeoutSeconds, policy.maxValiditySeconds);
  const authorization: Authorization = {
    from,
    to: getAddress(entry.payTo),
    value: entry.amount.toString(),
    validAfter: '0',
    validBefore: String(Math.floor(now / 1000) + validity),
    nonce,
  };
  const signed = await signer.sign(authorization, entry, policy);
  if (!samePolicy(signed.policy, policy))
    throw unavailable('The signer allowed this under another policy than the configured one.');
  const { name, version, chainId, verifyingContract } = domainOf(entry);
  const hash = authorizationHash(
    { name, version, chainId, asset: verifyingContract },
    {
      from: from as Hex,
      to: authorization.to as Hex,
      value: entry.amount,
      validAfter: 0n,
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as Hex,
    },
  );
  if (recoverSigner(hash, signed.signature as Hex) !== from.toLowerCase())
    throw unavailable('The signature is not of the address that pays.');
  return { authorization, signature: signed.signature };
}

/** The signer that is configured. */
export function openSigner(settings: SignerSettings): OutboundSigner {
  return settings.kind === 'key' ? new KeySigner(settings.key) : new ProcessSigner(settings);
}
