import type { DownstreamSettings, ProviderSettings } from '../../../src/payments/downstream/settings.ts';
import { evmAsset, evmNetwork } from '../../rail/evm-constants.ts';

/** Settings by which a service buys roofs of a seller over x402 with a key of its own. */
export function buysOver(
  seller: { readonly url: string },
  wallet: { readonly payTo: string; readonly key: string },
  more: Partial<ProviderSettings> = {},
): DownstreamSettings {
  return {
    providers: { google_solar: providerAt(seller.url, { payTo: wallet.payTo, ...more }) },
    signer: { kind: 'key', key: wallet.key },
  };
}

export const providerAt = (url: string, more: Partial<ProviderSettings>): ProviderSettings => ({
  ...{
    url,
    key: undefined,
    payTo: undefined,
    asset: evmAsset,
    network: evmNetwork,
    maxUsd: undefined,
    dailyUsd: undefined,
  },
  ...more,
});
