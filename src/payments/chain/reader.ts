/** A movement of an asset from one wallet to another. */
export interface Transfer {
  /** Identity of the payment that made it; absent where it was none of this protocol. */
  readonly id?: string | undefined;
  readonly transaction: string;
  /** Time of its block in milliseconds; chains date their blocks in whole seconds. */
  readonly at: number;
  /** Whose balance fell; absent where that is not one wallet. */
  readonly from?: string | undefined;
  /** Who signed for it. */
  readonly payer: string;
  readonly to: string;
  /** Smallest unit of the asset. */
  readonly amount: bigint;
}

/** What an address received between two Unix seconds, the second one not included. */
export interface Receiving {
  readonly asset: string;
  readonly payTo: string;
  readonly since: number;
  readonly until: number;
  /** Only these amounts; others may be among the transfers. */
  readonly amounts?: ReadonlySet<bigint>;
}

export interface Reading {
  readonly transfers: readonly Transfer[];
  /** Unix seconds between which every transfer was read: from the newest final block back, as far as the node replied. */
  readonly since: number;
  readonly until: number;
  /** Why nothing older was read. */
  readonly why?: string;
}

/** The part of a chain that payments need, read from a node and not changed. */
export interface ChainReader {
  readonly network: string;
  /** Final transfers to an address. Never rejects: what the node did not answer is outside of the reading. */
  received(wanted: Receiving): Promise<Reading>;
  /** Transfers of an asset in one transaction; none where the chain does not have it. Rejects where the node does not answer. */
  transfersIn(transaction: string, asset: string): Promise<readonly Transfer[]>;
}

/** Why a node gave no usable answer: the kind of the fault, never its text. */
export const whyOf = (error: unknown): string => `chain: ${error instanceof Error ? error.name : 'failed'}`;
