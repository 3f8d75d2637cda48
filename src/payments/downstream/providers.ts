import type { LicensedComponent } from '../../kernel/ports/providers.ts';
import { providerDefinitions } from './adapters/index.ts';
import { type Offered, offeredBy } from './offered.ts';
import type { Buying, BuyingCall, ProvidersPorts } from './ports.ts';
import { PurchaseAccess } from './purchase-access.ts';
import type { SignerSettings } from './settings.ts';
import type { OutboundSigner } from './signer.ts';

/** Providers outside that this service buys of. */
export class Providers implements Buying {
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

/** `https://host/path` as `<proxy>/host/path`; an address of this machine is queried itself. */
function routed(url: URL, proxy: string | undefined): URL {
  if (proxy === undefined || url.protocol !== 'https:') return url;
  return new URL(`${proxy}/${url.host}${url.pathname}${url.search}`);
}
