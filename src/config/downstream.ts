import { z } from 'zod';
import { faultText, readInput } from '../input/input-faults.ts';
import { type ProviderId, providerIds } from '../kernel/ports/providers.ts';

const url = z.url({ protocol: /^https?$/, error: 'a web address that begins with http:// or https://' });
const dollars = z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, 'an amount in US dollars such as 0.12');
const evm = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an EVM address: 0x and 40 hexadecimal digits');

const fields = {
  URL: url,
  KEY: z.string().min(1),
  PAY_TO: evm,
  ASSET: evm,
  NETWORK: z.string().regex(/^eip155:\d+$/, 'an EVM network such as eip155:8453'),
  MAX_USD: dollars,
  DAILY_USD: dollars,
} as const;
type Field = keyof typeof fields;

const settingOf = (id: ProviderId, field: Field) => `SVC_PROVIDER_${id.toUpperCase()}_${field}`;

const DownstreamSchema = z.object({
  ...Object.fromEntries(
    providerIds.flatMap((id) =>
      (Object.keys(fields) as Field[]).map((field) => [settingOf(id, field), fields[field].optional()]),
    ),
  ),
  SVC_SPENDING_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'a private key: 0x and 64 hexadecimal digits')
    .optional(),
  SVC_SPENDING_SIGNER_URL: url.optional(),
  SVC_SPENDING_SIGNER_TOKEN: z.string().min(1).optional(),
} as Readonly<Record<string, z.ZodType<string | undefined>>>);

type Settings = Readonly<Record<string, unknown>>;

const textOf = (settings: Settings, name: string) => {
  const value = settings[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Providers and signer out of the settings, and what is wrong with them or between them.
 * @param given settings by name, absent ones left out
 * @param rail network and asset where a provider names none
 */
export function readDownstream(
  given: Settings,
  rail: { readonly network: string; readonly asset: string },
): {
  readonly downstream: {
    readonly providers: Readonly<Partial<Record<ProviderId, ProviderConfig>>>;
    readonly signer: ReturnType<typeof signerOf>;
  };
  readonly problems: readonly string[];
} {
  const read = readInput(DownstreamSchema, given, { secret: true });
  if ('issues' in read)
    return {
      downstream: { providers: {}, signer: undefined },
      problems: read.issues.map((issue) => faultText([issue])),
    };
  const settings: Settings = read.data;
  const problems: string[] = [];
  const signer = signerOf(settings, problems);
  const providers = Object.fromEntries(
    providerIds.flatMap((id) => {
      const provider = providerOf(settings, id, rail);
      problems.push(...problemsOf(provider, id, signer !== undefined));
      return provider.key === undefined && provider.payTo === undefined ? [] : [[id, provider]];
    }),
  );
  return { downstream: { providers, signer }, problems };
}

type ProviderConfig = ReturnType<typeof providerOf>;

/** One provider: billed to an account by `key`, or paid for each answer at `payTo`. */
function providerOf(settings: Settings, id: ProviderId, rail: { network: string; asset: string }) {
  const of = (field: Field) => textOf(settings, settingOf(id, field));
  return {
    url: of('URL'),
    key: of('KEY'),
    payTo: of('PAY_TO'),
    asset: of('ASSET') ?? rail.asset,
    network: of('NETWORK') ?? rail.network,
    maxUsd: of('MAX_USD'),
    dailyUsd: of('DAILY_USD'),
  };
}

function problemsOf({ url: at, key, payTo }: ProviderConfig, id: ProviderId, signs: boolean): string[] {
  const named = (field: Field) => settingOf(id, field);
  return [
    ...(key !== undefined && payTo !== undefined
      ? [`${named('PAY_TO')}: ${named('KEY')} is set too; only one can be`]
      : []),
    ...(payTo !== undefined && at === undefined
      ? [`${named('URL')}: is missing; a provider that is paid has its own address`]
      : []),
    ...(payTo !== undefined && !signs
      ? [`${named('PAY_TO')}: no signer is configured; set SVC_SPENDING_KEY or SVC_SPENDING_SIGNER_URL`]
      : []),
  ];
}

/** Who signs payments to providers: a key, or another process. */
function signerOf(settings: Settings, problems: string[]) {
  const key = textOf(settings, 'SVC_SPENDING_KEY');
  const at = textOf(settings, 'SVC_SPENDING_SIGNER_URL');
  if (key !== undefined && at !== undefined)
    problems.push('SVC_SPENDING_KEY: SVC_SPENDING_SIGNER_URL is set too; only one can be');
  if (at !== undefined)
    return { kind: 'process' as const, url: at, token: textOf(settings, 'SVC_SPENDING_SIGNER_TOKEN') };
  return key === undefined ? undefined : { kind: 'key' as const, key };
}
