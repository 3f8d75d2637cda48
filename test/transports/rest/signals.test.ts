import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { childScript } from '../../child-script.ts';

const script = await childScript(new URL('./signal-child.ts', import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

async function start(): Promise<{ process: ChildProcess; port: number; exited: Promise<unknown[]> }> {
  const started = fork(script);
  child = started;
  const exited = once(started, 'exit');
  const [port] = await once(started, 'message');
  return { process: started, port: Number(port), exited };
}

const slow = (port: number, ms: number) =>
  fetch(`http://127.0.0.1:${port}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'svc_slow', arguments: { ms } }),
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('SIGTERM', () => {
  it('lets the call under way finish, then ends the process with 0', async () => {
    const { process, port, exited } = await start();
    const under = slow(port, 800);
    await pause(250);
    process.kill('SIGTERM');
    expect((await under).status).toBe(200);
    expect(await exited).toEqual([0, null]);
  });

  it('ends it at once when it comes twice', async () => {
    const { process, port, exited } = await start();
    const under = slow(port, 20_000).catch(() => 'gone');
    await pause(250);
    process.kill('SIGTERM');
    await pause(100);
    process.kill('SIGTERM');
    expect(await exited).toEqual([1, null]);
    expect(await under).toBe('gone');
  });
});
