import type { Log } from '../../kernel/ports/log.ts';
import type { LicensedComponent } from '../../kernel/ports/providers.ts';
import type { SpendStore } from '../../store/sql-spend.ts';
import type { ProviderDefinition } from './adapters/adapter.ts';
import type { Offered } from './offered.ts';
import type { DownstreamSettings } from './settings.ts';
import type { OutboundSigner } from './signer.ts';

export interface ProvidersPorts {
  readonly settings: DownstreamSettings;
  readonly store: SpendStore;
  /** In place of the signer that the settings name. */
  readonly signer?: OutboundSigner | undefined;
  /** Address under which sources are queried instead of their own, as SVC_UPSTREAM_PROXY. */
  readonly proxy?: string | undefined;
  readonly userAgent: string;
  /** Milliseconds by the clock that payments are held against. */
  readonly now: () => number;
  /** The clock that citations are dated by. */
  readonly clock: () => Date;
  readonly log: Log;
  readonly definitions?: readonly ProviderDefinition[];
}

/** Which call of which route buys. */
export interface BuyingCall {
  readonly slug: string;
  readonly argsHash: string;
}

/** Who is configured for what, and what buying runs on. */
export interface Buying {
  readonly offered: ReadonlyMap<LicensedComponent, Offered>;
  readonly ports: ProvidersPorts;
}
