import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
    // files share a process, and with it what they import: nothing under src or tools keeps state of a call in a module
    isolate: false,
  },
});
