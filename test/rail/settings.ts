import type { PaymentSettings } from '../../src/payments/settings.ts';
import { evmAsset, evmNetwork } from './evm-constants.ts';
import { solanaAsset, solanaNetwork } from './solana-constants.ts';

/** Payment settings of a house that sells on the local rail. */
export function railSettings(rail: {
  facilitatorUrl: string;
  evm?: { payTo: string; rpcUrl: string } | undefined;
  solana?: { payTo: string; rpcUrl: string } | undefined;
  timeoutMs?: number;
}): PaymentSettings {
  return {
    facilitatorUrl: rail.facilitatorUrl,
    facilitatorTimeoutMs: rail.timeoutMs ?? 4_000,
    evm: { network: evmNetwork, asset: evmAsset, payTo: rail.evm?.payTo, rpcUrl: rail.evm?.rpcUrl },
    solana: { network: solanaNetwork, asset: solanaAsset, payTo: rail.solana?.payTo, rpcUrl: rail.solana?.rpcUrl },
  };
}
