import { z } from 'zod';

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

/** The part of a seller's terms that is signed for. */
export interface PayableEntry {
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly amount: bigint;
  readonly maxTimeoutSeconds: number;
  /** Domain of the token's signature (EIP-712). */
  readonly name: string;
  readonly version: string;
}

/** A challenge as a seller makes it: the terms that can be paid, and what the payment is wrapped in. */
export interface SellerTerms {
  readonly x402Version: 1 | 2;
  readonly entry: PayableEntry;
  /** The chosen entry, unchanged. */
  readonly accepted: Readonly<Record<string, unknown>>;
  /** As the seller names what is sold; goes back unchanged. */
  readonly resource?: unknown;
}

const extra = z.looseObject({
  name: z.string().min(1),
  version: z.string().min(1),
  assetTransferMethod: z.literal('eip3009').optional(),
});
const common = {
  scheme: z.literal('exact'),
  network: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number().int().positive(),
  extra,
};
const atomic = z.string().regex(/^[1-9]\d{0,30}$/);
const EntryV2 = z.looseObject({ ...common, amount: atomic });
const EntryV1 = z.looseObject({ ...common, maxAmountRequired: atomic, resource: z.string().optional() });

const ChallengeV2 = z.looseObject({
  x402Version: z.literal(2),
  accepts: z.array(z.unknown()).max(50),
  resource: z.looseObject({ url: z.string() }).optional(),
});
const ChallengeV1 = z.looseObject({ x402Version: z.literal(1), accepts: z.array(z.unknown()).max(50) });

/** Names that version 1 of the protocol has for networks. */
const namesV1: Readonly<Record<string, string>> = { base: 'eip155:8453', 'base-sepolia': 'eip155:84532' };

/** The same endpoint: a challenge for another one is not paid. */
function sameEndpoint(named: string | undefined, called: URL): boolean {
  if (named === undefined) return true;
  if (!URL.canParse(named)) return false;
  const url = new URL(named);
  return url.host === called.host && url.pathname === called.pathname;
}

function fits(entry: PayableEntry, policy: SigningPolicy): boolean {
  return (
    entry.network === policy.network &&
    entry.asset.toLowerCase() === policy.asset &&
    entry.payTo.toLowerCase() === policy.payTo &&
    entry.amount <= BigInt(policy.maxAmount)
  );
}

/**
 * The one entry of a challenge that the policy allows; undefined where the challenge cannot be read, is for another
 * endpoint, or has none or several such entries.
 * @param challenge body or header of a 402, parsed
 */
export function payableTerms(challenge: unknown, called: URL, policy: SigningPolicy): SellerTerms | undefined {
  const second = ChallengeV2.safeParse(challenge);
  if (second.success) {
    const { accepts, resource } = second.data;
    if (!sameEndpoint(resource?.url, called)) return undefined;
    const read = accepts.flatMap((accepted): SellerTerms[] => {
      const entry = EntryV2.safeParse(accepted);
      return entry.success
        ? [{ x402Version: 2, entry: payable(entry.data, entry.data.amount), ...stored(accepted, resource) }]
        : [];
    });
    return onlyOne(read, policy);
  }
  const first = ChallengeV1.safeParse(challenge);
  if (!first.success) return undefined;
  const read = first.data.accepts.flatMap((accepted): SellerTerms[] => {
    const entry = EntryV1.safeParse(accepted);
    if (!entry.success || !sameEndpoint(entry.data.resource, called)) return [];
    const network = namesV1[entry.data.network] ?? entry.data.network;
    return [
      { x402Version: 1, entry: payable({ ...entry.data, network }, entry.data.maxAmountRequired), ...stored(accepted) },
    ];
  });
  return onlyOne(read, policy);
}

const stored = (accepted: unknown, resource?: unknown) => ({
  accepted: accepted as Readonly<Record<string, unknown>>,
  ...(resource !== undefined && { resource }),
});

interface ReadEntry extends Omit<PayableEntry, 'amount' | 'name' | 'version'> {
  readonly extra: Pick<PayableEntry, 'name' | 'version'>;
}

function payable(
  { network, asset, payTo, maxTimeoutSeconds, extra: { name, version } }: ReadEntry,
  amount: string,
): PayableEntry {
  return { network, asset, payTo, amount: BigInt(amount), maxTimeoutSeconds, name, version };
}

function onlyOne(read: readonly SellerTerms[], policy: SigningPolicy): SellerTerms | undefined {
  const allowed = read.filter(({ entry }) => fits(entry, policy));
  return allowed.length === 1 ? allowed[0] : undefined;
}
