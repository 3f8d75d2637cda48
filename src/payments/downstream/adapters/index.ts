import { type ProviderId, providerIds } from '../../../kernel/ports/providers.ts';
import type { ProviderDefinition } from './adapter.ts';
import { googleSolar } from './google-solar.ts';
import { rentcast } from './rentcast.ts';

const byId: Readonly<Record<ProviderId, ProviderDefinition>> = { google_solar: googleSolar, rentcast };

/** Providers that can be configured, in the order in which they are looked at for a component. */
export const providerDefinitions: readonly ProviderDefinition[] = providerIds.map((id) => byId[id]);
