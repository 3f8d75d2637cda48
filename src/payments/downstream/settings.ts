import type { ProviderId } from '../../kernel/ports/providers.ts';

/** How this service buys outside; the shape of `config.downstream`. */
export interface DownstreamSettings {
  /** Those that a key or an address to pay is configured for. */
  readonly providers: Readonly<Partial<Record<ProviderId, ProviderSettings>>>;
  readonly signer: SignerSettings | undefined;
}

/** One provider. With `key` it is billed to an account, with `payTo` each answer is paid for over x402. */
export interface ProviderSettings {
  /** Address before the path of a question; the provider's own where absent. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly payTo: string | undefined;
  readonly asset: string;
  readonly network: string;
  /** Most that one answer may cost, decimal US dollars; the adapter's own where absent. */
  readonly maxUsd: string | undefined;
  /** Most that may be reserved in a day (UTC), decimal US dollars; absent: no breaker. */
  readonly dailyUsd: string | undefined;
}

/** Who signs outbound payments: a key in this process, or a process of its own. */
export type SignerSettings =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'process'; readonly url: string; readonly token: string | undefined };

/** What one signature costs at most, in millionths of a US dollar, as `costModel` of the products publishes it. */
export const signatureCost = 100_000n;
/** Seconds for which an outbound authorization is valid at most. */
export const maxValiditySeconds = 120;
