import { encodeAbiParameters, encodeEventTopics, type Hex, type PublicClient, pad, parseAbiItem, toHex } from 'viem';
import { expect, test } from 'vitest';
import { EvmChain } from '../../../src/payments/chain/evm.ts';
import { evmPaymentId } from '../../../src/payments/rails/identity.ts';
import { search } from '../../../src/payments/reconcile/search.ts';

const network = 'eip155:8453';
const asset: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const payTo: Hex = '0x00000000000000000000000000000000005e11e5';
const payer: Hex = '0x00000000000000000000000000000000000B0001';
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const used = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)');
const nonce = (n: number) => pad(toHex(n));

/** Seconds of a block: two apart, as on Base, with one stop of an hour. */
const secondOf = (block: number) => 1_000_000 + 2 * block + (block >= 5000 ? 3600 : 0);
const newest = 9000;

interface Event {
  readonly kind: 'used' | 'transfer';
  readonly nonce?: number;
  readonly to?: Hex;
  readonly value?: bigint;
}
type Transactions = readonly { readonly block: number; readonly hash: Hex; readonly events: readonly Event[] }[];

const logOf = (event: Event, at: Transactions[number]) => ({
  address: asset.toLowerCase() as Hex,
  blockNumber: BigInt(at.block),
  transactionHash: at.hash,
  logIndex: at.events.indexOf(event),
  ...(event.kind === 'used'
    ? {
        topics: encodeEventTopics({ abi: [used], args: { authorizer: payer, nonce: nonce(event.nonce ?? 0) } }),
        data: '0x',
        args: { authorizer: payer, nonce: nonce(event.nonce ?? 0) },
      }
    : {
        topics: encodeEventTopics({ abi: [transfer], args: { from: payer, to: event.to ?? payTo } }),
        data: encodeAbiParameters([{ type: 'uint256' }], [event.value ?? 10_000n]),
        args: { from: payer, to: event.to ?? payTo, value: event.value ?? 10_000n },
      }),
});

/** A public node: refuses spans over a number of blocks, and stores no block before one. */
function nodeOf(transactions: Transactions, { most = 2000, chain = 8453, oldest = 0 } = {}) {
  const queried = { spans: [] as [number, number][], blocks: 0, requests: 0 };
  const node = {
    getChainId: async () => chain,
    getBlock: async ({ blockNumber = BigInt(newest) }: { blockNumber?: bigint }) => {
      queried.blocks += 1;
      if (blockNumber < oldest) throw new Error('pruned history unavailable');
      return { number: blockNumber, timestamp: BigInt(secondOf(Number(blockNumber))) };
    },
    getLogs: async ({ event, fromBlock, toBlock, args }: LogFilter) => {
      queried.requests += 1;
      if (toBlock - fromBlock + 1n > BigInt(most)) throw new Error('block range is too wide');
      if (event.name === 'Transfer') queried.spans.push([Number(fromBlock), Number(toBlock)]);
      const isWanted = ({ kind, to = payTo }: Event) =>
        event.name === 'Transfer' ? kind === 'transfer' && to === args.to : kind === 'used';
      return transactions
        .filter(({ block }) => BigInt(block) >= fromBlock && BigInt(block) <= toBlock)
        .flatMap((at) => at.events.filter(isWanted).map((one) => logOf(one, at)));
    },
  };
  return { chain: new EvmChain(network, node as unknown as PublicClient), queried };
}
interface LogFilter {
  readonly event: { readonly name: string };
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
  readonly args: { readonly to?: Hex };
}

const wanted = (n: number, since: number, until: number, amount = 10_000n) => ({
  id: evmPaymentId(network, asset, payer, nonce(n)),
  ...{ asset, payTo, amount, since, until },
});
const kinds = async (chain: EvmChain, list: readonly ReturnType<typeof wanted>[]) => {
  const words = await search(chain, list);
  return list.map(({ id }) => words.get(id)?.kind);
};

