import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { getAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { exchange, parsed } from '../http-exchange.ts';
import { type Authorization, authorizationHash, isSignedByPayer, typedDataOf } from '../rails/authorization.ts';
import type { Offer } from '../wire.ts';
import type { SigningPolicy } from './policy.ts';
import type { SignerSettings } from './settings.ts';

/** What signs outbound payments. It is handed one authorization and the policy under which it may be signed. */
export interface OutboundSigner {
  /** Address that pays. Throws ServiceError `ext_signer_*`. */
  address(): Promise<string>;
  /** Signs, and says under which policy that was allowed. Throws ServiceError `ext_signer_*`. */
  sign(
    authorization: Authorization,
    terms: Offer,
    policy: SigningPolicy,
  ): Promise<{ readonly signature: string; readonly policy: SigningPolicy }>;
}

const unavailable = (detail: string) => new ServiceError('ext_signer_unavailable', { detail, charged: false });

function keySigner(key: string): OutboundSigner {
  const account = privateKeyToAccount(key as Hex);
  return {
    address: async () => account.address,
    async sign(authorization, terms, policy) {
      return { signature: await account.sign({ hash: authorizationHash(terms, authorization) }), policy };
    },
  };
}

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const lowerCase = z.string().toLowerCase();
const Policy = z.strictObject({
  network: z.string(),
  asset: lowerCase,
  payTo: lowerCase,
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
function processSigner({ url, token }: Extract<SignerSettings, { kind: 'process' }>): OutboundSigner {
  const base = url.replace(/\/+$/, '');
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let known: string | undefined;
  async function ask(path: string, body?: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const answer = await exchange({ url: new URL(`${base}${path}`), headers, timeoutMs, body });
      if (answer.kind !== 'answered') throw unavailable('The signer did not answer.');
      if (answer.status === 200) return parsed(answer.text);
      if (answer.status !== 429) throw unavailable(`The signer answered with status ${answer.status}.`);
      const pauseSeconds = secondsOf(answer.header('retry-after'));
      if (attempt === attempts || pauseSeconds * 1000 > maxPauseMs)
        throw new ServiceError('ext_signer_rate_limited', { retryAfterSeconds: pauseSeconds, charged: false });
      await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000));
    }
  }
  return {
    async address() {
      if (known !== undefined) return known;
      const { data } = AccountAnswer.safeParse(await ask('/account'));
      if (!data) throw unavailable('The signer does not say with which address it pays.');
      known = getAddress(data.address);
      return known;
    },
    async sign(authorization, terms, policy) {
      const body = { typedData: typedDataOf(terms, authorization), policy };
      const { data } = SignAnswer.safeParse(await ask('/sign', JSON.stringify(body)));
      if (!data) throw unavailable('The answer of the signer cannot be read.');
      return data;
    },
  };
}

function secondsOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? defaultPauseSeconds);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 3600) : defaultPauseSeconds;
}

/**
 * Signs for one offer under exactly this policy. The signature is held against the address before anything is sent, and
 * so is the policy that the signer says it allowed it under. Gives the payload of a payment. Throws ServiceError
 * `ext_signer_*`.
 * @param now milliseconds
 * @param nonce of the authorization, 32 bytes; a random one where absent
 */
export async function signUnder(
  signer: OutboundSigner,
  terms: Offer,
  policy: SigningPolicy,
  now: number,
  nonce = `0x${randomBytes(32).toString('hex')}`,
): Promise<{ readonly authorization: Authorization; readonly signature: string }> {
  const validity = Math.min(terms.maxTimeoutSeconds, policy.maxValiditySeconds);
  const authorization: Authorization = {
    from: await signer.address(),
    to: getAddress(terms.payTo),
    value: terms.amount,
    validAfter: '0',
    validBefore: String(Math.floor(now / 1000) + validity),
    nonce,
  };
  const signed = await signer.sign(authorization, terms, policy);
  if (!isDeepStrictEqual(signed.policy, policy))
    throw unavailable('The signer allowed this under another policy than the configured one.');
  if (!isSignedByPayer(terms, authorization, signed.signature))
    throw unavailable('The signature is not of the address that pays.');
  return { authorization, signature: signed.signature };
}

export const openSigner = (settings: SignerSettings): OutboundSigner =>
  settings.kind === 'key' ? keySigner(settings.key) : processSigner(settings);
