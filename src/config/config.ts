import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { faultText, readInput } from '../input/input-faults.ts';
import { readPastKeys, readSigningKey } from '../signing/signing-key.ts';
import { thisUser, userDataFolder } from './data-folder.ts';
import { readDownstream } from './downstream.ts';
import { readTrustedProxies } from './trust-proxy.ts';
import { version } from './version.ts';
import { readHostNames, readOrigins, webCallers } from './web-callers.ts';

const url = z.url({ protocol: /^https?$/, error: 'a web address that begins with http:// or https://' });
const port = z.coerce.number().int().min(0).max(65_535);

/** A text that a reader parses whole or refuses; its value is not repeated. */
const readWith = <T>(read: (text: string) => T | undefined, takes: string) =>
  z.string().transform((text, ctx) => {
    const value = read(text);
    if (value !== undefined) return value;
    ctx.addIssue({ code: 'custom', message: `takes ${takes}` });
    return z.NEVER;
  });

const formed = (pattern: RegExp, called: string) => z.string().regex(pattern, called);

/** A secret as a key, which neither a log nor JSON shows. */
const readSecret = (text: string) => (text.trim().length < 32 ? undefined : createSecretKey(text.trim(), 'utf8'));

const evmAddress = 'an EVM address: 0x and 40 hexadecimal digits';