test('a transaction of many payments is taken apart: each wanted one with a transfer of its own', async () => {
  const { chain } = nodeOf([
    {
      block: 100,
      hash: '0x01',
      events: [
        { kind: 'used', nonce: 1 },
        { kind: 'transfer' },
        { kind: 'used', nonce: 2 },
        { kind: 'transfer', to: asset },
        { kind: 'used', nonce: 3 },
        { kind: 'transfer', value: 20_000n },
      ],
    },
  ]);
  const period = [secondOf(50), secondOf(150)] as const;
  const list = [wanted(1, ...period), wanted(2, ...period), wanted(3, ...period), wanted(3, ...period, 20_000n)];
  // 2 went to somebody else: no transfer to us is left for it; 3 moved another amount than that of its first offer
  expect(await kinds(chain, list.slice(0, 3))).toEqual(['landed', 'absent', 'absent']);
  expect(await kinds(chain, list.slice(3))).toEqual(['landed']);
  const [first] = (await search(chain, list)).values();
  expect(first).toEqual({ kind: 'landed', transaction: '0x01', at: secondOf(100) * 1000, payer });
});

test('only the blocks of the period are read, in spans that the node takes', async () => {
  const transactions: Transactions = [
    { block: 4990, hash: '0x01', events: [{ kind: 'used', nonce: 1 }, { kind: 'transfer' }] },
    { block: 5400, hash: '0x02', events: [{ kind: 'used', nonce: 2 }, { kind: 'transfer' }] },
    { block: 8000, hash: '0x03', events: [{ kind: 'used', nonce: 9 }, { kind: 'transfer' }] },
  ];
  const { chain, queried } = nodeOf(transactions, { most: 300 });
  const list = [
    wanted(1, secondOf(4900), secondOf(5100)),
    wanted(2, secondOf(5090), secondOf(5500)),
    wanted(3, secondOf(7000), secondOf(7100)),
  ];
  expect(await kinds(chain, list)).toEqual(['landed', 'landed', 'absent']);
  // newest first, to the hour after the period, since the clock of the house may be behind
  expect([queried.spans[0]?.[1], queried.spans.at(-1)]).toEqual([7299, [6900, 7149]]);
  expect(queried.blocks).toBeLessThan(80);
});

test('the payments of a span are told apart by two requests, however many they are', async () => {
  const many = Array.from({ length: 90 }, (_, n) => ({
    block: 1000 + n,
    hash: `0x${n}` as Hex,
    events: [{ kind: 'used', nonce: n }, { kind: 'transfer' }] as const,
  }));
  const { chain, queried } = nodeOf(many);
  const list = many.map((_, n) => wanted(n, secondOf(1000), secondOf(1100)));
  expect(new Set(await kinds(chain, list))).toEqual(new Set(['landed']));
  expect(queried.requests).toBe(2);
});

test('what a node no longer has leaves the payments of that time open and no others', async () => {
  const transactions: Transactions = [
    { block: 4990, hash: '0x01', events: [{ kind: 'used', nonce: 1 }, { kind: 'transfer' }] },
    { block: 5400, hash: '0x02', events: [{ kind: 'used', nonce: 2 }, { kind: 'transfer' }] },
  ];
  const list = [
    wanted(1, secondOf(4800), secondOf(5100)),
    wanted(2, secondOf(5090), secondOf(5500)),
    wanted(3, secondOf(5200), secondOf(5600)),
  ];
  const { chain } = nodeOf(transactions, { oldest: 5000 });
  expect(await kinds(chain, list)).toEqual(['no_answer', 'landed', 'absent']);
});

test('a node of another chain, one that refuses every span, and a time that is not final say nothing', async () => {
  const list = [wanted(1, secondOf(100), secondOf(200))];
  for (const { chain } of [nodeOf([], { chain: 1 }), nodeOf([], { most: 1 })]) {
    expect(await kinds(chain, list)).toEqual(['no_answer']);
  }
  expect(await kinds(nodeOf([]).chain, [wanted(1, secondOf(8900), secondOf(newest) - 60)])).toEqual(['no_answer']);
  expect(await kinds(nodeOf([]).chain, [wanted(1, secondOf(8900), secondOf(newest) - 61)])).toEqual(['absent']);
});
