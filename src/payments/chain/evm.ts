import {
  createPublicClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseAbiItem,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem';
import { groupBy } from '../../kernel/group.ts';
import { evmPaymentId } from '../rails/identity.ts';
import type { SettlementLookup } from '../rails/rail.ts';
import { type ChainReader, type Reading, type Receiving, type Transfer, whyOf } from './reader.ts';

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const used = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)');
const canceled = parseAbiItem('event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)');
const state = parseAbiItem('function authorizationState(address authorizer, bytes32 nonce) view returns (bool)');

/** Blocks that one eth_getLogs may span; public nodes refuse more. A span that is refused is halved, down to the least. */
const mostBlocks = 2000n;
const leastBlocks = 60n;
const mostPayers = 100;
/** Blocks may still be reorganised for this long (seconds). */
const finalAfterSeconds = 60;
/** The clock of this service may be ahead of the chain's by this much. */
const aheadSeconds = 600;

export interface Authorization {
  readonly asset: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly nonce: Hex;
  /** Unix seconds. */
  readonly validBefore: number;
  /** Nothing was sent before this Unix second. */
  readonly since: number;
}

interface Block {
  readonly number: bigint;
  /** Unix seconds. */
  readonly timestamp: number;
}
interface Span {
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
}
type TransferLog = Log<bigint, number, false, typeof transfer, true>;
type UsedLog = Log<bigint, number, false, typeof used, true>;

/** An EVM chain: transfers of a token, and the EIP-3009 authorizations that made them. */
export class EvmChain implements ChainReader {
  readonly network: string;
  readonly #node: PublicClient;

  constructor(network: string, node: PublicClient) {
    this.network = network;
    this.#node = node;
  }

  async received({ asset, payTo, since, until, amounts }: Receiving): Promise<Reading> {
    const token = asset as Hex;
    const transfers: Transfer[] = [];
    try {
      // what another chain does not have is no proof
      if (`eip155:${await this.#node.getChainId()}` !== this.network) throw new RangeError('the node of another chain');
      const head = await this.#block();
      const end = Math.min(until, head.timestamp - finalAfterSeconds - 1);
      const last = end > since ? await this.#lastBefore(end, head) : undefined;
      if (!last) return { transfers, since, until: end };
      const read = await this.#back(last, since, async (span) => {
        const where = { address: token, event: transfer, args: { to: payTo as Hex }, strict: true, ...span } as const;
        const logs = await this.#node.getLogs(where);
        const some = logs.filter(({ args }) => !amounts || amounts.has(args.value));
        transfers.push(...(await this.#transfers(token, some, await this.#usedBy(token, some, span))));
        return true;
      });
      return { transfers: transfers.filter(({ at }) => at >= since * 1000), until: end, ...read };
    } catch (error) {
      return { transfers: [], since: until, until, why: whyOf(error) };
    }
  }

