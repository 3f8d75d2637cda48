import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { type WebCallers, webCallers } from '../../../src/config/web-callers.ts';
import { createMcpHttpHandler } from '../../../src/transports/mcp/http.ts';
import { fakeService as fakeMcp } from '../mcp/fake-ports.ts';
import { raw } from '../raw.ts';
import { type Client, startFake } from './fake-service.ts';

const agent = 'https://agent.example';
const a2a = { handle: async () => ({ status: 200, headers: {}, body: {} }) };

/** The REST app with the real MCP endpoint in it, both under one rule. */
const startBoth = (callers: WebCallers): Promise<Client> =>
  startFake({ callers, a2a, mcpHandler: createMcpHttpHandler(fakeMcp(), { callers }) });

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const calls = [
  ['/tools/call', '{"name":"svc_double","arguments":{"number":2}}'],
  ['/feedback', '{}'],
  ['/api/svc-double', '{"number":2}'],
  ['/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
  ['/a2a/v1/message:send', '{}'],
] as const;

const preflight = (service: Client, path: string, origin: string, headers = 'content-type', method = 'POST') =>
  service.get(
    path,
    { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    'OPTIONS',
  );

let closed: Client;
let listed: Client;
let open: Client;
beforeAll(async () => {
  [closed, listed, open] = await Promise.all([
    startBoth(webCallers({})),
    startBoth(webCallers({ origins: [agent] })),
    startBoth(webCallers({ origins: '*' })),
  ]);
});
afterAll(() => Promise.all([closed.stop(), listed.stop(), open.stop()]));

describe.each(calls)('%s', (path, body) => {
  it.each([
    ['a foreign page', agent, [false, true, true]],
    ['another foreign page', 'https://other.example', [false, false, true]],
    ['the same name on another port', `${agent}:8443`, [false, false, true]],
    ['an opaque page', 'null', [false, false, true]],
    ['a page of this machine', 'http://localhost:6274', [true, true, true]],
  ] as const)('takes a call of %s where the preflight says so', async (_name, origin, taken) => {
    for (const [at, service] of [closed, listed, open].entries()) {
      const queried = await preflight(service, path, origin);
      const called = await raw(service.url + path, { ...json, origin }, 'POST', body);
      const allowed = taken[at] ? '*' : undefined;
      expect([at, queried.status, queried.headers.get('access-control-allow-origin') ?? undefined]).toEqual([
        at,
        taken[at] ? 204 : 403,
        allowed,
      ]);
      expect([at, called.status === 403, called.headers['access-control-allow-origin']]).toEqual([
        at,
        !taken[at],
        allowed,
      ]);
      if (taken[at]) expect(called.headers['access-control-expose-headers']).toContain('payment-required');
      expect(called.bytes.toString()).not.toMatch(/(agent|other)\.example/);
    }
  });

  it('takes a call that comes from no page, and refuses a name that is not its own in the shape of its protocol', async () => {
    const taken = await raw(closed.url + path, json, 'POST', body);
    expect(taken.status).not.toBe(403);
    // who is no page needs no list of what a page may read
    expect(taken.headers['access-control-expose-headers']).toBeUndefined();
    const refused = await raw(open.url + path, { ...json, host: 'evil.example' }, 'POST', body);
    expect(refused.status).toBe(403);
    const { jsonrpc, error, code } = JSON.parse(refused.bytes.toString());
    if (path === '/mcp') expect([jsonrpc, error.code]).toEqual(['2.0', -32000]);
    else if (path.startsWith('/a2a')) expect(error).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
    else expect(code).toBe('host_not_served');
  });
});

describe('a web page', () => {
  it.each(['/tools/list', '/openapi.json', '/mcp/catalog?q=double', '/api/svc-double', '/mcp/server-card', '/health'])(
    'reads %s from every origin',
    async (path) => {
      expect((await preflight(closed, path, agent, 'if-none-match', 'GET')).status).toBe(204);
      const read = await closed.get(path, { origin: agent });
      expect(read.status).not.toBe(403);
      expect(read.headers.get('access-control-allow-origin')).toBe('*');
      expect(read.headers.get('access-control-expose-headers')).toMatch(/payment-required.*payment-response/);
      expect(read.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  it('may send the headers of payments and of both eras of MCP, those of arguments by their prefix alone', async () => {
    const wanted =
      'payment-signature, x-payment, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id';
    const queried = `${wanted}, Mcp-Param-City, mcp-param-, cookie, x-mcp-param-a`;
    const answer = await preflight(listed, '/mcp', agent, queried);
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').split(', ');
    expect(allowed).toEqual(expect.arrayContaining([...wanted.split(', '), 'mcp-param-city']));
    for (const name of ['mcp-param-', 'cookie', 'x-mcp-param-a', '*']) expect(allowed).not.toContain(name);
  });

  it('calls the server that it came from, by whatever taken name', async () => {
    const headers = { ...json, host: '10.1.2.3:8402', origin: 'http://10.1.2.3:8402' };
    expect((await raw(`${closed.url}/tools/call`, headers, 'POST', calls[0][1])).status).toBe(200);
    const other = { ...headers, origin: 'http://10.1.2.4:8402' };
    expect((await raw(`${closed.url}/tools/call`, other, 'POST', calls[0][1])).status).toBe(403);
  });
});

describe('the settings', () => {
  it('make the rule of all transports', () => {
    const { callers } = readConfig({
      SVC_BASE_URL: 'https://records.example.org/place',
      SVC_ALLOWED_ORIGINS: 'https://App.example.org/, http://localhost:5173',
      SVC_ALLOWED_HOSTS: 'Records, records.internal',
    });
    expect(callers).toEqual({
      hosts: ['records.example.org', 'records', 'records.internal'],
      origins: ['https://app.example.org', 'http://localhost:5173'],
    });
    expect(readConfig({ SVC_ALLOWED_ORIGINS: ' * ' }).callers.origins).toBe('*');
    expect(readConfig({}).callers).toEqual({ hosts: ['localhost', '127.0.0.1', '[::1]'], origins: [] });
  });

  it.each([
    ['SVC_ALLOWED_ORIGINS', 'app.example.org'],
    ['SVC_ALLOWED_ORIGINS', 'https://app.example.org/path'],
    ['SVC_ALLOWED_ORIGINS', 'https://app.example.org,*'],
    ['SVC_ALLOWED_ORIGINS', 'null'],
    ['SVC_ALLOWED_HOSTS', 'records:8402'],
    ['SVC_ALLOWED_HOSTS', 'https://records'],
    ['SVC_ALLOWED_HOSTS', '*'],
  ])('%s does not take %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: takes`));
  });
});
