/** How a key is with a fake provider; a test picks by the key that it configures. */
export type KeyState = 'missing' | 'unknown' | 'throttled' | 'good';

/** `synthetic-…` is a key, `synthetic-…-throttled` one that has queried too much; any other is not known. */
export function keyState(key: string | null | undefined): KeyState {
  if (!key) return 'missing';
  if (!key.startsWith('synthetic-')) return 'unknown';
  return key.endsWith('-throttled') ? 'throttled' : 'good';
}

/** Sources of the fake upstream world that need a key, or take one. */
export const keyedSources = ['CENSUS', 'HUD', 'BLS', 'AQS', 'EIA', 'NLR', 'OPENEI', 'AIRNOW', 'USGS', 'OPENSTATES'];

/**
 * Settings of the fake upstream world: a synthetic key for each source that needs one, so that its lane can be seen to
 * answer, and for the licensed providers that bill an account; those that are paid for each answer are proved in
 * test/payments.
 */
export const syntheticSettings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(keyedSources.map((name) => [`SVC_KEY_${name}`, `synthetic-${name.toLowerCase()}`])),
  SVC_PROVIDER_GOOGLE_SOLAR_KEY: 'synthetic-google-solar',
  SVC_PROVIDER_RENTCAST_KEY: 'synthetic-rentcast',
};