  async transfersIn(transaction: string, asset: string): Promise<readonly Transfer[]> {
    const receipt = await this.#node.getTransactionReceipt({ hash: transaction as Hex }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
    if (receipt?.status !== 'success') return [];
    const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === asset.toLowerCase());
    const transfers = parseEventLogs({ abi: [transfer], logs });
    return this.#transfers(asset as Hex, transfers, parseEventLogs({ abi: [used], logs }));
  }

  /**
   * What became of one authorization, and the date (Unix seconds) of the block in which it was looked at: its state first,
   * then the event that changed it, which lies before its end. Throws where the node does not answer.
   */
  async find({ asset, from, to, value, nonce, validBefore, since }: Authorization): Promise<{
    readonly found: SettlementLookup;
    readonly blockSeconds: number;
  }> {
    const head = await this.#block();
    const blockSeconds = head.timestamp;
    const absent = { kind: 'absent', final: blockSeconds > validBefore + finalAfterSeconds } as const;
    const query = { address: asset, abi: [state], functionName: 'authorizationState', args: [from, nonce] } as const;
    const spent = await this.#node.readContract({ ...query, blockNumber: head.number });
    const last = spent && (await this.#lastBefore(validBefore, head));
    if (!last) return { found: absent, blockSeconds };
    const id = evmPaymentId(this.network, asset, from, nonce);
    let found: SettlementLookup | undefined;
    const { why } = await this.#back(last, since - aheadSeconds, async (span) => {
      const where = { address: asset, args: { authorizer: from, nonce }, strict: true, ...span } as const;
      const [spending] = await this.#node.getLogs({ ...where, event: used });
      const [ending] = spending ? [spending] : await this.#node.getLogs({ ...where, event: canceled });
      if (!ending) return true;
      const { transactionHash: transaction } = ending;
      const own = spending && (await this.transfersIn(transaction, asset)).find((one) => one.id === id);
      const paidUs = own?.amount === value && own.to.toLowerCase() === to.toLowerCase();
      found = own && paidUs ? { kind: 'landed', transaction, at: own.at } : { kind: 'cancelled' };
      return false;
    });
    // spent, and not by a transfer to us before its end
    found ??= absent.final && !why ? absent : { kind: 'no_answer', why: why ?? 'chain: the settlement was not found' };
    return { found, blockSeconds };
  }

  balanceOf(owner: Hex, asset: Hex): Promise<bigint> {
    return this.#node.readContract({ address: asset, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
  }

  async hasCode(address: Hex): Promise<boolean> {
    const code = await this.#node.getCode({ address });
    return code !== undefined && code !== '0x';
  }

  async #usedBy(asset: Hex, transfers: readonly TransferLog[], span: Span): Promise<readonly UsedLog[]> {
    const payers = [...new Set(transfers.map(({ args }) => args.from))];
    const found: UsedLog[] = [];
    for (let first = 0; first < payers.length; first += mostPayers) {
      const authorizer = payers.slice(first, first + mostPayers);
      const where = { address: asset, event: used, args: { authorizer }, strict: true, ...span } as const;
      found.push(...(await this.#node.getLogs(where)));
    }
    return found;
  }

  /** Each transfer with the authorization of its payer that is nearest to it in its transaction: the token logs them in turn. */
  async #transfers(
    asset: Hex,
    transfers: readonly TransferLog[],
    authorizations: readonly UsedLog[],
  ): Promise<readonly Transfer[]> {
    const found: Transfer[] = [];
    const inTransaction = groupBy(authorizations, (one) => one.transactionHash);
    for (const { args, transactionHash, logIndex, blockNumber, blockTimestamp } of transfers) {
      const distance = (one: UsedLog) => Math.abs(one.logIndex - logIndex);
      const [nearest] = (inTransaction.get(transactionHash) ?? [])
        .filter((one) => one.args.authorizer === args.from)
        .sort((a, b) => distance(a) - distance(b));
      const seconds = blockTimestamp ?? (await this.#block(blockNumber)).timestamp;
      const payer = getAddress(args.from);
      found.push({
        id: nearest && evmPaymentId(this.network, asset, payer, nearest.args.nonce),
        ...{ transaction: transactionHash, at: Number(seconds) * 1000, from: payer, payer },
        ...{ to: args.to, amount: args.value },
      });
    }
    return found;
  }

  /**
   * Reads span after span from a block back to a second, until the reader has enough. Gives the second since which all was
   * read, and why nothing older was.
   */
  async #back(
    last: Block,
    since: number,
    read: (span: Span) => Promise<boolean>,
  ): Promise<{ readonly since: number; readonly why?: string }> {
    let blocks = mostBlocks;
    let readSince = last.timestamp + 1;
    for (let to = last.number; to >= 0n; ) {
      const from = to >= blocks ? to - blocks + 1n : 0n;
      try {
        const oldest = await this.#block(from);
        const goOn = await read({ fromBlock: from, toBlock: to });
        if (!goOn || oldest.timestamp < since) break;
        readSince = oldest.timestamp + 1;
        to = from - 1n;
      } catch (error) {
        if (blocks <= leastBlocks) return { since: readSince, why: whyOf(error) };
        blocks /= 2n;
      }
    }
    return { since };
  }

  /** The newest block that is older than a second; undefined where the chain has none. */
  async #lastBefore(second: number, head: Block): Promise<Block | undefined> {
    let [newer, older] = [head, head];
    for (let back = 1024n; older.timestamp >= second; back *= 2n) {
      if (older.number === 0n) return undefined;
      newer = older;
      older = await this.#block(back < head.number ? head.number - back : 0n);
    }
    // guessed by the chain's rhythm, then halved
    for (let guesses = 0; newer.number - older.number > 1n; guesses++) {
      const distance = Number(newer.number - older.number);
      const share = guesses < 6 ? (second - older.timestamp) / (newer.timestamp - older.timestamp) : 0.5;
      const step = Math.min(distance - 1, Math.max(1, Math.floor(distance * share)));
      const middle = await this.#block(older.number + BigInt(step));
      if (middle.timestamp >= second) newer = middle;
      else older = middle;
    }
    return older;
  }

  async #block(number?: bigint): Promise<Block> {
    const block = await this.#node.getBlock(number === undefined ? { blockTag: 'latest' } : { blockNumber: number });
    return { number: block.number, timestamp: Number(block.timestamp) };
  }
}

/** A chain behind a node that is queried over HTTP. */
export const openEvmChain = (network: string, url: string, timeoutMs: number, retryCount = 0): EvmChain =>
  new EvmChain(network, createPublicClient({ transport: http(url, { timeout: timeoutMs, retryCount }) }));
