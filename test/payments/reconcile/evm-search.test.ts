import { encodeAbiParameters, encodeEventTopics, type Hex, pad, parseAbiItem, toHex } from 'viem';
import { expect, test } from 'vitest';
import { evmPaymentId } from '../../../src/payments/rails/identity.ts';
import { type EvmNode, EvmSearch } from '../../../src/payments/reconcile/evm-search.ts';

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

const logOf = (event: Event, at: { block: number; hash: Hex }) => ({
  address: asset.toLowerCase() as Hex,
  blockNumber: BigInt(at.block),
  transactionHash: at.hash,
  ...(event.kind === 'used'
    ? {
        topics: encodeEventTopics({ abi: [used], args: { authorizer: payer, nonce: nonce(event.nonce ?? 0) } }),
        data: '0x',
      }
    : {
        topics: encodeEventTopics({ abi: [transfer], args: { from: payer, to: event.to ?? payTo } }),
        data: encodeAbiParameters([{ type: 'uint256' }], [event.value ?? 10_000n]),
        args: { from: payer, to: event.to ?? payTo, value: event.value ?? 10_000n },
      }),
});

/** A public node: refuses spans over a number of blocks. */
function nodeOf(transactions: Transactions, { most = 2000, chain = 8453 } = {}) {
  const queried = { spans: [] as [number, number][], blocks: 0, receipts: 0 };
  const node = {
    getChainId: async () => chain,
    getBlock: async ({ blockNumber = BigInt(newest) }: { blockNumber?: bigint }) => {
      queried.blocks += 1;
      return { number: blockNumber, timestamp: BigInt(secondOf(Number(blockNumber))) };
    },
    getLogs: async ({ fromBlock, toBlock, args }: { fromBlock: bigint; toBlock: bigint; args: { to: Hex } }) => {
      if (toBlock - fromBlock + 1n > BigInt(most)) throw new Error('block range is too wide');
      queried.spans.push([Number(fromBlock), Number(toBlock)]);
      return transactions
        .filter(({ block }) => BigInt(block) >= fromBlock && BigInt(block) <= toBlock)
        .flatMap((at) =>
          at.events
            .filter(({ kind, to = payTo }) => kind === 'transfer' && to === args.to)
            .map((event) => logOf(event, at)),
        );
    },
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => {
      queried.receipts += 1;
      const at = transactions.find((one) => one.hash === hash);
      return {
        status: 'success',
        blockNumber: BigInt(at?.block ?? 0),
        logs: at?.events.map((event) => logOf(event, at)),
      };
    },
  };
  return { search: new EvmSearch(network, node as unknown as EvmNode), queried };
}

const wanted = (n: number, since: number, until: number, amount = 10_000n) => ({
  id: evmPaymentId(network, asset, payer, nonce(n)),
  ...{ asset, payTo, amount, since, until },
});
const kinds = async (search: EvmSearch, list: readonly ReturnType<typeof wanted>[]) => {
  const words = await search.search(list);
  return list.map(({ id }) => words.get(id)?.kind);
};

test('a transaction of many payments is taken apart: each wanted one with a transfer of its own', async () => {
  const { search } = nodeOf([
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
  expect(await kinds(search, list.slice(0, 3))).toEqual(['landed', 'absent', 'absent']);
  expect(await kinds(search, list.slice(3))).toEqual(['landed']);
  const [first] = (await search.search(list)).values();
  expect(first).toEqual({ kind: 'landed', transaction: '0x01', at: secondOf(100) * 1000, payer });
});

test('only the blocks of the period are read, in spans that the node takes', async () => {
  const transactions: Transactions = [
    { block: 4990, hash: '0x01', events: [{ kind: 'used', nonce: 1 }, { kind: 'transfer' }] },
    { block: 5400, hash: '0x02', events: [{ kind: 'used', nonce: 2 }, { kind: 'transfer' }] },
    { block: 8000, hash: '0x03', events: [{ kind: 'used', nonce: 9 }, { kind: 'transfer' }] },
  ];
  const { search, queried } = nodeOf(transactions, { most: 300 });
  const list = [
    wanted(1, secondOf(4900), secondOf(5100)),
    wanted(2, secondOf(5090), secondOf(5500)),
    wanted(3, secondOf(7000), secondOf(7100)),
  ];
  expect(await kinds(search, list)).toEqual(['landed', 'landed', 'absent']);
  const [first] = queried.spans[0] ?? [];
  expect([first, queried.spans.at(-1)]).toEqual([4900, [7000, 7099]]);
  for (const [index, [from]] of queried.spans.slice(1, -1).entries())
    expect(from).toBe((queried.spans[index]?.[1] ?? 0) + 1);
  expect(queried.receipts).toBe(2);
  expect(queried.blocks).toBeLessThan(80);
});

test('a node of another chain, one that refuses every span, and a time that is not final say nothing', async () => {
  const list = [wanted(1, secondOf(100), secondOf(200))];
  for (const { search } of [nodeOf([], { chain: 1 }), nodeOf([], { most: 1 })]) {
    expect(await kinds(search, list)).toEqual(['no_answer']);
  }
  expect(await kinds(nodeOf([]).search, [wanted(1, secondOf(8900), secondOf(newest) - 60)])).toEqual(['no_answer']);
  expect(await kinds(nodeOf([]).search, [wanted(1, secondOf(8900), secondOf(newest) - 61)])).toEqual(['absent']);
});
