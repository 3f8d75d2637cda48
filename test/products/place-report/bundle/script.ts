import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const path = new URL('../../../../verify-bundle.mjs', import.meta.url);

export interface Verified {
  readonly status: number | null;
  readonly stdout: string;
}

/** One run of the stand-alone script in a process of its own. */
export function runScript(args: readonly string[]): Verified {
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(path), ...args], { encoding: 'utf8' });
  return { status, stdout };
}

/** Reads arguments line by line, evaluates the script anew with them, and writes its status and what it wrote. */
const loop = `
  import { createInterface } from 'node:readline';
  const write = process.stdout.write.bind(process.stdout);
  let runs = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    let stdout = '';
    process.stdout.write = (text) => { stdout += text; return true; };
    process.argv = [process.execPath, 'verify-bundle.mjs', ...JSON.parse(line)];
    process.exitCode = undefined;
    await import(${JSON.stringify(path.href)} + '?' + ++runs).catch((fault) => { stdout += fault.stack; process.exitCode = -1; });
    write(JSON.stringify({ status: process.exitCode, stdout }) + '\\n');
    process.exitCode = 0;
  }
`;

/** The same for many runs of a test file, one after another, in one process: only its start takes time. */
export function startScripts(): (args: readonly string[]) => Promise<Verified> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', loop], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  afterAll(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
  return async (args) => {
    child.stdin.write(`${JSON.stringify(args)}\n`);
    return JSON.parse(String((await lines.next()).value)) as Verified;
  };
}
