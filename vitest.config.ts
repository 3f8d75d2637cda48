import { defineConfig } from 'vitest/config';
import LongestFirst from './test/longest-first.ts';

// a shuffled run has an order of its own
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.'));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/scratch.ts'],
    reporters: ['default', './test/spec/reporter.ts'],
    runner: './test/hung-runner.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // what is waited for comes later on a busy machine
    expect: { poll: { timeout: 20_000 } },
    experimental: { fsModuleCache: true },
    pool: 'forks',
    // one more than the processors of a small machine: many tests wait for a time limit, a process or a browser
    maxWorkers: 3,
    ...(!isShuffled && { sequence: { sequencer: LongestFirst } }),
    // files share a process, and with it what they import: nothing under src or tools keeps state of a call in a module
    isolate: false,
  },
});
