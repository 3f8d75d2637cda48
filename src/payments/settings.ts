/** What selling needs; the shape of `config.payments`. */
export interface PaymentSettings {
  readonly facilitatorUrl: string | undefined;
  readonly facilitatorTimeoutMs: number;
  readonly evm: ChainSettings;
  readonly solana: ChainSettings;
  /** Hex private key that signs offers and receipts; absent: they are not signed. Never the key of the receiving wallet. */
  readonly signingKey?: string | undefined;
}

export interface ChainSettings {
  readonly network: string;
  readonly asset: string;
  readonly payTo: string | undefined;
  readonly rpcUrl: string | undefined;
}

/** Public nodes, queried only in recovery, where no node is configured. Undefined: unknown network, no recovery. */
export const publicNodes: Readonly<Record<string, string>> = {
  'eip155:8453': 'https://mainnet.base.org',
  'eip155:84532': 'https://sepolia.base.org',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://api.mainnet-beta.solana.com',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'https://api.devnet.solana.com',
};

/** The addresses at which this installation is paid. */
export const receivingAddresses = ({ evm, solana }: PaymentSettings): readonly string[] =>
  [evm.payTo, solana.payTo].filter((address) => address !== undefined);
