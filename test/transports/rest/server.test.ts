import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, startFake } from './fake-service.ts';

let service: Client | undefined;
afterEach(() => service?.stop());

const slow = (client: Client, ms: number) => client.post('/tools/call', { name: 'svc_slow', arguments: { ms } });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('health and readiness', () => {
  it('tells a process that runs from one that takes calls', async () => {
    service = await startFake({ ready: async () => ({ ready: false, checks: { store: 'cannot be reached' } }) });
    expect((await service.get('/health')).status).toBe(200);
    const ready = await service.get('/ready');
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await ready.json()).toMatchObject({
      code: 'not_ready',
      ready: false,
      checks: { store: 'cannot be reached' },
    });
  });
});

describe('stop', () => {
  it('says not ready on open connections, finishes what is under way, then refuses', async () => {
    const client = await startFake();
    service = client;
    const under = slow(client, 400);
    await pause(100);
    // a connection that was opened before the stop is still served
    const socket = connect(client.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes;
    });
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
    await pause(50);
    const stopped = client.stop();
    socket.write('\r\n');
    const answer = await under;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    expect(await answer.json()).toMatchObject({ ok: true, tool: 'svc_slow' });
    await stopped;
    expect(heard).toMatch(/^HTTP\/1\.1 200[\s\S]*Connection: close/i);
    await expect(client.get('/health')).rejects.toThrow();
  });

  it('is bounded', async () => {
    const client = await startFake({}, undefined, { graceMs: 200 });
    service = client;
    const under = slow(client, 20_000).catch((error: unknown) => error);
    await pause(100);
    const started = performance.now();
    await client.stop();
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(await under).toBeInstanceOf(Error);
  });

  it('turns /ready to 503 before connections are refused', async () => {
    const { startRestServer } = await import('../../../src/transports/rest/server.ts');
    const { fakeService } = await import('./fake-service.ts');
    const running = await startRestServer(fakeService(), { port: 0, host: '127.0.0.1', drainMs: 300 });
    expect((await fetch(`${running.url}/ready`)).status).toBe(200);
    const stopped = running.stop();
    const draining = await fetch(`${running.url}/ready`);
    expect([draining.status, draining.headers.get('connection')]).toEqual([503, 'close']);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    await stopped;
  });
});
