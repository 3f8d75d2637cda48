import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import HungRunner, { openResources } from './hung-runner.ts';
import { serveLocally } from './local-server.ts';

test('what is open is named: servers, connections and the requests on them', async () => {
  const server = await serveLocally(() => undefined);
  const silent = connect(server.port, '127.0.0.1');
  await once(silent, 'connect');
  const waiting = get(`${server.url}/never`).on('error', () => undefined);
  await expect.poll(openResources).toContain('answers GET /never');
  const text = openResources();
  expect(text).toContain(`HTTP server on ${server.port}`);
  expect(text).toMatch(new RegExp(`connection ${server.port} to ${silent.localPort}, read 0 bytes`));
  expect(text).toMatch(/\d+ TCPServerWrap/);
  silent.destroy();
  waiting.destroy();
  await server.close();
});

test.each([
  ['Test timed out in 500ms.', true],
  ['Hook timed out in 60000ms.', true],
  ['expected 1 to be 2', false],
])('the error "%s" says what was open: %s', (message, says) => {
  const error = { message };
  HungRunner.prototype.onTaskFinished({ result: { state: 'fail', errors: [error] } } as never);
  expect(error.message.includes('open at the timeout:')).toBe(says);
});
