import { Connection, PublicKey, type VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { solanaPaymentId } from '../rails/identity.ts';
import { associatedAccount, parseTransfer } from '../rails/solana-transfer.ts';
import { type ChainSearch, type ChainWord, type SearchPeriod, searchPeriods, whyOf, wordOnAll } from './search.ts';

export type SolanaNode = Pick<
  Connection,
  | 'getGenesisHash'
  | 'getSlot'
  | 'getBlockTime'
  | 'getFirstAvailableBlock'
  | 'getAccountInfo'
  | 'getSignaturesForAddress'
  | 'getTransaction'
>;

const pageSize = 1000;
const mostPages = 200;
/** The clock of the house may be behind the chain's by this much. */
const afterSeconds = 3600;
const finalized = { commitment: 'finalized', maxSupportedTransactionVersion: 0 } as const;

/** A node that is queried over HTTP for what is final. Here, since a bundle gives a library that is loaded late no names. */
export const openConnection = (url: string, timeoutMs: number): Connection =>
  new Connection(url, {
    commitment: finalized.commitment,
    disableRetryOnRateLimit: true,
    fetch: (given, init) => fetch(given as URL, { ...(init as RequestInit), signal: AbortSignal.timeout(timeoutMs) }),
  });

/**
 * Finds Solana payments without the payment: the finalized transactions of the receiving token account over the period,
 * whose messages give the identity again. A message that is the purchase's own moves what was checked before it was sent.
 */
export class SolanaSearch implements ChainSearch {
  readonly network: string;
  readonly #node: SolanaNode;

  constructor(network: string, node: SolanaNode) {
    this.network = network;
    this.#node = node;
  }

  async search(wanted: Parameters<ChainSearch['search']>[0]): Promise<ReadonlyMap<string, ChainWord>> {
    const words = new Map<string, ChainWord>();
    try {
      // what another chain does not have is no proof; a chain is named by the beginning of its genesis hash (CAIP-30)
      const genesis = await this.#node.getGenesisHash();
      if (!this.network.startsWith('solana:') || !genesis.startsWith(this.network.slice('solana:'.length)))
        throw new RangeError('the node of another chain');
      const now = await this.#timeOf(await this.#node.getSlot('finalized'));
      const oldest = await this.#oldestKept();
      const isFinal = ({ until }: { until: number }) => now > until;
      const isKept = ({ since }: { since: number }) => since > oldest;
      for (const one of wanted) {
        const why = !isFinal(one)
          ? 'chain: not final yet'
          : !isKept(one) && 'chain: the node does not keep so old a block';
        if (why) words.set(one.id, { kind: 'no_answer', why });
      }
      for (const period of searchPeriods(wanted.filter((one) => isFinal(one) && isKept(one)))) {
        for (const [id, word] of await this.#period(period)) words.set(id, word);
      }
    } catch (error) {
      const left = wanted.filter(({ id }) => !words.has(id));
      for (const [id, word] of wordOnAll(left, { kind: 'no_answer', why: whyOf(error) })) words.set(id, word);
    }
    return words;
  }

  async #period(period: SearchPeriod): Promise<Iterable<readonly [string, ChainWord]>> {
    const { asset, payTo, wanted } = period;
    try {
      const mint = await this.#node.getAccountInfo(new PublicKey(asset), 'finalized');
      if (!mint) throw new RangeError('there is no such asset');
      const account = associatedAccount(payTo, asset, mint.owner);
      const landed = new Map<string, ChainWord>();
      for await (const signature of this.#received(account, period)) {
        const found = await this.#node.getTransaction(signature, finalized);
        // a signature that was listed is there: a node that does not have it is not one to be believed
        if (!found) throw new RangeError('a listed transaction is not stored');
        const { message } = found.transaction;
        const id = solanaPaymentId(this.network, message.serialize());
        if (!wanted.some((one) => one.id === id)) continue;
        if (!found.blockTime) throw new RangeError('a block without a time');
        const at = found.blockTime * 1000;
        landed.set(id, { kind: 'landed', transaction: signature, at, payer: payerOf(message) });
      }
      return wanted.map(({ id }) => [id, landed.get(id) ?? { kind: 'absent' }] as const);
    } catch (error) {
      return wordOnAll(wanted, { kind: 'no_answer', why: whyOf(error) });
    }
  }

  /** Signatures of an account's successful transactions in a period and some time after, newest first. */
  async *#received(account: PublicKey, { since, until }: SearchPeriod): AsyncGenerator<string, void, undefined> {
    let before: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const options = { limit: pageSize, ...(before && { before }) };
      const entries = await this.#node.getSignaturesForAddress(account, options, 'finalized');
      for (const { blockTime, err, signature } of entries) {
        if (blockTime && blockTime < since) return;
        if (!err && (!blockTime || blockTime <= until + afterSeconds)) yield signature;
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

/** Who paid, by the same reading as when the payment came. */
function payerOf(message: VersionedMessage): string {
  const bytes = new VersionedTransaction(message).serialize();
  const payer = parseTransfer(Buffer.from(bytes).toString('base64'))?.payer;
  if (!payer) throw new TypeError('a message without a payer');
  return payer;
}
