import type { Log } from '../../kernel/ports/log.ts';
import type { LicensedComponent } from '../../kernel/ports/providers.ts';
import type { SpendStore } from '../../store/spend.ts';
import type { ProviderDefinition } from './adapters/adapter.ts';
import { providerDefinitions } from './adapters/index.ts';
import { type Offered, offeredBy } from './offered.ts';
import { PurchaseAccess } from './purchase-access.ts';
import type { DownstreamSettings, SignerSettings } from './settings.ts';
import type { OutboundSigner } from './signer.ts';

export interface ProvidersPorts {
  readonly settings: DownstreamSettings;
  readonly store: SpendStore;
  /** In place of the signer that the settings name. */
  readonly signer?: OutboundSigner | undefined;
  /** Address under which sources are asked instead of their own, as SVC_UPSTREAM_PROXY. */
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

/** Providers outside that this service buys of. */
export class Providers {
  readonly offered: ReadonlyMap<LicensedComponent, Offered>;
  readonly ports: ProvidersPorts;

  constructor(ports: ProvidersPorts) {
    this.ports = ports;
    const { settings, now, log, userAgent, proxy, definitions = providerDefinitions } = ports;
    const signer = ports.signer ?? (settings.signer && lazySigner(settings.signer));
    const route = (url: URL) => routed(url, proxy);
    this.offered = offeredBy(definitions, settings.providers, signer, { now, log, userAgent, route });
  }

  /** What one call is handed: it can ask what things cost, and buys once it is opened for a purchase. */
  accessFor(call: BuyingCall): PurchaseAccess {
    return new PurchaseAccess(this, call);
  }
}

/** A signer that is opened when it first signs: chain libraries are loaded no earlier. */
function lazySigner(settings: SignerSettings): OutboundSigner {
  let opened: Promise<OutboundSigner> | undefined;
  const open = () => {
    opened ??= import('./signer.ts').then(({ openSigner }) => openSigner(settings));
    return opened;
  };
  return {
    address: async () => (await open()).address(),
    sign: async (...args) => (await open()).sign(...args),
  };
}

/** `https://host/path` as `<proxy>/host/path`; an address of this machine is asked itself. */
function routed(url: URL, proxy: string | undefined): URL {
  if (proxy === undefined || url.protocol !== 'https:') return url;
  return new URL(`${proxy}/${url.host}${url.pathname}${url.search}`);
}
