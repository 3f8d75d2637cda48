import { type Hex, type PublicClient, parseAbi } from 'viem';
import type { SettlementLookup } from './rail.ts';

export type EvmChain = Pick<
  PublicClient,
  'readContract' | 'getLogs' | 'getBlock' | 'getCode' | 'getTransactionReceipt'
>;

const abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
]);
const [, used, canceled] = abi;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface Authorization {
  readonly asset: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly nonce: Hex;
  readonly validBefore: bigint;
  /** Nothing was sent before this Unix second. */
  readonly sinceSeconds: bigint;
}

/** Blocks that one eth_getLogs may span; public nodes refuse more. */
const span = 2000n;
const maxSpans = 50;
const marginBlocks = 60n;
/** Blocks may still be reorganised for this long after the authorization ran out. */
const finalAfterSeconds = 30n;

/** What was found, and the date of the newest block that had been looked at by then. */
export interface Found {
  readonly found: SettlementLookup;
  readonly blockSeconds: number;
}

/**
 * Looks for the transfer of one EIP-3009 authorization: state first, then the AuthorizationUsed event, then the Transfer
 * of the same transaction. Throws where the node does not answer.
 */
export async function findSettlement(chain: EvmChain, auth: Authorization): Promise<Found> {
  const latest = await chain.getBlock({ blockTag: 'latest' });
  const blockSeconds = Number(latest.timestamp);
  const spent = await chain.readContract({
    address: auth.asset,
    abi,
    functionName: 'authorizationState',
    args: [auth.from, auth.nonce],
    blockNumber: latest.number,
  });
  if (!spent)
    return { found: { kind: 'absent', final: latest.timestamp > auth.validBefore + finalAfterSeconds }, blockSeconds };
  return { found: await findSpending(chain, auth, latest), blockSeconds };
}

/** The transaction that used or cancelled an authorization which the chain calls spent. */
async function findSpending(
  chain: EvmChain,
  auth: Authorization,
  latest: { number: bigint; timestamp: bigint },
): Promise<SettlementLookup> {
  let to = latest.number;
  const oldest = await firstBlock(chain, latest, auth.sinceSeconds);
  for (let index = 0; index < maxSpans; index++) {
    const from = to - span + 1n > oldest ? to - span + 1n : oldest;
    const where = {
      address: auth.asset,
      args: { authorizer: auth.from, nonce: auth.nonce },
      fromBlock: from,
      toBlock: to,
    };
    const [spending] = await chain.getLogs({ ...where, event: used });
    if (spending) {
      const { transactionHash: transaction, blockNumber } = spending;
      if (!(await paidUs(chain, transaction, auth))) return { kind: 'cancelled' };
      const { timestamp } = await chain.getBlock({ blockNumber });
      return { kind: 'landed', transaction, at: Number(timestamp) * 1000 };
    }
    const [cancelling] = await chain.getLogs({ ...where, event: canceled });
    if (cancelling) return { kind: 'cancelled' };
    if (from === oldest) break;
    to = from - 1n;
  }
  return { kind: 'no_answer', why: 'chain: the settlement lies further back than was searched' };
}

/** Whether the transaction moved exactly this amount from the payer to us. */
async function paidUs(chain: EvmChain, hash: Hex, auth: Authorization): Promise<boolean> {
  const receipt = await chain.getTransactionReceipt({ hash });
  const word = (topic: string | undefined) => `0x${topic?.slice(-40)}`.toLowerCase();
  return (
    receipt.status === 'success' &&
    receipt.logs.some(
      (log) =>
        log.address.toLowerCase() === auth.asset.toLowerCase() &&
        log.topics[0] === transferTopic &&
        word(log.topics[1]) === auth.from.toLowerCase() &&
        word(log.topics[2]) === auth.to.toLowerCase() &&
        BigInt(log.data) === auth.value,
    )
  );
}

/** A block not younger than the given second, by the chain's recent rhythm. */
async function firstBlock(
  chain: EvmChain,
  latest: { number: bigint; timestamp: bigint },
  sinceSeconds: bigint,
): Promise<bigint> {
  const back = latest.number < 1000n ? latest.number : 1000n;
  if (back === 0n || latest.timestamp <= sinceSeconds)
    return latest.number > marginBlocks ? latest.number - marginBlocks : 0n;
  const earlier = await chain.getBlock({ blockNumber: latest.number - back });
  const elapsed = latest.timestamp - earlier.timestamp;
  const age = latest.timestamp - sinceSeconds;
  const blocks = elapsed > 0n ? (age * back * 12n) / (elapsed * 10n) + marginBlocks : back;
  return latest.number > blocks ? latest.number - blocks : 0n;
}
