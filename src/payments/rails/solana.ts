import { VersionedMessage } from '@solana/web3.js';
import { z } from 'zod';
import { once } from '../../kernel/memoize.ts';
import { assumedValidityMs } from '../../store/ledger.ts';
import { openSolanaChain, type SolanaChain } from '../chain/solana.ts';
import { type Offer, refusal } from '../wire.ts';
import { solanaPaymentId } from './identity.ts';
import {
  type Precheck,
  type Rail,
  type RailPayment,
  type RailSettings,
  type SentOrder,
  type SettlementLookup,
  untilYounger,
} from './rail.ts';
import { associatedAccount, type ParsedTransfer, parseTransfer, tokenProgram } from './solana-transfer.ts';

const PayloadSchema = z.object({ transaction: z.string().min(1).max(4096) });

/** The clocks of the chain and of this service may differ by this much. */
const skewSeconds = 120;
/** About two seconds of blocks. */
const slotsAfterRefusal = 5;
const notYet = { kind: 'absent', final: false } as const;

/** USDC on Solana: the payer signs a transfer, the facilitator adds the fee and sends it. */
export function solanaRail({ network, asset, payTo, rpcUrl, rpcTimeoutMs }: RailSettings): Rail {
  // facilitators hand out another fee payer at each call; any that was named is still accepted
  const feePayers = new Set<unknown>();
  const chain = once(() => openSolanaChain(network, rpcUrl, rpcTimeoutMs));
  return {
    ...{ kind: 'solana', network, asset, payTo },
    extra(served, { signers = {} }) {
      const feePayer = served.extra?.feePayer;
      if (typeof feePayer !== 'string') return undefined;
      for (const known of [feePayer, ...(signers['solana:*'] ?? []), ...(signers[network] ?? [])]) feePayers.add(known);
      return { feePayer };
    },
    read({ payload, accepted }): RailPayment | undefined {
      const { data } = PayloadSchema.safeParse(payload);
      const parsed = data && parseTransfer(data.transaction);
      if (!parsed) return undefined;
      const { payer } = parsed;
      const id = solanaPaymentId(network, parsed.message);
      return {
        ...{ id, payer, validUntil: 0 },
        adopt(offer) {
          const feePayer = accepted.extra?.feePayer;
          return feePayers.has(feePayer) ? { ...offer, extra: { ...offer.extra, feePayer } } : offer;
        },
        // a block hash does not say when it was made; verification finds out
        period: () => undefined,
        precheck: async (offer) => precheck(parsed, offer),
        covers: async (offer) => (await chain().balanceOf(payer, offer.asset)) >= BigInt(offer.amount),
        ask: (offer, order) => ask(chain, order, () => lookUp(chain(), id, parsed, offer, order)),
      };
    },
  };
}

function precheck({ feePayer, transfer, fault, payerSigned }: ParsedTransfer, offer: Offer): Precheck {
  if (feePayer !== offer.extra.feePayer)
    return refusal('no_matching_requirements', 'The fee payer of the transaction is not the one of the offer.');
  if (fault) return refusal('invalid_payload', fault);
  if (!transfer) return { kind: 'undecided' };
  const destination = associatedAccount(offer.payTo, offer.asset, transfer.program).toBase58();
  if (transfer.mint !== offer.asset || transfer.destination !== destination)
    return refusal(
      'no_matching_requirements',
      'The transfer goes to another account or moves another asset than the offer.',
    );
  if (transfer.amount !== BigInt(offer.amount))
    return refusal('no_matching_requirements', 'The transfer moves another amount than the offer.');
  return payerSigned ? { kind: 'good' } : refusal('invalid_signature');
}

function ask(chain: () => SolanaChain, { heardAt }: SentOrder, look: () => Promise<SettlementLookup>) {
  let enough: number | undefined;
  return untilYounger(async () => {
    if (heardAt === undefined) return { found: await look(), young: true };
    // blocks of this chain carry estimated dates: some slots later, what had landed by then is seen
    const slot = await chain().slot();
    const young = enough !== undefined && slot >= enough;
    const isDue = young || enough === undefined;
    enough ??= slot + slotsAfterRefusal;
    return { found: isDue ? await look() : notYet, young };
  });
}

async function lookUp(
  chain: SolanaChain,
  id: string,
  { message, transfer, payer, feePayer }: ParsedTransfer,
  { payTo, asset }: Offer,
  { since, transaction }: SentOrder,
): Promise<SettlementLookup> {
  // the payer's own account has few transactions beside this one, ours has one for each sale
  const own = transfer?.source ?? (payer === feePayer ? undefined : payer);
  const payment = {
    ...{ id, transaction, account: own ?? associatedAccount(payTo, asset, tokenProgram).toBase58() },
    since: Math.floor(since / 1000) - skewSeconds,
    until: Math.floor((since + assumedValidityMs) / 1000) + skewSeconds,
  };
  const landed = await chain.find(payment);
  if (landed) return landed;
  if (await chain.isUsable(VersionedMessage.deserialize(message).recentBlockhash)) return notYet;
  // the last block that takes it may have been made between the two questions: look once more
  return (await chain.find(payment)) ?? { kind: 'absent', final: true };
}