const EnvSchema = z.object({
  PORT: port.default(8402),
  HOST: z.string().min(1).default('127.0.0.1'),
  SVC_BASE_URL: url.refine((text) => !/[?#]/.test(text), 'takes an address without query and fragment').optional(),
  SVC_TRUST_PROXY: readWith(
    readTrustedProxies,
    'the addresses of the proxies in front of this server (addresses, blocks such as 10.0.0.0/8, loopback, linklocal, uniquelocal; several separated by commas) or how many proxies there are (0 to 16)',
  ).default(['loopback']),
  SVC_ALLOWED_ORIGINS: readWith(
    readOrigins,
    'the origins of web pages that may call, separated by commas (https://app.example.org), or * for those of every page',
  ).default([]),
  SVC_ALLOWED_HOSTS: readWith(
    readHostNames,
    'further names under which this server is reached, without port, separated by commas',
  ).default([]),
  SVC_DATA_DIR: z.string().min(1).optional(),
  SVC_JURISDICTIONS_DIR: z.string().min(1).optional(),
  SVC_DATABASE_URL: formed(/^postgres(ql)?:\/\//, 'a PostgreSQL address that begins with postgres://').optional(),
  SVC_REDIS_URL: formed(/^rediss?:\/\//, 'a Redis address that begins with redis:// or rediss://').optional(),
  SVC_FACILITATOR_URL: url.optional(),
  SVC_FACILITATOR_TIMEOUT_MS: z.coerce.number().int().positive().default(10_000),
  SVC_EVM_NETWORK: formed(/^eip155:\d+$/, 'an EVM network such as eip155:8453').default('eip155:8453'),
  SVC_EVM_ASSET: formed(/^0x[0-9a-fA-F]{40}$/, evmAddress).default('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  SVC_EVM_PAY_TO: formed(/^0x[0-9a-fA-F]{40}$/, evmAddress).optional(),
  SVC_EVM_RPC_URL: url.optional(),
  SVC_SOLANA_NETWORK: formed(
    /^solana:[1-9A-HJ-NP-Za-km-z]{1,44}$/,
    'a Solana network such as solana:EtWTRABZaYq6',
  ).default('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  SVC_SOLANA_ASSET: z.string().min(32).max(44).default('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  SVC_SOLANA_PAY_TO: z.string().min(32).max(44).optional(),
  SVC_SOLANA_RPC_URL: url.optional(),
  SVC_OFFER_SIGNING_KEY: formed(/^0x[0-9a-fA-F]{64}$/, 'a private key: 0x and 64 hexadecimal digits').optional(),
  SVC_BUNDLE_SIGNING_KEY: readWith(
    readSigningKey,
    'an Ed25519 private key: a JWK as JSON, or PKCS #8 (DER) as base64url',
  ).optional(),
  SVC_BUNDLE_SIGNING_KEYS_PAST: readWith(
    readPastKeys,
    'a JSON list of public Ed25519 JWKs, each with exp (seconds since 1970)',
  ).optional(),
  SVC_SECRET: readWith(readSecret, 'a random text of at least 32 characters, the same on every machine').optional(),
  SVC_UPSTREAM_PROXY: url.optional(),
  SVC_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  SVC_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(120),
  SVC_UNPAID_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(20),
  SVC_OPEN_PURCHASES_PER_WALLET: z.coerce.number().int().min(1).max(10_000).default(32),
  SVC_MIRROR_AUTO: z.enum(['on', 'off']).default('on'),
  SVC_MIRROR_AUTO_MAX_MB: z.coerce.number().int().min(0).max(100_000).default(150),
  SVC_EVIDENCE_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  SVC_ARTIFACT_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  SVC_ARTIFACT_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).default(1024),
  SVC_PURCHASE_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
  SVC_UNDELIVERED: z.enum(['none', 'voucher', 'refund']).default('none'),
  SVC_RECONCILE_MINUTES: z.coerce.number().int().min(0).max(1440).default(5),
  SVC_BACKGROUND_WORK: z.enum(['here', 'worker']).default('here'),
  SVC_JOBS: z.enum(['here', 'external']).default('here'),
  SVC_JOBS_MAX_BACKLOG: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  SVC_JOBS_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  SVC_DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(0),
  SVC_METRICS_PORT: port.optional(),
  SVC_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  SVC_SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/, error: 'an address that begins with https://, mailto: or tel:' })
    .optional(),
  SVC_CONTACT: z.string().min(3).max(200).default('https://github.com/place-records/place-records'),
});

type Settings = z.infer<typeof EnvSchema>;

/** A setting that cannot be used. `problems` names each setting and what it takes; values are never repeated. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`settings: ${problems.join('; ')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A value was given: not an empty one, nor the name of a field that the host of a bundle left unfilled. */
const isSet = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && !/^\$\{user_config\.\w+\}$/.test(value);

/** Settings whose values are in files (`SVC_X_FILE` names the file of `SVC_X`): how orchestrators pass secrets. */
function fromFiles(env: Environment): Environment {
  const named = Object.entries(env).filter(([name, path]) => /^SVC_[A-Z0-9_]+_FILE$/.test(name) && path);
  return Object.fromEntries(
    named.map(([name, path]) => {
      const setting = name.slice(0, -'_FILE'.length);
      if (env[setting]) throw new ConfigError([`${name}: ${setting} is set too; only one of them can be`]);
      try {
        return [setting, readFileSync(path ?? '', 'utf8').trim()];
      } catch {
        throw new ConfigError([`${name}: the file cannot be read`]);
      }
    }),
  );
}

/** Who can reach the server and call it. */
const webOf = (settings: Settings) => ({
  port: settings.PORT,
  host: settings.HOST,
  baseUrl: settings.SVC_BASE_URL?.replace(/\/+$/, ''),
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy: settings.SVC_TRUST_PROXY,
  /** Hosts and web pages that are served, on every transport. */
  callers: webCallers({
    baseUrl: settings.SVC_BASE_URL,
    hosts: settings.SVC_ALLOWED_HOSTS,
    origins: settings.SVC_ALLOWED_ORIGINS,
  }),
  rateLimitPerMinute: settings.SVC_RATE_LIMIT_PER_MINUTE,
  /** Calls of paid products a minute and caller without a payment; 0: the limit of all other calls. */
  unpaidLimitPerMinute: settings.SVC_UNPAID_LIMIT_PER_MINUTE,
  /** Purchases without an outcome that a wallet without history may have at once. */
  openPurchasesPerWallet: settings.SVC_OPEN_PURCHASES_PER_WALLET,
  /** Seconds that a stopping server says `not_ready` and still accepts requests, so that a balancer can look away. */
  drainSeconds: settings.SVC_DRAIN_SECONDS,
  /** Where Prometheus metrics are served; undefined: nowhere. */
  metrics:
    settings.SVC_METRICS_PORT === undefined
      ? undefined
      : { port: settings.SVC_METRICS_PORT, host: settings.SVC_METRICS_HOST },
});

const storesOf = (settings: Settings, given: Environment) => ({
  dataDir: settings.SVC_DATA_DIR ?? userDataFolder(thisUser(given)),
  /** Folder of the operator's place files and tables of layers; undefined: none. */
  jurisdictionsDir: settings.SVC_JURISDICTIONS_DIR,
  databaseUrl: settings.SVC_DATABASE_URL,
  redisUrl: settings.SVC_REDIS_URL,
  /** Whether bulk files are fetched when a question first needs them, and up to which size. */
  mirror: { auto: settings.SVC_MIRROR_AUTO === 'on', maxMegabytes: settings.SVC_MIRROR_AUTO_MAX_MB },
  /** Days that the evidence behind an answer is stored; 0: in memory only. */
  evidenceDays: settings.SVC_EVIDENCE_DAYS,
  retention: {
    /** Days that the artifact of a settled purchase can be fetched again. */
    artifactDays: settings.SVC_ARTIFACT_DAYS,
    /** Bound on all artifacts together, in bytes. */
    artifactMaxBytes: settings.SVC_ARTIFACT_MAX_MB * 1024 ** 2,
    purchaseDays: settings.SVC_PURCHASE_DAYS,
  },
});

const workOf = (settings: Settings) => ({
  /** Minutes between two rounds that close purchases with an unknown outcome; 0: by command only. */
  reconcileMinutes: settings.SVC_RECONCILE_MINUTES,
  /** What is owed for a job that brought nothing; undefined: nothing. */
  undelivered: settings.SVC_UNDELIVERED === 'none' ? undefined : settings.SVC_UNDELIVERED,
  /** Recurring work: `here`, each server for itself; `worker`: `place-records work` for all. */
  backgroundWork: settings.SVC_BACKGROUND_WORK,
  jobs: {
    /** `here`: each server too; `external`: only `place-records work`. */
    where: settings.SVC_JOBS,
    /** Items that may wait before no more jobs are sold. */
    maxBacklog: settings.SVC_JOBS_MAX_BACKLOG,
    concurrency: settings.SVC_JOBS_CONCURRENCY,
  },
});

const paymentsOf = (settings: Settings) => ({
  facilitatorUrl: settings.SVC_FACILITATOR_URL,
  facilitatorTimeoutMs: settings.SVC_FACILITATOR_TIMEOUT_MS,
  evm: {
    network: settings.SVC_EVM_NETWORK,
    asset: settings.SVC_EVM_ASSET,
    payTo: settings.SVC_EVM_PAY_TO,
    rpcUrl: settings.SVC_EVM_RPC_URL,
  },
  solana: {
    network: settings.SVC_SOLANA_NETWORK,
    asset: settings.SVC_SOLANA_ASSET,
    payTo: settings.SVC_SOLANA_PAY_TO,
    rpcUrl: settings.SVC_SOLANA_RPC_URL,
  },
  /** Key that signs offers and receipts; never that of the receiving wallet. */
  signingKey: settings.SVC_OFFER_SIGNING_KEY,
});

const isSourceKey = (entry: [string, string | undefined]): entry is [string, string] =>
  /^SVC_KEY_[A-Z0-9_]+(?<!_FILE)$/.test(entry[0]);

/** All settings of the environment and the arguments, parsed once and frozen; only this folder reads the environment. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * Parses settings, those of the command line over the environment's; an empty value counts as absent, one of a file as
 * if it were in the environment. Throws {@link ConfigError}.
 */
export function readConfig(env: Environment = process.env, overrides: Environment = {}) {
  const given = Object.fromEntries(
    Object.entries({ ...env, ...fromFiles(env), ...overrides }).filter(([, value]) => isSet(value)),
  );
  const read = readInput(EnvSchema, given, { secret: true });
  if ('issues' in read) {
    throw new ConfigError(read.issues.map((issue) => faultText([issue])));
  }
  const settings = read.data;
  const rail = { network: settings.SVC_EVM_NETWORK, asset: settings.SVC_EVM_ASSET };
  const { downstream, problems } = readDownstream(given, rail);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    ...webOf(settings),
    ...storesOf(settings, given),
    ...workOf(settings),
    upstreamProxy: settings.SVC_UPSTREAM_PROXY?.replace(/\/+$/, ''),
    /** Where it is not set, servers log at `info` and commands of the terminal at `error`. */
    logLevel: settings.SVC_LOG_LEVEL,
    /** Contact in the User-Agent; several federal hosts require one. */
    contact: settings.SVC_CONTACT,
    /** Where the operator takes reports of vulnerabilities; undefined: the project alone does. */
    securityContact: settings.SVC_SECURITY_CONTACT,
    /** Traces are sent where OTEL_EXPORTER_OTLP_ENDPOINT is set; its exporter reads the other OTEL_ variables itself. */
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    payments: paymentsOf(settings),
    /** Providers from which this service buys, and the signer of these payments. */
    downstream,
    /** Keys that sign evidence bundles; without `key` the data folder stores one. */
    bundleSigning: {
      key: settings.SVC_BUNDLE_SIGNING_KEY,
      past: settings.SVC_BUNDLE_SIGNING_KEYS_PAST ?? [],
    },
    /** Secret from which this service makes its proofs; undefined: the store makes and stores one. */
    secret: settings.SVC_SECRET,
    /** Keys of sources by setting name (`SVC_KEY_…`). */
    keys: Object.freeze(Object.fromEntries(Object.entries(given).filter(isSourceKey))),
  });
}

/** The User-Agent of queries to sources; several federal hosts require a contact in it. */
export function userAgentOf(config: Pick<Config, 'contact'>): string {
  return `place-records/${version} (+${config.contact})`;
}
