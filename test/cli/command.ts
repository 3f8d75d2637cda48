import { vi } from 'vitest';
import { runCommand } from '../../src/cli/commands.ts';
import { childScript } from '../child-script.ts';
import { testClock } from '../clock.ts';

/** The command line of the service as one script: what `place-records` starts. */
export const commandScript = await childScript(new URL('../../src/cli/entry.ts', import.meta.url));

/** Runs one command to its end, in this process, on the day of the fixtures or another: its exit status and what it wrote. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, now = testClock()) {
  const wrote = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      wrote[name] += String(text);
      return true;
    }),
  );
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    const status = await runCommand(args);
    return { status, ...wrote };
  } finally {
    process.exitCode = undefined;
    vi.useRealTimers();
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
