import {
  type ConfirmedTransactionMeta,
  Connection,
  type Finality,
  PublicKey,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { solanaPaymentId } from '../rails/identity.ts';
import type { Landed } from '../rails/rail.ts';
import { associatedAccount, parseTransfer, tokenProgram } from '../rails/solana-transfer.ts';
import { type ChainReader, type Reading, type Receiving, type Transfer, whyOf } from './reader.ts';

interface Transaction {
  readonly id: string;
  readonly signature: string;
  readonly at: number;
  readonly message: VersionedMessage;
  readonly meta: ConfirmedTransactionMeta;
}

const pageSize = 1000;
const mostPages = 200;
/** Transactions of the payer that are looked at for one payment. */
const maxCandidates = 200;

/** What is known of one payment, and where it is looked for. */
export interface SoughtPayment {
  readonly id: string;
  /** An account that its transaction names; the fewer others name it, the better. */
  readonly account: string;
  /** The transaction that a facilitator named. */
  readonly transaction?: string | undefined;
  /** Unix seconds between which it can have landed. */
  readonly since: number;
  readonly until: number;
}

/** The Solana chain: transfers of a token, and the messages that payers signed for them. */
export class SolanaChain implements ChainReader {
  readonly network: string;
  readonly #node: Connection;

  constructor(network: string, node: Connection) {
    this.network = network;
    this.#node = node;
  }

  async received({ asset, payTo, since, until }: Receiving): Promise<Reading> {
    const transfers: Transfer[] = [];
    let read = { since: until, until };
    try {
      // what another chain does not have is no proof; a chain is named by the beginning of its genesis hash (CAIP-30)
      const genesis = await this.#node.getGenesisHash();
      if (!this.network.startsWith('solana:') || !genesis.startsWith(this.network.slice('solana:'.length)))
        throw new RangeError('the node of another chain');
      const now = await this.#timeOf(await this.#node.getSlot('finalized'));
      read = { since: until, until: Math.min(until, now - 1) };
      const mint = await this.#node.getAccountInfo(new PublicKey(asset), 'finalized');
      if (!mint) throw new RangeError('there is no such asset');
      const account = associatedAccount(payTo, asset, mint.owner);
      for await (const { signature, blockTime } of this.#signatures(account, since, 'finalized')) {
        if (blockTime && blockTime >= read.until) continue;
        const found = await this.#transaction(signature, 'finalized');
        // a signature that was listed is there: a node that does not have it is not one to be believed
        if (!found) throw new RangeError('a listed transaction is not stored');
        transfers.push(...movements(found, asset).filter(({ to }) => to === payTo));
        if (blockTime) read = { ...read, since: blockTime + 1 };
      }
      const oldest = await this.#oldestKept();
      if (since > oldest) return { transfers, ...read, since };
      return { transfers, ...read, since: oldest + 1, why: 'chain: the node does not keep so old a block' };
    } catch (error) {
      return { transfers, ...read, why: whyOf(error) };
    }
  }

  async transfersIn(transaction: string, asset: string): Promise<readonly Transfer[]> {
    const found = await this.#transaction(transaction, 'finalized');
    return found ? movements(found, asset) : [];
  }

  /** The landed transaction of one payment: the one that was named, else among those of an account of its payer. */
  async find({ id, account, transaction, since, until }: SoughtPayment): Promise<Landed | undefined> {
    const named = transaction && (await this.#landed(transaction, id));
    if (named) return named;
    let looked = 0;
    for await (const { signature, blockTime } of this.#signatures(new PublicKey(account), since, 'confirmed')) {
      if (blockTime && blockTime > until) continue;
      if (++looked > maxCandidates) throw new RangeError('more transactions than are looked at');
      const landed = await this.#landed(signature, id);
      if (landed) return landed;
    }
    return undefined;
  }

  async balanceOf(owner: string, asset: string): Promise<bigint> {
    const { value } = await this.#node.getTokenAccountBalance(associatedAccount(owner, asset, tokenProgram));
    return BigInt(value.amount);
  }

  /** Whether a transaction with this block hash can still land. */
  async isUsable(blockhash: string): Promise<boolean> {
    return (await this.#node.isBlockhashValid(blockhash, { commitment: 'confirmed' })).value;
  }

  slot(): Promise<number> {
    return this.#node.getSlot('confirmed');
  }

  async #landed(signature: string, id: string): Promise<Landed | undefined> {
    const found = await this.#transaction(signature, 'confirmed');
    return found?.id === id && !found.meta.err ? { kind: 'landed', transaction: signature, at: found.at } : undefined;
  }

  async #transaction(signature: string, commitment: Finality): Promise<Transaction | undefined> {
    const found = await this.#node.getTransaction(signature, { commitment, maxSupportedTransactionVersion: 0 });
    if (!found) return undefined;
    const { meta, blockTime } = found;
    if (!blockTime || !meta) throw new RangeError('a transaction without its time or its outcome');
    const { message } = found.transaction;
    const id = solanaPaymentId(this.network, message.serialize());
    return { id, signature, at: blockTime * 1000, message, meta };
  }

  /** Successful transactions of an account since a second, newest first. */
  async *#signatures(account: PublicKey, since: number, commitment: Finality) {
    let before: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const options = { limit: pageSize, ...(before && { before }) };
      const entries = await this.#node.getSignaturesForAddress(account, options, commitment);
      for (const entry of entries) {
        if (entry.blockTime && entry.blockTime < since) return;
        if (!entry.err) yield entry;
      }
      before = entries.at(-1)?.signature;
      if (entries.length < pageSize || !before) return;
    }
    throw new RangeError('more transactions than are looked at');
  }

  /** Unix seconds of the oldest block that the node keeps; 0 where it keeps all. */
  async #oldestKept(): Promise<number> {
    const slot = await this.#node.getFirstAvailableBlock();
    return slot === 0 ? 0 : this.#timeOf(slot);
  }

  async #timeOf(slot: number): Promise<number> {
    const time = await this.#node.getBlockTime(slot);
    if (time === null) throw new RangeError('a block without a time');
    return time;
  }
}

function movements({ id, signature, at, message, meta }: Transaction, asset: string): readonly Transfer[] {
  if (meta.err) return [];
  if (!meta.preTokenBalances || !meta.postTokenBalances) throw new RangeError('a transaction without its balances');
  const changes = new Map<string, bigint>();
  for (const [sign, balances] of [[-1n, meta.preTokenBalances] as const, [1n, meta.postTokenBalances] as const])
    for (const { mint, owner = '', uiTokenAmount } of balances)
      if (mint === asset) changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount));
  const givers = [...changes].filter(([, change]) => change < 0n).map(([owner]) => owner);
  const from = givers.length === 1 ? givers[0] : undefined;
  // who paid, by the same reading as when the payment came
  const bytes = new VersionedTransaction(message).serialize();
  const payer = parseTransfer(Buffer.from(bytes).toString('base64'))?.payer ?? from ?? '';
  const about = { id, transaction: signature, at, from, payer };
  return [...changes].flatMap(([to, amount]) => (amount > 0n ? [{ ...about, to, amount }] : []));
}

/** The chain behind a node over HTTP. Here, since a bundle gives a library that is loaded late no names. */
export const openSolanaChain = (network: string, url: string, timeoutMs: number): SolanaChain =>
  new SolanaChain(
    network,
    new Connection(url, {
      commitment: 'confirmed',
      disableRetryOnRateLimit: true,
      fetch: (given, init) => fetch(given as URL, { ...(init as RequestInit), signal: AbortSignal.timeout(timeoutMs) }),
    }),
  );
