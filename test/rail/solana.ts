import type { RequestListener } from 'node:http';
import {
  type Address,
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type KeyPairSigner,
  lamports,
  partiallySignTransaction,
  type Transaction,
} from '@solana/kit';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { chainNow } from '../clock.ts';
import { serveLocally } from '../local-server.ts';
import { solanaAsset, solanaNetwork } from './solana-constants.ts';

const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

export interface SolanaRail {
  readonly rpcUrl: string;
  readonly payTo: string;
  readonly scheme: ExactSvmScheme;
  buyer(funds?: bigint): Promise<{ signer: KeyPairSigner; address: string }>;
  balance(owner: string): bigint;
  /** Ages every block hash that was handed out so far. */
  expire(): void;
  /** The chain's latest block is later by so many seconds. */
  travel(seconds: number): void;
  online(on: boolean): void;
  /** Requests to the node so far, by method. */
  readonly requests: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

interface FetchOutcome {
  readonly signature: string;
  readonly blockTime: number;
  readonly transaction: VersionedTransaction;
  readonly balances: Readonly<Record<'preTokenBalances' | 'postTokenBalances', readonly object[]>>;
}

const seed = (n: number) => new Uint8Array(32).fill(0).map((_, index) => (n >> (8 * (index % 4))) & 255);
let buyers = 0;

/** A Solana VM in this process with the USDC mint at its real address, behind the few RPC methods that payments use. */
export async function startSolanaRail(): Promise<SolanaRail> {
  const svm = new LiteSVM();
  const feePayer = await createKeyPairSignerFromPrivateKeyBytes(seed(0xfac1));
  const seller = await createKeyPairSignerFromPrivateKeyBytes(seed(0x5e11));
  svm.airdrop(feePayer.address, lamports(1_000_000_000_000n));
  put(svm, solanaAsset, mintData());
  put(svm, tokenAccount(seller.address), accountData(seller.address, 0n));
  const landed: FetchOutcome[] = [];
  const node = createNode(svm, landed);
  const server = await serveLocally(node.serve);
  const decode = (base64: string) => getTransactionDecoder().decode(getBase64Encoder().encode(base64)) as Transaction;
  const withFee = async (base64: string) =>
    partiallySignTransaction([feePayer.keyPair], decode(base64) as never) as Promise<Transaction>;
  const scheme = new ExactSvmScheme({
    getAddresses: () => [feePayer.address],
    signTransaction: async (base64: string) => getBase64EncodedWireTransaction((await withFee(base64)) as never),
    simulateTransaction: async (base64: string) => {
      const result = svm.simulateTransaction((await withFee(base64)) as never);
      if (result instanceof FailedTransactionMetadata) throw new Error(`simulation failed: ${describe(result)}`);
    },
    sendTransaction: async (base64: string) => {
      const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
      const before = tokenBalances(svm, transaction);
      const result = svm.sendTransaction(decode(base64) as never);
      if (result instanceof FailedTransactionMetadata) throw new Error(`sending failed: ${describe(result)}`);
      const signature = getBase58Decoder().decode(transaction.signatures[0] ?? new Uint8Array());
      const balances = { preTokenBalances: before, postTokenBalances: tokenBalances(svm, transaction) };
      landed.unshift({ signature, transaction, balances, blockTime: Math.floor(chainNow() / 1000) });
      return signature;
    },
    confirmTransaction: async () => undefined,
  } as never);
  return {
    rpcUrl: server.url,
    payTo: seller.address,
    scheme,
    async buyer(funds = 100_000_000n) {
      const signer = await createKeyPairSignerFromPrivateKeyBytes(seed(0xb0_0000 + ++buyers));
      put(svm, tokenAccount(signer.address), accountData(signer.address, funds));
      return { signer, address: signer.address };
    },
    balance(owner) {
      const account = svm.getAccount(address(tokenAccount(owner)));
      return account.exists ? Buffer.from(account.data).readBigUInt64LE(64) : 0n;
    },
    expire: () => svm.expireBlockhash(),
    travel: node.travel,
    online: node.online,
    requests: node.requests,
    close: server.close,
  };
}

function describe(result: FailedTransactionMetadata): string {
  return `${JSON.stringify(result.err(), (_, value) => (typeof value === 'bigint' ? Number(value) : value))} ${result.toString()}`;
}

export function tokenAccount(owner: string): string {
  const seeds = [new PublicKey(owner).toBuffer(), tokenProgram.toBuffer(), new PublicKey(solanaAsset).toBuffer()];
  return PublicKey.findProgramAddressSync(seeds, associatedProgram)[0].toBase58();
}

/** Balances of the token accounts that a transaction names, as a node states them (solana.com/docs/rpc/json-structures). */
function tokenBalances(svm: LiteSVM, { message }: VersionedTransaction): readonly object[] {
  return message.staticAccountKeys.flatMap((key, accountIndex) => {
    const account = svm.getAccount(address(key.toBase58()));
    if (!account.exists || account.programAddress !== tokenProgram.toBase58() || account.data.length !== 165) return [];
    const data = Buffer.from(account.data);
    const keyAt = (at: number) => new PublicKey(data.subarray(at, at + 32)).toBase58();
    const amount = data.readBigUInt64LE(64);
    const uiTokenAmount = {
      amount: String(amount),
      decimals: 6,
      uiAmount: null,
      uiAmountString: String(Number(amount) / 1e6),
    };
    return [{ accountIndex, mint: keyAt(0), owner: keyAt(32), programId: tokenProgram.toBase58(), uiTokenAmount }];
  });
}

function put(svm: LiteSVM, at: string, data: Uint8Array): void {
  const account = { executable: false, lamports: lamports(10_000_000_000n), space: BigInt(data.length) };
  svm.setAccount({
    ...account,
    address: address(at),
    data,
    programAddress: address(tokenProgram.toBase58()) as Address,
  });
}

/** SPL mint: no authorities, six decimals. */
function mintData(): Uint8Array {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(10n ** 15n, 36);
  data[44] = 6;
  data[45] = 1;
  return data;
}

/** SPL token account. */
function accountData(owner: string, amount: bigint): Uint8Array {
  const data = Buffer.alloc(165);
  new PublicKey(solanaAsset).toBuffer().copy(data, 0);
  new PublicKey(owner).toBuffer().copy(data, 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  return data;
}

function createNode(
  svm: LiteSVM,
  landed: readonly FetchOutcome[],
): Pick<SolanaRail, 'online' | 'travel' | 'requests'> & { serve: RequestListener } {
  const requests: Record<string, number> = {};
  let answering = true;
  let slot = 1;
  let travelled = 0;
  const methods: Record<string, (params: readonly string[]) => unknown> = {
    // times of blocks, by the documented methods of a node (solana.com/docs/rpc/http)
    // the chain is named by the beginning of its genesis hash (CAIP-30)
    getGenesisHash: () => `${solanaNetwork.slice('solana:'.length)}QjGKq3MQ`,
    getFirstAvailableBlock: () => 0,
    getBlockTime: () => Math.floor(chainNow() / 1000) + travelled,
    getLatestBlockhash: () => ({
      context: { slot: 1 },
      value: { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1000 },
    }),
    // some slots pass between any two questions
    getSlot: () => (slot += 3),
    isBlockhashValid: ([blockhash]) => ({ context: { slot: 1 }, value: blockhash === svm.latestBlockhash() }),
    getAccountInfo: ([key = '']) => {
      const account = svm.getAccount(address(key));
      const value = account.exists
        ? {
            data: [Buffer.from(account.data).toString('base64'), 'base64'],
            executable: account.executable,
            lamports: Number(account.lamports),
            owner: account.programAddress,
            rentEpoch: 0,
            space: account.data.length,
          }
        : null;
      return { context: { slot: 1 }, value };
    },
    // 8 bytes after mint and owner
    getTokenAccountBalance: ([key = '']) => {
      const { exists, ...account } = svm.getAccount(address(key));
      const amount = exists && 'data' in account ? Buffer.from(account.data).readBigUInt64LE(64).toString() : undefined;
      if (amount === undefined) return null;
      return { context: { slot: 1 }, value: { amount, decimals: 6, uiAmount: null, uiAmountString: '' } };
    },
    getSignaturesForAddress: ([key = '', ...rest]) => {
      const { limit = 1000, before } = (rest as readonly unknown[])[0] as { limit?: number; before?: string };
      const start = before ? landed.findIndex(({ signature }) => signature === before) + 1 : 0;
      return landed
        .slice(start)
        .filter(({ transaction }) => transaction.message.staticAccountKeys.some((one) => one.toBase58() === key))
        .map(({ signature, blockTime }) => ({
          signature,
          blockTime,
          slot: 1,
          err: null,
          memo: null,
          confirmationStatus: 'confirmed',
        }))
        .slice(0, limit);
    },
    getTransaction: ([signature = '']) => {
      const found = landed.find((one) => one.signature === signature);
      if (!found) return null;
      const { message, signatures } = found.transaction;
      const text = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
      return {
        slot: 1,
        blockTime: found.blockTime,
        meta: {
          err: null,
          fee: 5000,
          preBalances: [],
          postBalances: [],
          loadedAddresses: { writable: [], readonly: [] },
          ...found.balances,
        },
        version: 0,
        transaction: {
          signatures: signatures.map(text),
          message: {
            header: message.header,
            accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
            recentBlockhash: message.recentBlockhash,
            instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
              programIdIndex,
              accounts: accountKeyIndexes,
              data: text(data),
            })),
            addressTableLookups: [],
          },
        },
      };
    },
  };
  const serve: RequestListener = async (request, response) => {
    if (!answering) return void request.socket.destroy();
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method, params = [] } = JSON.parse(text);
    requests[method] = (requests[method] ?? 0) + 1;
    const run = methods[method];
    const reply = run ? { result: run(params) } : { error: { code: -32601, message: `no method ${method}` } };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id, ...reply }, (_, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    );
  };
  return {
    serve,
    requests,
    travel: (seconds) => {
      travelled += seconds;
    },
    online: (on) => {
      answering = on;
    },
  };
}
