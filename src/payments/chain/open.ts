import { type PaymentSettings, publicNodes } from '../settings.ts';
import type { ChainReader } from './reader.ts';

/** A reader of a chain whose node is configured or public, else undefined. Chain libraries are loaded here and not before. */
export async function openChain(network: string, settings: PaymentSettings): Promise<ChainReader | undefined> {
  const { evm, solana, facilitatorTimeoutMs } = settings;
  const url = [evm, solana].find((chain) => chain.network === network)?.rpcUrl ?? publicNodes[network];
  if (!url) return undefined;
  if (network.startsWith('solana:'))
    return (await import('./solana.ts')).openSolanaChain(network, url, facilitatorTimeoutMs);
  return (await import('./evm.ts')).openEvmChain(network, url, facilitatorTimeoutMs, 1);
}

/** Readers of the chains on which is sold. */
export async function openChains(settings: PaymentSettings): Promise<readonly ChainReader[]> {
  const opened = [settings.evm, settings.solana].map(({ network }) => openChain(network, settings));
  return (await Promise.all(opened)).filter((chain) => chain !== undefined);
}
