import { Connection, PublicKey, VersionedMessage } from '@solana/web3.js';
import { z } from 'zod';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import type { Credential } from '../credential.ts';
import type { Supported } from '../facilitator.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Offer } from '../wire.ts';
import { solanaPaymentId } from './identity.ts';
import { type AskTimes, type Identity, type Precheck, type Rail, type SettlementLookup, untilYounger } from './rail.ts';
import { associatedAccount, type ParsedTransfer, parseTransfer, tokenProgram } from './solana-transfer.ts';

const PayloadSchema = z.object({ transaction: z.string().min(1).max(4096) });

export interface SolanaRailSettings {
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly rpcUrl: string;
  readonly rpcTimeoutMs: number;
}

/** Transactions of our token account that are looked at in one recovery. */
const maxCandidates = 200;
const pageSize = 1000;
/** Clocks of chain and house may differ by this much. */
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
  #connection: Connection | undefined;

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
    const { value } = await this.#chain().getTokenAccountBalance(associatedAccount(payer, asset, tokenProgram));
    return BigInt(value.amount) >= BigInt(amount);
  }

  async ask(credential: Credential, offer: Offer, { since, heardAt }: AskTimes): Promise<SettlementLookup> {
    const parsed = read(credential);
    if (!parsed) return { kind: 'no_answer', why: 'not a payload of this network' };
    const sinceSeconds = Math.floor(since / 1000) - skewSeconds;
    let enough: number | undefined;
    try {
      return await untilYounger(async () => {
        if (heardAt === undefined) return { found: await this.#lookUp(parsed, offer, sinceSeconds), young: true };
        // blocks of this chain carry estimated dates: some slots later, what had landed by then is seen
        const slot = await this.#chain().getSlot('confirmed');
        const young = enough !== undefined && slot >= enough;
        const look = young || enough === undefined;
        enough ??= slot + slotsAfterRefusal;
        return { found: look ? await this.#lookUp(parsed, offer, sinceSeconds) : notYet, young };
      });
    } catch (error) {
      return { kind: 'no_answer', why: `chain: ${error instanceof Error ? error.name : 'failed'}` };
    }
  }

  async #lookUp(parsed: ParsedTransfer, offer: Offer, sinceSeconds: number): Promise<SettlementLookup> {
    const landed = await this.#find(parsed, offer, sinceSeconds);
    if (landed) return landed;
    const { recentBlockhash } = VersionedMessage.deserialize(parsed.message);
    const { value: usable } = await this.#chain().isBlockhashValid(recentBlockhash, { commitment: 'confirmed' });
    if (usable) return { kind: 'absent', final: false };
    // the last block that takes it may have been made between the two questions: look once more
    const late = await this.#find(parsed, offer, sinceSeconds);
    return late ?? { kind: 'absent', final: true };
  }

  /** The landed transaction with exactly our message, among those of the account that was to be paid. */
  async #find(parsed: ParsedTransfer, offer: Offer, sinceSeconds: number): Promise<SettlementLookup | undefined> {
    const account = associatedAccount(offer.payTo, offer.asset, parsed.transfer?.program ?? tokenProgram);
    const wanted = Buffer.from(parsed.message);
    let looked = 0;
    for await (const signature of this.#signaturesOf(new PublicKey(account), sinceSeconds)) {
      if (++looked > maxCandidates) throw new RangeError('more transactions than are looked at');
      const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
      const found = await this.#chain().getTransaction(signature, options);
      if (!found || !Buffer.from(found.transaction.message.serialize()).equals(wanted)) continue;
      if (!found.blockTime) throw new RangeError('a block without a time');
      return { kind: 'landed', transaction: signature, at: found.blockTime * 1000 };
    }
    return undefined;
  }

  /** Signatures of an account's successful transactions since a time, newest first. */
  async *#signaturesOf(account: PublicKey, sinceSeconds: number): AsyncGenerator<string, void, undefined> {
    let before: string | undefined;
    for (;;) {
      const page = await this.#chain().getSignaturesForAddress(
        account,
        { limit: pageSize, ...(before && { before }) },
        'confirmed',
      );
      for (const entry of page) {
        if (entry.blockTime && entry.blockTime < sinceSeconds) return;
        if (!entry.err) yield entry.signature;
      }
      const last = page.at(-1);
      if (page.length < pageSize || !last) return;
      before = last.signature;
    }
  }

  #chain(): Connection {
    const { rpcUrl, rpcTimeoutMs } = this.#settings;
    this.#connection ??= new Connection(rpcUrl, {
      commitment: 'confirmed',
      disableRetryOnRateLimit: true,
      fetch: (url, init) => fetch(url as URL, { ...(init as RequestInit), signal: AbortSignal.timeout(rpcTimeoutMs) }),
    });
    return this.#connection;
  }
}

const read = memoizeByFirst((credential: Credential): ParsedTransfer | undefined => {
  const parsed = PayloadSchema.safeParse(credential.payload);
  return parsed.success ? parseTransfer(parsed.data.transaction) : undefined;
});
