import type { RailKind } from '../../kernel/rail.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { Registry } from '../registry.ts';

export interface PublishedNetwork {
  /** CAIP-2 name, for example `eip155:8453`. */
  readonly network: string;
  /** Contract or mint of the dollar stablecoin. */
  readonly asset: string;
  /** Receiving address; absent where selling on this network is not configured. */
  readonly payTo?: string | undefined;
}

export type PublishedNetworks = Readonly<Record<RailKind, PublishedNetwork>>;

/** All that a published document is made of. The same publication gives the same bytes on every machine. */
export interface Publication {
  readonly registry: Registry;
  readonly version: string;
  /** Public address without a slash at its end. */
  readonly baseUrl: string;
  readonly cards: readonly SourceCard[];
  readonly networks: PublishedNetworks;
  readonly selling: boolean;
  /** Whether an A2A endpoint is served here. */
  readonly a2a: boolean;
}

export const serviceName = 'place-records';
export const serviceTitle = 'Place records';
export const serviceDescription =
  'Cited public-record context for US addresses, ZIP codes and places: facts with their sources, never verdicts.';

/** One line of at most 100 characters, for registries. */
export const serviceLine =
  'US public records for an address or place: parcel, flood, zoning, permits, tax; every fact cited.';
