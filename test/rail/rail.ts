import { type EvmRail, startEvmRail } from './evm.ts';
import { evmNetwork } from './evm-constants.ts';
import { startFacilitator, type TestFacilitator } from './facilitator.ts';
import { type SolanaRail, startSolanaRail } from './solana.ts';
import { solanaNetwork } from './solana-constants.ts';

export interface Rail {
  readonly evm: EvmRail;
  readonly solana: SolanaRail;
  readonly facilitator: TestFacilitator;
  /** Settings of a house that sells on this rail. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Both local chains and one facilitator for them, ready to be paid by published clients. Nothing leaves the machine. */
export async function startRail(): Promise<Rail> {
  const [evm, solana] = await Promise.all([startEvmRail(), startSolanaRail()]);
  const facilitator = await startFacilitator([
    { network: evmNetwork, scheme: evm.scheme },
    { network: solanaNetwork, scheme: solana.scheme },
  ]);
  return {
    evm,
    solana,
    facilitator,
    settings: {
      SVC_FACILITATOR_URL: facilitator.url,
      SVC_EVM_PAY_TO: evm.payTo,
      SVC_EVM_RPC_URL: evm.rpcUrl,
      SVC_SOLANA_PAY_TO: solana.payTo,
      SVC_SOLANA_RPC_URL: solana.rpcUrl,
    },
    async close() {
      await facilitator.close();
      await Promise.all([evm.close(), solana.close()]);
    },
  };
}
