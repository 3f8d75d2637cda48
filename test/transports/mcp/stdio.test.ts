import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { LineTransport } from '../../../src/transports/mcp/stdio.ts';
import { stdioEntry } from './clients.ts';

interface Message {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

const initialize = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const execute = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'svc_execute', arguments: { name } },
});

describe('the stdio process', () => {
  let child: ChildProcessWithoutNullStreams;
  let out = '';
  let err = '';

  function start(): void {
    out = '';
    err = '';
    child = spawn(process.execPath, stdioEntry);
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
  }
  const send = (...lines: (object | string)[]) =>
    child.stdin.write(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  const messages = () => out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Message]));
  const answerTo = (id: unknown) => messages().find((message) => message.id === id);
  const ended = async () => (await once(child, 'close'))[0] as number | null;

  afterEach(() => {
    child.kill('SIGKILL');
  });

  it('writes nothing but protocol on standard output, whatever is printed inside', async () => {
    start();
    send(initialize, execute(1, 'svc_noisy'));
    child.stdin.end();
    expect(await ended()).toBe(0);
    expect(messages().map(({ id }) => id)).toEqual(['init', 1]);
    expect(err).toContain('printed by a careless dependency');
    expect(err).toContain('written by a careless dependency');
  });

  it('answers what was queried before the input ended, then ends', async () => {
    start();
    send(initialize, execute(1, 'svc_steps'), execute(2, 'svc_flood_zone'));
    child.stdin.end();
    expect(await ended()).toBe(0);
    expect(answerTo(1)?.result).toMatchObject({ structuredContent: { ok: true } });
    expect(answerTo(2)?.result).toMatchObject({ structuredContent: { ok: true } });
  });

  it('ends when nothing was ever queried', async () => {
    start();
    child.stdin.end();
    expect(await ended()).toBe(0);
    expect(out).toBe('');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s in the middle of a call', async (signal) => {
    start();
    send(initialize, execute(1, 'svc_slow'));
    await expect.poll(() => answerTo('init'), { timeout: 20_000 }).toBeDefined();
    child.kill(signal);
    expect(await ended()).toBe(0);
    expect(err).toContain('aborted');
    expect(answerTo(1)).toBeUndefined();
  });

  it('ends when no one reads its output any more', async () => {
    start();
    send(initialize);
    await expect.poll(() => answerTo('init'), { timeout: 20_000 }).toBeDefined();
    child.stdout.destroy();
    send(execute(1, 'svc_flood_zone'));
    expect(await ended()).toBe(0);
    expect(err).toContain('over');
  });

  it('answers broken, misshapen, deep and unknown messages, and goes on', async () => {
    start();
    const deep = `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"svc_execute","arguments":{"name":"x","arguments":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}}}`;
    send(
      initialize,
      '{broken',
      '{"id":7}',
      deep,
      { jsonrpc: '2.0', id: 8, method: 'no/such' },
      execute(10, 'svc_flood_zone'),
    );
    child.stdin.end();
    expect(await ended()).toBe(0);
    expect(messages().find(({ error }) => error?.code === -32700)).toMatchObject({ id: null });
    expect(answerTo(7)?.error?.code).toBe(-32600);
    expect(messages().find(({ error }) => error?.message.includes('64 levels'))?.error?.code).toBe(-32600);
    expect(answerTo(8)?.error?.code).toBe(-32601);
    expect(answerTo(10)?.result).toMatchObject({ structuredContent: { ok: true } });
  });
});

describe('LineTransport', () => {
  function open(options?: ConstructorParameters<typeof LineTransport>[2]) {
    const input = new PassThrough();
    const written: string[] = [];
    const read: unknown[] = [];
    const transport = new LineTransport(
      input,
      async (line) => {
        written.push(line);
      },
      options,
    );
    transport.onmessage = (message) => {
      read.push(message);
    };
    void transport.start();
    return { input, written, read, transport };
  }
  const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

  it('joins lines that arrive in pieces, across characters of several bytes', async () => {
    const { input, read, transport } = open();
    const bytes = Buffer.from(`{"jsonrpc":"2.0","method":"é→","params":{}}\r\n\n`);
    for (const byte of bytes) input.write(Buffer.from([byte]));
    input.end();
    await transport.closed;
    expect(read).toMatchObject([{ method: 'é→' }]);
  });

  it('answers a line that is too long once, skips it, and reads on', async () => {
    const { input, written, read } = open({ maxLineBytes: 100 });
    input.write('x'.repeat(80));
    input.write('x'.repeat(80));
    input.write(`${'x'.repeat(500)}\n${ping(1)}\n`);
    await expect.poll(() => read.length, { timeout: 20_000 }).toBe(1);
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('reads a last line that has no end', async () => {
    const { input, read, transport } = open({ drainMs: 10 });
    input.end(ping(1));
    await transport.closed;
    expect(read).toMatchObject([{ id: 1 }]);
  });

  it('waits for answers after the end of input, but not for cancelled ones and not for ever', async () => {
    const waiting = open({ drainMs: 60_000 });
    waiting.input.end(`${ping(1)}\n${ping(2)}\n`);
    await expect.poll(() => waiting.read.length, { timeout: 20_000 }).toBe(2);
    await waiting.transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    let over = false;
    void waiting.transport.closed.then(() => {
      over = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(over).toBe(false);
    await waiting.transport.send({ jsonrpc: '2.0', id: 2, result: {} });
    await waiting.transport.closed;

    const cancelled = open({ drainMs: 60_000 });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    cancelled.input.end(`${ping(1)}\n${JSON.stringify(cancel)}\n`);
    await cancelled.transport.closed;

    const patient = open({ drainMs: 20 });
    patient.input.end(`${ping(1)}\n`);
    await patient.transport.closed;
  });
});
