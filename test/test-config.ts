import { type Config, readConfig } from '../src/config/config.ts';
import { syntheticSettings } from './upstreams/keys.ts';

/** Fake upstreams need no pause between two questions; the pauses themselves are proved in test/sources/http. */
export const degraded = { retryDelayMs: 10, rateSecondMs: 10 };

/** Where a service of a test finds its fake upstreams and keeps what it keeps. */
interface TestWorld {
  /** Address of the fake upstreams. */
  readonly upstreams: string;
  readonly directory: string;
}

/** Settings of a service against fake upstreams; the same in every process that shares them. */
export function testConfig({ upstreams, directory }: TestWorld, more: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    SVC_UPSTREAM_PROXY: upstreams,
    SVC_DATA_DIR: directory,
    SVC_LOG_LEVEL: 'silent',
    SVC_MIRROR_AUTO: 'off',
    // what proofs are sealed with: the same in every run, so that an answer that carries one is too
    SVC_SECRET: 'synthetic-secret-for-proofs-0123456789',
    ...syntheticSettings,
    ...more,
  });
}
