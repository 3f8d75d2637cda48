import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Only the tests that scripts/mutation.mjs names: those of the mutated tools. */
const config = mergeConfig(base, {});
config.test.include = (process.env.MUTATION_TESTS ?? '').split(',');
export default config;
