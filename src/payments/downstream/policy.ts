import { z } from 'zod';
import type { Offer } from '../wire.ts';

/** What may be signed for one provider, exactly: nothing broader is ever signed. */
export interface SigningPolicy {
  readonly network: string;
  /** Lower case. */
  readonly asset: string;
  /** Lower case. */
  readonly payTo: string;
  /** Atomic units. */
  readonly maxAmount: string;
  readonly maxValiditySeconds: number;
}

/** Terms of a seller that can be paid, and what the payment is wrapped in. */
export interface SellerTerms {
  readonly x402Version: 1 | 2;
  /** The chosen entry as version 2 has it; `extra` names the token's domain (EIP-712). */
  readonly offer: Offer;
  /** The chosen entry, unchanged. */
  readonly accepted: unknown;
  /** As the seller names what is sold; goes back unchanged. */
  readonly resource?: unknown;
}

const common = {
  scheme: z.literal('exact'),
  network: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number().int().positive(),
  extra: z.looseObject({
    name: z.string().min(1),
    version: z.string().min(1),
    assetTransferMethod: z.literal('eip3009').optional(),
  }),
};
const atomic = z.string().regex(/^[1-9]\d{0,30}$/);
/** Names that version 1 of the protocol has for networks. */
const namesV1: Readonly<Record<string, string>> = { base: 'eip155:8453', 'base-sepolia': 'eip155:84532' };
/** An entry by version of the protocol, as version 2 has it; the older one has the address of what is sold in it. */
const entries = {
  1: z
    .object({ ...common, maxAmountRequired: atomic, resource: z.string().optional() })
    .transform(({ maxAmountRequired: amount, network, resource: url, ...rest }) => ({
      offer: { ...rest, amount, network: namesV1[network] ?? network },
      url,
    })),
  2: z.object({ ...common, amount: atomic }).transform((offer) => ({ offer, url: undefined })),
};
const accepts = z.array(z.unknown()).max(50);
const Challenge = z.discriminatedUnion('x402Version', [
  z.object({ x402Version: z.literal(1), accepts }),
  z.object({ x402Version: z.literal(2), accepts, resource: z.looseObject({ url: z.string() }).optional() }),
]);

/** The same endpoint: a challenge for another one is not paid. */
function isEndpoint(named: string | undefined, called: URL): boolean {
  if (named === undefined) return true;
  const url = URL.canParse(named) ? new URL(named) : undefined;
  return url?.host === called.host && url.pathname === called.pathname;
}

const fits = ({ network, asset, payTo, amount }: Offer, policy: SigningPolicy) =>
  network === policy.network &&
  asset.toLowerCase() === policy.asset &&
  payTo.toLowerCase() === policy.payTo &&
  BigInt(amount) <= BigInt(policy.maxAmount);

/**
 * The one entry of a challenge that the policy allows; undefined where the challenge cannot be read, is for another
 * endpoint, or has none or several such entries.
 * @param challenge body or header of a 402, parsed
 */
export function payableTerms(challenge: unknown, called: URL, policy: SigningPolicy): SellerTerms | undefined {
  const { data } = Challenge.safeParse(challenge);
  if (!data) return undefined;
  const { x402Version } = data;
  const resource = data.x402Version === 2 ? data.resource : undefined;
  const allowed = data.accepts.flatMap((accepted): SellerTerms[] => {
    const entry = entries[x402Version].safeParse(accepted).data;
    if (!entry || !isEndpoint(resource?.url ?? entry.url, called)) return [];
    const offer = entry.offer as Offer;
    return fits(offer, policy) ? [{ x402Version, offer, accepted, resource }] : [];
  });
  return allowed.length === 1 ? allowed[0] : undefined;
}
