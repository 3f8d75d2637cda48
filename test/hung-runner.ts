import { ChildProcess } from 'node:child_process';
import { type ServerResponse, Server as WebServer } from 'node:http';
import { Server, Socket } from 'node:net';
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';

/** Of Node, without a published type: what keeps the process alive, and the answer that a connection waits for. */
const handles = () => (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
const answerOf = (socket: Socket) => (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

function sentence(handle: unknown): string | undefined {
  if (handle instanceof Server) {
    const address = handle.address();
    const kind = handle instanceof WebServer ? 'HTTP server' : 'server';
    return `${kind} on ${typeof address === 'object' ? (address?.port ?? 'no port: it is closing') : address}`;
  }
  if (handle instanceof Socket && handle.remotePort !== undefined) {
    const { localPort, remotePort, bytesRead, bytesWritten } = handle;
    const { req } = answerOf(handle) ?? {};
    const request = req ? `, answers ${req.method} ${req.url}` : '';
    return `connection ${localPort} to ${remotePort}, read ${bytesRead} bytes, wrote ${bytesWritten}${request}`;
  }
  if (handle instanceof ChildProcess) return `process ${handle.pid}: ${handle.spawnargs.join(' ')}`;
  return undefined;
}

/** What this process waits for: servers, connections and processes one by one, everything else by kind and count. */
export function openResources(): string {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const details = handles().flatMap((handle) => sentence(handle) ?? []);
  return ['open at the timeout:', kinds, ...details].join('\n  ');
}

/** Adds what is open to the error of a test or hook that timed out. */
export default class HungRunner extends TestRunner {
  onTaskFinished(test: RunnerTestCase): void {
    explain(test);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    explain(suite);
    await super.onAfterRunSuite(suite);
  }
}

function explain({ result }: Pick<RunnerTestCase, 'result'>): void {
  for (const error of result?.errors ?? [])
    if (/^(Test|Hook) timed out in /.test(error.message)) error.message += `\n${openResources()}`;
}
