import { type PaymentSettings, publicNodes } from '../settings.ts';
import type { ChainSearch } from './search.ts';

/** A search for each network whose node is configured or public. Chain libraries are loaded here and not before. */
export async function openSearches(settings: PaymentSettings): Promise<readonly ChainSearch[]> {
  const { evm, solana, facilitatorTimeoutMs: timeoutMs } = settings;
  const evmUrl = evm.rpcUrl ?? publicNodes[evm.network];
  const solanaUrl = solana.rpcUrl ?? publicNodes[solana.network];
  const searches = [
    ...(evmUrl ? [evmSearch(evm.network, evmUrl, timeoutMs)] : []),
    ...(solanaUrl ? [solanaSearch(solana.network, solanaUrl, timeoutMs)] : []),
  ];
  return Promise.all(searches);
}

async function evmSearch(network: string, url: string, timeoutMs: number): Promise<ChainSearch> {
  const [{ createPublicClient, http }, { EvmSearch }] = await Promise.all([import('viem'), import('./evm-search.ts')]);
  return new EvmSearch(network, createPublicClient({ transport: http(url, { timeout: timeoutMs, retryCount: 1 }) }));
}

async function solanaSearch(network: string, url: string, timeoutMs: number): Promise<ChainSearch> {
  const { openConnection, SolanaSearch } = await import('./solana-search.ts');
  return new SolanaSearch(network, openConnection(url, timeoutMs));
}
