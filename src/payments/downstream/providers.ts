import { once } from '../../kernel/memoize.ts';
import { formatUsdc, parseUsdc } from '../../kernel/money.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { LicensedComponent, ProviderId, ProviderTerms } from '../../kernel/ports/providers.ts';
import type { SpendStore } from '../../store/sql-spend.ts';
import { exchange } from '../http-exchange.ts';
import type { Adapter, ProviderDefinition } from './adapters/adapter.ts';
import { googleSolar } from './adapters/google-solar.ts';
import { rentcast } from './adapters/rentcast.ts';
import { type Ask, byKey, byX402, type PaymentWay } from './payment-ways.ts';
import type { SigningPolicy } from './policy.ts';
import { type DownstreamSettings, maxValiditySeconds, type ProviderSettings, signatureCost } from './settings.ts';
import type { OutboundSigner } from './signer.ts';

const definitions: Readonly<Record<ProviderId, ProviderDefinition>> = { google_solar: googleSolar, rentcast };

export interface ProvidersPorts {
  readonly settings: DownstreamSettings;
  readonly store: SpendStore;
  /** Address under which sources are queried instead of their own, as SVC_UPSTREAM_PROXY. */
  readonly proxy?: string | undefined;
  readonly userAgent: string;
  /** Milliseconds by the clock that payments are held against. */
  readonly now: () => number;
  /** The clock that citations are dated by. */
  readonly clock: () => Date;
  readonly log: Log;
  /** For one request to a provider; 15 s where absent. */
  readonly timeoutMs?: number;
}

/** A component with the provider that is configured for it. */
export interface Offered {
  readonly terms: ProviderTerms;
  readonly definition: ProviderDefinition;
  readonly adapter: Adapter;
  readonly way: PaymentWay;
  /** Address before the path of a question. */
  readonly base: string;
  /** What one answer may cost at most, its signature included, in millionths of a dollar. */
  readonly reserves: number;
  /** Most that may be reserved in a day, in the same unit. */
  readonly daily: number | undefined;
  readonly policy: SigningPolicy | undefined;
}

/** Providers outside that this service buys of, and what buying runs on. */
export interface Providers {
  /** By component: the first provider that is configured for it. */
  readonly offered: ReadonlyMap<LicensedComponent, Offered>;
  readonly ports: ProvidersPorts;
}

export function openProviders(ports: ProvidersPorts): Providers {
  const { settings, proxy, userAgent, timeoutMs = 15_000 } = ports;
  const { signer: signs } = settings;
  // chain libraries are loaded no earlier
  const signer = signs && once(() => import('./signer.ts').then(({ openSigner }) => openSigner(signs)));
  const ask: Ask = (url, headers) =>
    exchange({ url: routed(url, proxy), headers: { 'user-agent': userAgent, ...headers }, timeoutMs });
  const offered = new Map<LicensedComponent, Offered>();
  for (const definition of Object.values(definitions)) {
    const own = settings.providers[definition.id];
    const made = own && offerOf(definition, own, signer, { ...ports, ask });
    for (const [component, adapter] of Object.entries(definition.adapters) as [LicensedComponent, Adapter][])
      if (made && !offered.has(component)) offered.set(component, { ...made, adapter });
  }
  return { offered, ports };
}

function offerOf(
  definition: ProviderDefinition,
  { url = definition.url, key, maxUsd = definition.maxUsd, dailyUsd, ...paid }: ProviderSettings,
  signer: (() => Promise<OutboundSigner>) | undefined,
  ports: ProvidersPorts & { readonly ask: Ask },
): Omit<Offered, 'adapter'> | undefined {
  const max = parseUsdc(maxUsd);
  const policy =
    paid.payTo === undefined
      ? undefined
      : {
          network: paid.network,
          asset: paid.asset.toLowerCase(),
          payTo: paid.payTo.toLowerCase(),
          maxAmount: max.toString(),
          maxValiditySeconds,
        };
  const way = policy
    ? signer && byX402(policy, signer, ports)
    : key && byKey(key, definition.keyIn, Number(max), ports.ask);
  if (!way) return undefined;
  const { id: provider, name } = definition;
  return {
    terms: {
      ...{ provider, name, maxUsd: formatUsdc(max) },
      ...(policy ? { kind: 'x402', signatures: 1 } : { kind: 'api_key', signatures: 0 }),
    },
    ...{ definition, way, policy, base: url.replace(/\/+$/, '') },
    reserves: Number(max) + (policy ? Number(signatureCost) : 0),
    daily: dailyUsd === undefined ? undefined : Number(parseUsdc(dailyUsd)),
  };
}

/** `https://host/path` as `<proxy>/host/path`; an address of this machine is queried itself. */
function routed(url: URL, proxy: string | undefined): URL {
  if (proxy === undefined || url.protocol !== 'https:') return url;
  return new URL(`${proxy}/${url.host}${url.pathname}${url.search}`);
}
