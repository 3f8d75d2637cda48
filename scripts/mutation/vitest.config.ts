import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { readPlan } from './plan.ts';

const { sources } = readPlan();

/** The suite's own settings, in one process, with the mutated files in place of the real ones. */
const config = mergeConfig(
  base,
  defineConfig({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    plugins: [
      {
        name: 'mutated-files',
        enforce: 'pre',
        load(id) {
          const source = sources.find(({ module }) => module === id);
          return source && readFileSync(source.instrumented, 'utf8');
        },
      },
    ],
    test: { maxWorkers: 1, testTimeout: 15_000, hookTimeout: 15_000, watch: false },
  }),
);
config.test.include = ['scripts/mutation/mutants.ts'];
config.test.reporters = ['dot'];
export default config;
