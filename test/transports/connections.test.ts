import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { webCallers } from '../../src/config/web-callers.ts';
import { type ConnectionBounds, trackConnections } from '../../src/transports/connections.ts';
import { serveMetrics } from '../../src/transports/metrics-server.ts';
import { startRestServer } from '../../src/transports/rest/server.ts';
import { fakeService } from './rest/fake-service.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sixMegabytes = 'x'.repeat(6_000_000);
const soonMs = 1_000;

/** A server that is about to be stopped, and a path whose body has 6 MB. */
interface Subject {
  readonly port: number;
  readonly path: string;
  stop(): Promise<void>;
}

const subjects: Record<string, () => Promise<Subject>> = {
  'the service': async () => {
    const mcpHandler = async (_: unknown, response: { end(text: string): unknown }) => void response.end(sixMegabytes);
    const running = await startRestServer(fakeService({ mcpHandler }), { port: 0, host: '127.0.0.1' });
    return { port: running.port, path: '/mcp', stop: running.stop };
  },
  'the metrics': async () => {
    const text = async () => sixMegabytes;
    const served = await serveMetrics(
      { contentType: 'text/plain', text },
      { port: 0, host: '127.0.0.1', callers: webCallers({}) },
    );
    return { port: Number(new URL(served.url).port), path: '/metrics', stop: served.stop };
  },
  'any server': async () => {
    const server = createServer((_, response) => void response.end(sixMegabytes));
    const { stop } = trackConnections(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, path: '/', stop: () => stop(10_000) };
  },
};

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function msOf(work: Promise<void>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe.each(Object.entries(subjects))('stopping %s', (_, start) => {
  it('does not wait for a connection that never sent a byte', async () => {
    const { port, stop } = await start();
    const socket = await connected(port);
    const closed = once(socket.resume(), 'close');
    expect(await msOf(stop())).toBeLessThan(soonMs);
    await closed;
  });

  it('does not wait for a connection that is idle between two requests', async () => {
    const { port, path, stop } = await start();
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(get({ port, path, agent }), 'response');
    await once(response.resume(), 'end');
    expect(await msOf(stop())).toBeLessThan(soonMs);
    agent.destroy();
  });

  it('waits until a slow reader has every byte', async () => {
    const { port, path, stop } = await start();
    const socket = await connected(port);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    await pause(100);
    const stopped = stop();
    await pause(300);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    const body = received.slice(received.indexOf('\r\n\r\n'));
    expect(body.split('x').length - 1).toBe(sixMegabytes.length);
    await stopped;
  });
});

describe('a server that stops', () => {
  async function start(graceMs: number) {
    const begun: string[] = [];
    const server = createServer((request, response) => {
      begun.push(request.url ?? '');
      if (request.url === '/never') return;
      setTimeout(() => response.end('done'), 200);
    });
    const { stop } = trackConnections(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { begun, port: (server.address() as AddressInfo).port, stop: () => stop(graceMs) };
  }

  it('closes each connection with its answer, and a caller that keeps connections is refused afterwards', async () => {
    const { begun, port, stop } = await start(10_000);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const answered = once(get({ port, path: '/before', agent }), 'response');
    // waits for the connection of the first request
    const next = once(get({ port, path: '/during', agent }), 'response');
    next.catch(() => undefined);
    await expect.poll(() => begun).toEqual(['/before']);
    const stopped = stop();
    const [response] = await answered;
    expect(response.headers.connection).toBe('close');
    response.resume();
    await expect(next).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await stopped;
    expect(begun).toEqual(['/before']);
  });

  it('ends a request that outlasts the grace', async () => {
    const { begun, port, stop } = await start(200);
    const answered = once(get({ port, path: '/never' }), 'response');
    answered.catch(() => undefined);
    await expect.poll(() => begun).toEqual(['/never']);
    expect(await msOf(stop())).toBeLessThan(soonMs + 200);
    await expect(answered).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('waits two seconds for the rest of a request head', async () => {
    const { begun, port, stop } = await start(60_000);
    const socket = await connected(port);
    socket.write('GET /half HTTP/1.1\r\n');
    const finished = await connected(port);
    finished.write('GET /late HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    await pause(100);
    const stopped = msOf(stop());
    finished.resume().write('\r\n');
    await expect.poll(() => begun).toEqual(['/late']);
    expect(await stopped).toBeLessThan(2_000 + soonMs);
  });
});

describe('a server with bounds', () => {
  async function start(bounds: ConnectionBounds) {
    const ended: string[] = [];
    const server = createServer((request, response) => {
      const url = request.url ?? '';
      response.on('close', () => ended.push(url));
      if (url === '/later') setTimeout(() => response.end(sixMegabytes), 2_000);
      // more than the operating system buffers
      else response.end(sixMegabytes.repeat(url === '/stalled' ? 10 : 1));
    });
    const { stop } = trackConnections(server, bounds);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => stop(0));
    return { ended, port: (server.address() as AddressInfo).port };
  }
  const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);

  it('gives up a reader that takes nothing, not one that is slow, nor one that waits for its answer', async () => {
    const { ended, port } = await start({ stalledMs: 1_500 });
    const [stalled, slow, waiting] = await Promise.all([connected(port), connected(port), connected(port)]);
    stalled.pause();
    waiting.resume();
    slow.on('data', () => {
      slow.pause();
      setTimeout(() => slow.resume(), 10);
    });
    ask(stalled, '/stalled');
    ask(waiting, '/later');
    ask(slow, '/slow');
    await expect.poll(() => ended.toSorted()).toEqual(['/later', '/slow', '/stalled']);
    const closed = once(stalled, 'close');
    stalled.resume();
    await closed;
    await expect
      .poll(() => [slow, waiting].map(({ bytesRead }) => bytesRead > sixMegabytes.length))
      .toEqual([true, true]);
    expect(stalled.bytesRead).toBeLessThan(sixMegabytes.length * 10);
  });

  it('refuses more connections of one address than it may have, and takes them again', async () => {
    const { port } = await start({ maxPerAddress: 2, isShared: () => false });
    const first = await connected(port);
    await connected(port);
    const third = await connected(port);
    await once(third.resume(), 'close');
    first.destroy();
    await once(first, 'close');
    await expect
      .poll(async () => {
        const next = await connected(port);
        ask(next, '/next');
        return Promise.race([once(next, 'data').then(() => 'answered'), once(next, 'close').then(() => 'closed')]);
      })
      .toBe('answered');
  });
});
