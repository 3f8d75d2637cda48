import { getAddress, type Hex, type PublicClient, parseAbiItem, parseEventLogs } from 'viem';
import { evmPaymentId } from '../rails/identity.ts';
import { type ChainSearch, type ChainWord, type SearchPeriod, searchPeriods, whyOf, wordOnAll } from './search.ts';

export type EvmNode = Pick<PublicClient, 'getChainId' | 'getLogs' | 'getBlock' | 'getTransactionReceipt'>;

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const used = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)');

/** Blocks that one eth_getLogs may span; public nodes refuse more. A span that is refused is halved, down to the least. */
const mostBlocks = 2000n;
const leastBlocks = 60n;
/** Blocks may still be reorganised for this long after the authorization ran out (seconds). */
const finalAfterSeconds = 60;

interface Block {
  readonly number: bigint;
  /** Unix seconds. */
  readonly timestamp: number;
}

/**
 * Finds EIP-3009 payments without the payment: the transfers of the asset to the receiving address over the blocks of
 * the period, and in their transactions the used authorizations, from which the identity is made again. These are far
 * fewer than all used authorizations of the asset, and a payment that used its authorization paid in the same transaction.
 */
export class EvmSearch implements ChainSearch {
  readonly network: string;
  readonly #node: EvmNode;

  constructor(network: string, node: EvmNode) {
    this.network = network;
    this.#node = node;
  }

  async search(wanted: Parameters<ChainSearch['search']>[0]): Promise<ReadonlyMap<string, ChainWord>> {
    const words = new Map<string, ChainWord>();
    let latest: Block;
    try {
      // what another chain does not have is no proof
      if (`eip155:${await this.#node.getChainId()}` !== this.network) throw new RangeError('the node of another chain');
      latest = await this.#block();
    } catch (error) {
      return new Map(wordOnAll(wanted, { kind: 'no_answer', why: whyOf(error) }));
    }
    const isFinal = ({ until }: { until: number }) => latest.timestamp > until + finalAfterSeconds;
    const tooEarly = wanted.filter((one) => !isFinal(one));
    for (const [id, word] of wordOnAll(tooEarly, { kind: 'no_answer', why: 'chain: not final yet' }))
      words.set(id, word);
    for (const period of searchPeriods(wanted.filter(isFinal))) {
      for (const [id, word] of await this.#period(period, latest)) words.set(id, word);
    }
    return words;
  }

  async #period(period: SearchPeriod, latest: Block): Promise<Iterable<readonly [string, ChainWord]>> {
    try {
      const first = await this.#firstBlockFrom(period.since, latest);
      // an authorization cannot be used in a block that is as old as its end
      const last = (await this.#firstBlockFrom(period.until, latest)) - 1n;
      const landed = new Map<string, ChainWord>();
      for (const hash of await this.#transactions(period, first, last)) {
        for (const [id, word] of await this.#paidIn(hash, period)) landed.set(id, word);
      }
      return period.wanted.map(({ id }) => [id, landed.get(id) ?? { kind: 'absent' }] as const);
    } catch (error) {
      return wordOnAll(period.wanted, { kind: 'no_answer', why: whyOf(error) });
    }
  }

  /** Transactions that moved a wanted amount of the asset to the receiving address. */
  async #transactions({ asset, payTo, wanted }: SearchPeriod, first: bigint, last: bigint): Promise<ReadonlySet<Hex>> {
    const amounts = new Set(wanted.map(({ amount }) => amount));
    const found = new Set<Hex>();
    let blocks = mostBlocks;
    for (let from = first; from <= last; ) {
      const to = from + blocks - 1n < last ? from + blocks - 1n : last;
      const where = { address: asset as Hex, event: transfer, args: { to: payTo as Hex }, strict: true } as const;
      try {
        const logs = await this.#node.getLogs({ ...where, fromBlock: from, toBlock: to });
        for (const { args, transactionHash } of logs) if (amounts.has(args.value)) found.add(transactionHash);
      } catch (error) {
        if (blocks <= leastBlocks) throw error;
        blocks /= 2n;
        continue;
      }
      from = to + 1n;
    }
    return found;
  }

  /** Wanted payments that one transaction made: each used authorization with a transfer of exactly its amount to us. */
  async #paidIn(hash: Hex, { asset, payTo, wanted }: SearchPeriod): Promise<readonly (readonly [string, ChainWord])[]> {
    const receipt = await this.#node.getTransactionReceipt({ hash });
    if (receipt.status !== 'success') return [];
    const at = (await this.#block(receipt.blockNumber)).timestamp * 1000;
    const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === asset.toLowerCase());
    const transfers = parseEventLogs({ abi: [transfer], logs }).map(({ args }) => args);
    return parseEventLogs({ abi: [used], logs }).flatMap(({ args: { authorizer, nonce } }) => {
      const id = evmPaymentId(this.network, asset, authorizer, nonce);
      const payment = wanted.find((one) => one.id === id);
      const index = transfers.findIndex(
        ({ from, to, value }) =>
          from === authorizer && to.toLowerCase() === payTo.toLowerCase() && value === payment?.amount,
      );
      if (!payment || index < 0) return [];
      // one transfer pays one purchase
      transfers.splice(index, 1);
      return [[id, { kind: 'landed', transaction: hash, at, payer: getAddress(authorizer) }] as const];
    });
  }

  /** Number of the first block that is not older than a second; that after the latest where none is. */
  async #firstBlockFrom(second: number, latest: Block): Promise<bigint> {
    if (latest.timestamp < second) return latest.number + 1n;
    let newer = latest;
    let older = await this.#block(0n).catch(() => undefined);
    if (!older) older = await this.#olderThan(second, latest);
    if (older.timestamp >= second) return older.number;
    // between an older and a newer one: guessed by the chain's rhythm, then halved
    for (let guesses = 0; newer.number - older.number > 1n; guesses++) {
      const distance = Number(newer.number - older.number);
      const share = (second - older.timestamp) / (newer.timestamp - older.timestamp);
      const step = guesses < 6 ? Math.round(distance * share) : Math.floor(distance / 2);
      const middle = await this.#block(older.number + BigInt(Math.min(distance - 1, Math.max(1, step))));
      if (middle.timestamp >= second) newer = middle;
      else older = middle;
    }
    return newer.number;
  }

  /** A block older than a second, for nodes that do not keep the first one. */
  async #olderThan(second: number, latest: Block): Promise<Block> {
    for (let back = 1024n; ; back *= 2n) {
      if (back >= latest.number) throw new RangeError('the node does not keep so old a block');
      const block = await this.#block(latest.number - back);
      if (block.timestamp < second) return block;
    }
  }

  async #block(number?: bigint): Promise<Block> {
    const block = await this.#node.getBlock(number === undefined ? { blockTag: 'latest' } : { blockNumber: number });
    return { number: block.number, timestamp: Number(block.timestamp) };
  }
}
