import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from '../free-port.ts';

/** Why no server can be started here, or undefined where one can. */
export function redisMissing(): string | undefined {
  const found = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')));
  return found ? undefined : 'redis-server is not installed';
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export interface TemporaryRedis {
  readonly url: string;
  /** Answers nothing, while its connections stand; `resume` ends that. */
  hang(): void;
  resume(): void;
  /** Ends it without a word; `start` brings it back, empty, under the same address. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of its own on a free port that keeps nothing on disk. */
export async function temporaryRedis(): Promise<TemporaryRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      '/tmp',
    ];
    child = spawn('redis-server', options, { stdio: 'ignore' });
    for (let tries = 0; !(await accepts(port)); tries += 1) {
      if (tries > 200) throw new Error('redis-server does not start');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const kill = async () => {
    const running = child;
    child = undefined;
    if (running && running.exitCode === null && running.signalCode === null)
      await new Promise((resolve) => running.once('exit', resolve).kill('SIGKILL'));
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    ...{ kill, start, stop: kill },
  };
}
