import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import ganache from 'ganache';
import { type Address, createPublicClient, createWalletClient, type Hex, http, parseAbi, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { serveLocally } from '../local-server.ts';
import code from './contracts/code.json' with { type: 'json' };
import { evmAsset } from './evm-constants.ts';

const multicallAddress: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

const abi = parseAbi([
  'function mint(address to, uint256 value)',
  'function cancelAuthorization(address authorizer, bytes32 nonce)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);

/** Keys of the local chain; worth nothing anywhere else. */
const key = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`;
const operatorKey = key(0xfac1);

export interface EvmRail {
  readonly rpcUrl: string;
  readonly payTo: Address;
  readonly scheme: ExactEvmScheme;
  /** A fresh buyer with this much (atomic units). */
  buyer(funds?: bigint): Promise<{ key: Hex; address: Address }>;
  balance(address: Address): Promise<bigint>;
  /** The buyer empties its wallet by a transfer of its own; gives the transaction. */
  empty(buyer: { key: Hex; address: Address }, to?: Address): Promise<Hex>;
  /** Time passes on the chain. */
  pass(seconds: number): Promise<void>;
  cancel(authorizer: Address, nonce: Hex): Promise<void>;
  /** The chain's next block is later by so many seconds, and is made. */
  travel(seconds: number): Promise<void>;
  /** Answers of the node that the service asks: on or off. */
  online(on: boolean): void;
  close(): Promise<void>;
}

let buyers = 0;

/** A local EVM chain (ganache, chain id of Base) with an EIP-3009 token at the address of USDC. */
export async function startEvmRail(): Promise<EvmRail> {
  const operator = privateKeyToAccount(operatorKey);
  const provider = ganache.provider({
    chain: { chainId: 8453, networkId: 8453, hardfork: 'shanghai' },
    wallet: { accounts: [{ secretKey: operatorKey, balance: `0x${(10n ** 24n).toString(16)}` }] },
    miner: { blockTime: 0 },
    logging: { quiet: true },
  } as never);
  await provider.request({ method: 'evm_setAccountCode', params: [evmAsset, code.token] });
  await provider.request({ method: 'evm_setAccountCode', params: [multicallAddress, code.multicall] });
  let answering = true;
  const serve = (on: () => boolean) =>
    serveLocally(async (request, response) => {
      if (!on()) return void request.socket.destroy();
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method, params } = JSON.parse(text);
      // a live chain makes a block every two seconds, whether or not anybody sends something
      if (method === 'eth_getBlockByNumber' && params[0] === 'latest')
        await provider.request({ method: 'evm_mine', params: [] } as never);
      const reply = await provider.request({ method, params } as never).then(
        (result) => ({ jsonrpc: '2.0', id, result }),
        (error) => ({
          jsonrpc: '2.0',
          id,
          error: { code: error.code ?? -32000, message: error.message, data: error.data },
        }),
      );
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
    });
  // the node that the service asks can be switched off; the facilitator has its own
  const node = await serve(() => answering);
  const facilitatorNode = await serve(() => true);
  const transport = http(facilitatorNode.url, { retryCount: 0 });
  const wallet = createWalletClient({ account: operator, chain: base, transport, pollingInterval: 20 }).extend(
    publicActions,
  );
  const reader = createPublicClient({ chain: base, transport, pollingInterval: 20 });
  // one wallet sends everything: one transaction at a time, so that nonces arrive in order
  let queue: Promise<unknown> = Promise.resolve();
  const send = (args: Parameters<typeof wallet.writeContract>[0]): Promise<Hex> => {
    const sent = queue.then(() => wallet.writeContract(args));
    queue = sent.catch(() => undefined);
    return sent;
  };
  const write = async (functionName: 'mint' | 'cancelAuthorization', args: readonly unknown[]) => {
    const hash = await send({ address: evmAsset, abi, functionName, args } as never);
    await wallet.waitForTransactionReceipt({ hash });
  };
  const scheme = new ExactEvmScheme(
    toFacilitatorEvmSigner({ ...wallet, writeContract: send, address: operator.address } as never),
  );
  const payTo = privateKeyToAccount(key(0x5e11e5)).address;
  return {
    rpcUrl: node.url,
    payTo,
    scheme,
    async buyer(funds = 100_000_000n) {
      const secret = key(0xb0_0000 + ++buyers);
      const { address: owner } = privateKeyToAccount(secret);
      if (funds > 0n) await write('mint', [owner, funds]);
      return { key: secret, address: owner };
    },
    balance: (owner) => reader.readContract({ address: evmAsset, abi, functionName: 'balanceOf', args: [owner] }),
    async empty({ key: secret, address: owner }, to = operator.address) {
      const value = await reader.readContract({ address: evmAsset, abi, functionName: 'balanceOf', args: [owner] });
      await provider.request({ method: 'evm_setAccountBalance', params: [owner, '0xde0b6b3a7640000'] } as never);
      const own = createWalletClient({ account: privateKeyToAccount(secret), chain: base, transport });
      const hash = await own.writeContract({
        address: evmAsset,
        abi,
        functionName: 'transfer',
        args: [to, value],
      });
      await reader.waitForTransactionReceipt({ hash });
      return hash;
    },
    async pass(seconds) {
      await provider.request({ method: 'evm_increaseTime', params: [seconds] } as never);
    },
    cancel: (authorizer, nonce) => write('cancelAuthorization', [authorizer, nonce]),
    async travel(seconds) {
      await provider.request({ method: 'evm_increaseTime', params: [seconds] } as never);
      await provider.request({ method: 'evm_mine', params: [] } as never);
    },
    online: (on) => {
      answering = on;
    },
    async close() {
      await Promise.all([node.close(), facilitatorNode.close()]);
      await provider.disconnect();
    },
  };
}
