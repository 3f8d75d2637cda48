import { VersionedMessage } from '@solana/web3.js';
import { z } from 'zod';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import { assumedValidityMs } from '../../store/ledger.ts';
import { whyOf } from '../chain/reader.ts';
import { openSolanaChain, type SolanaChain } from '../chain/solana.ts';
import type { Credential } from '../credential.ts';
import type { Supported } from '../facilitator.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Offer } from '../wire.ts';
import { solanaPaymentId } from './identity.ts';
import {
  type Identity,
  type Precheck,
  type Rail,
  type SentOrder,
  type SettlementLookup,
  untilYounger,
} from './rail.ts';
import { associatedAccount, type ParsedTransfer, parseTransfer, tokenProgram } from './solana-transfer.ts';

const PayloadSchema = z.object({ transaction: z.string().min(1).max(4096) });

export interface SolanaRailSettings {
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly rpcUrl: string;
  readonly rpcTimeoutMs: number;
}

/** The clocks of the chain and of this service may differ by this much. */
const skewSeconds = 120;
/** About two seconds of blocks. */
const slotsAfterRefusal = 5;
const notYet = { kind: 'absent', final: false } as const;

/** USDC on Solana: the payer signs a transfer, the facilitator adds the fee and sends it. */
export class SolanaRail implements Rail {
  readonly kind = 'solana';
  readonly network: string;
  readonly #settings: SolanaRailSettings;
  readonly #feePayers = new Set<string>();
  #opened: SolanaChain | undefined;

  constructor(settings: SolanaRailSettings) {
    this.#settings = settings;
    this.network = settings.network;
  }

  offer(terms: { amount: string; maxTimeoutSeconds: number }, supported: Supported): Offer | undefined {
    const served = supported.kinds.find(
      (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === this.network,
    );
    const feePayer = served?.extra?.feePayer;
    if (typeof feePayer !== 'string') return undefined;
    for (const known of [
      feePayer,
      ...(supported.signers['solana:*'] ?? []),
      ...(supported.signers[this.network] ?? []),
    ])
      this.#feePayers.add(known);
    return {
      scheme: 'exact',
      network: this.network as Offer['network'],
      asset: this.#settings.asset,
      amount: terms.amount,
      payTo: this.#settings.payTo,
      maxTimeoutSeconds: terms.maxTimeoutSeconds,
      extra: { feePayer },
    };
  }

  /** Facilitators hand out another fee payer at each call; any that it has named stays good. */
  adopt(offer: Offer, accepted: Offer): Offer {
    const feePayer = accepted.extra?.feePayer;
    return typeof feePayer === 'string' && this.#feePayers.has(feePayer)
      ? { ...offer, extra: { ...offer.extra, feePayer } }
      : offer;
  }

  identify(credential: Credential): Identity | undefined {
    const parsed = read(credential);
    if (!parsed) return undefined;
    return { id: solanaPaymentId(this.network, parsed.message), payer: parsed.payer, validUntil: 0 };
  }

  /** A block hash does not say when it was made; verification finds out. */
  period(): Refusal | undefined {
    return undefined;
  }

  async precheck(credential: Credential, offer: Offer): Promise<Precheck> {
    const parsed = read(credential);
    if (!parsed) return refusal('invalid_payload');
    if (parsed.feePayer !== offer.extra.feePayer)
      return refusal('no_matching_requirements', 'The fee payer of the transaction is not the one of the offer.');
    const { transfer, fault } = parsed;
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
    return parsed.payerSigned ? { kind: 'good' } : refusal('invalid_signature');
  }

  async covers(payer: string, { asset, amount }: Offer): Promise<boolean> {
    return (await this.#chain().balanceOf(payer, asset)) >= BigInt(amount);
  }

  async ask(credential: Credential, offer: Offer, order: SentOrder): Promise<SettlementLookup> {
    const parsed = read(credential);
    if (!parsed) return { kind: 'no_answer', why: 'not a payload of this network' };
    let enough: number | undefined;
    try {
      return await untilYounger(async () => {
        if (order.heardAt === undefined) return { found: await this.#lookUp(parsed, offer, order), young: true };
        // blocks of this chain carry estimated dates: some slots later, what had landed by then is seen
        const slot = await this.#chain().slot();
        const young = enough !== undefined && slot >= enough;
        const look = young || enough === undefined;
        enough ??= slot + slotsAfterRefusal;
        return { found: look ? await this.#lookUp(parsed, offer, order) : notYet, young };
      });
    } catch (error) {
      return { kind: 'no_answer', why: whyOf(error) };
    }
  }

  async #lookUp(
    { message, transfer, payer, feePayer }: ParsedTransfer,
    { payTo, asset }: Offer,
    { since, transaction }: SentOrder,
  ): Promise<SettlementLookup> {
    // the payer's own account has few transactions beside this one, ours has one for each sale
    const own = transfer?.source ?? (payer === feePayer ? undefined : payer);
    const payment = {
      id: solanaPaymentId(this.network, message),
      account: own ?? associatedAccount(payTo, asset, tokenProgram).toBase58(),
      transaction,
      since: Math.floor(since / 1000) - skewSeconds,
      until: Math.floor((since + assumedValidityMs) / 1000) + skewSeconds,
    };
    const landed = await this.#chain().find(payment);
    if (landed) return landed;
    if (await this.#chain().isUsable(VersionedMessage.deserialize(message).recentBlockhash)) return notYet;
    // the last block that takes it may have been made between the two questions: look once more
    return (await this.#chain().find(payment)) ?? { kind: 'absent', final: true };
  }

  #chain(): SolanaChain {
    const { rpcUrl, rpcTimeoutMs } = this.#settings;
    this.#opened ??= openSolanaChain(this.network, rpcUrl, rpcTimeoutMs);
    return this.#opened;
  }
}

const read = memoizeByFirst((credential: Credential): ParsedTransfer | undefined => {
  const parsed = PayloadSchema.safeParse(credential.payload);
  return parsed.success ? parseTransfer(parsed.data.transaction) : undefined;
});
