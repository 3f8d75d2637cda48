import { formatUsdc, parseUsdc } from '../../kernel/money.ts';
import { type LicensedComponent, licensedComponents, type ProviderTerms } from '../../kernel/ports/providers.ts';
import type { Adapter, ProviderDefinition } from './adapters/adapter.ts';
import { ByKey } from './by-key.ts';
import { ByX402 } from './by-x402.ts';
import type { SigningPolicy } from './policy.ts';
import { type DownstreamSettings, maxValiditySeconds, type ProviderSettings, signatureCost } from './settings.ts';
import type { OutboundSigner } from './signer.ts';
import type { PaymentWay, WayPorts } from './way.ts';

/** A component with the provider that is configured for it. */
export interface Offered<C extends LicensedComponent = LicensedComponent> {
  readonly terms: ProviderTerms;
  readonly definition: ProviderDefinition;
  readonly adapter: Adapter<C>;
  readonly way: PaymentWay;
  /** Address before the path of a question. */
  readonly base: string;
  /** What one answer may cost at most, its signature included, in millionths of a dollar. */
  readonly reserves: number;
  /** Most that may be reserved in a day, in the same unit. */
  readonly daily: number | undefined;
  readonly policy: SigningPolicy | undefined;
}

/** Which provider answers which component, by the settings: the first that is configured. */
export function offeredBy(
  definitions: readonly ProviderDefinition[],
  settings: DownstreamSettings['providers'],
  signer: OutboundSigner | undefined,
  ports: Omit<WayPorts, 'timeoutMs'>,
): ReadonlyMap<LicensedComponent, Offered> {
  const offered = new Map<LicensedComponent, Offered>();
  for (const component of licensedComponents) {
    for (const definition of definitions) {
      const own = settings[definition.id];
      const adapter = definition.adapters[component] as Adapter | undefined;
      const made = own && adapter && offer(definition, adapter, own, signer, ports);
      if (made && !offered.has(component)) offered.set(component, made);
    }
  }
  return offered;
}

/** What may be signed for a provider. */
export function policyOf(definition: ProviderDefinition, settings: ProviderSettings): SigningPolicy | undefined {
  if (settings.payTo === undefined) return undefined;
  return {
    network: settings.network,
    asset: settings.asset.toLowerCase(),
    payTo: settings.payTo.toLowerCase(),
    maxAmount: parseUsdc(settings.maxUsd ?? definition.maxUsd).toString(),
    maxValiditySeconds,
  };
}

function offer(
  definition: ProviderDefinition,
  adapter: Adapter,
  settings: ProviderSettings,
  signer: OutboundSigner | undefined,
  ports: Omit<WayPorts, 'timeoutMs'>,
): Offered | undefined {
  const max = parseUsdc(settings.maxUsd ?? definition.maxUsd);
  const { noneStatuses } = adapter;
  const policy = policyOf(definition, settings);
  const wayPorts = { ...ports, timeoutMs: definition.timeoutMs };
  const { key } = settings;
  const way = policy
    ? signer && new ByX402({ policy, signer, noneStatuses }, wayPorts)
    : key && new ByKey({ key, keyIn: definition.keyIn, costs: Number(max), noneStatuses }, wayPorts);
  if (!way) return undefined;
  return {
    terms: {
      provider: definition.id,
      name: definition.name,
      kind: policy ? 'x402' : 'api_key',
      maxUsd: formatUsdc(max),
      signatures: policy ? 1 : 0,
    },
    definition,
    adapter,
    way,
    base: (settings.url ?? definition.url).replace(/\/+$/, ''),
    reserves: Number(max) + (policy ? Number(signatureCost) : 0),
    daily: settings.dailyUsd === undefined ? undefined : Number(parseUsdc(settings.dailyUsd)),
    policy,
  };
}
