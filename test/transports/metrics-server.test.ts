import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { webCallers } from '../../src/config/web-callers.ts';
import { serveMetrics } from '../../src/transports/metrics-server.ts';

test.each([
  ['127.0.0.1:9464', 200],
  ['localhost', 200],
  ['10.0.0.4:9464', 200],
  ['metrics.example:9464', 200],
  ['rebound.test', 403],
  ['127.0.0.1.rebound.test', 403],
])('metrics for Host %j: %d', async (host, status) => {
  const callers = webCallers({ hosts: ['metrics.example'] });
  const metrics = { contentType: 'text/plain', text: async () => 'figures' };
  const { url, stop } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1', callers });
  onTestFinished(stop);
  const reply = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { headers: { host } }, (incoming) => {
      let text = '';
      incoming.on('data', (part: Buffer) => {
        text += part.toString();
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });
  expect(reply).toEqual({ status, text: status === 200 ? 'figures' : '' });
});
