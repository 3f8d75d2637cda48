import { ClientFactory, ClientFactoryOptions } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../../pipeline/shop.ts';
import { railSettings } from '../../rail/settings.ts';
import { proves } from '../../spec/requirements.ts';
import { type Agent, openAgent } from './agent.ts';

let shop: Shop;
let agent: Agent;
beforeAll(async () => {
  shop = await openShop({ payments: railSettings({ facilitatorUrl: 'http://127.0.0.1:9' }) });
  agent = await openAgent(shop);
});
afterAll(async () => {
  await agent.close();
  await shop.close();
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of the protocol
type Json = any;
async function http(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${agent.url}/a2a/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: Json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}
const message = (data: unknown, more: object = {}) => ({ message: { role: 'ROLE_USER', parts: [{ data }], ...more } });
const free = { svcTool: 'svc_promoted', arguments: { note: 'free' } };
const reason = (json: Json) => json.error.details[0].reason;

describe('message:send', () => {
  test("the specification's own call, without messageId and version, runs a free tool", async () => {
    proves('auth-1');
    const { status, json } = await http('POST', '/message:send', message(free));
    expect([status, json.task.status.state]).toEqual([200, 'TASK_STATE_COMPLETED']);
    expect(json.task.artifacts[0].parts[0].data).toMatchObject({
      ok: true,
      tool: 'svc_promoted',
      result: { state: 'found' },
    });
    expect(json.task.history[0]).toMatchObject({ role: 'ROLE_USER', messageId: expect.any(String) });
  });

  test('broad language is not interpreted: the task waits for a named tool and takes it', async () => {
    const queried = await http('POST', '/message:send', {
      message: { role: 'ROLE_USER', parts: [{ text: 'what about floods?' }] },
    });
    expect(queried.json.task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(queried.text).toContain('svc_promoted');
    const { id: taskId } = queried.json.task;
    const { example, suggestions, catalog } = queried.json.task.status.message.parts[1].data;
    expect(example).toEqual({ svcTool: 'svc_promoted', arguments: { say: 'one' } });
    expect(suggestions).toEqual([{ name: 'svc_promoted', summary: 'Says what it was told to say' }]);
    expect(catalog).toContain('/mcp/catalog?q=');
    const answered = await http('POST', '/message:send', message(free, { taskId }));
    expect([answered.json.task.id, answered.json.task.status.state]).toEqual([taskId, 'TASK_STATE_COMPLETED']);
    const ended = await http('POST', '/message:send', message(free, { taskId }));
    expect([ended.status, reason(ended.json)]).toEqual([400, 'UNSUPPORTED_OPERATION']);
  });

  test.each([
    ['an unknown tool', { svcTool: 'svc_no_such_tool', arguments: {} }, 'unknown_tool'],
    ['bad arguments', { svcTool: 'svc_promoted', arguments: { note: 5 } }, 'invalid_arguments'],
    ['a paid tool where nothing can be sold', { svcTool: 'svc-promoted', arguments: {} }, 'tool_sdk_not_configured'],
  ])('%s ends the task with the error of the catalog', async (_, data, code) => {
    const { status, json } = await http('POST', '/message:send', message(data));
    expect(status).toBe(200);
    expect(['TASK_STATE_REJECTED', 'TASK_STATE_FAILED']).toContain(json.task.status.state);
    expect(json.task.status.message.parts[1].data).toMatchObject({ code, charged: false });
  });

  test('an error says whole sentences, and where to look in the terms of this transport', async () => {
    const { json } = await http('POST', '/message:send', message({ svcTool: 'svc_promoted', arguments: { note: 5 } }));
    const [{ text }] = json.task.status.message.parts;
    expect(text).toMatch(/[.!?] Correct the named fields/);
    const unknown = await http('POST', '/message:send', message({ svcTool: 'svc_no_such_tool', arguments: {} }));
    const data = unknown.json.task.status.message.parts[1].data;
    expect(data.catalog).toContain('/mcp/catalog?q=');
    expect(JSON.stringify(data)).not.toMatch(/GET |svc_search_tools/);
  });

  test.each([
    ['two data parts', { message: { role: 'ROLE_USER', parts: [{ data: free }, { data: free }] } }],
    ['no message', {}],
    ['no parts', { message: { role: 'ROLE_USER', parts: [] } }],
    ['another role', { message: { role: 'user', parts: [{ text: 'x' }] } }],
    ['a part of two kinds', { message: { role: 'ROLE_USER', parts: [{ text: 'x', data: {} }] } }],
    ['an ill-formed call', message({ svcTool: 5 })],
    ['a context that is not the task’s', undefined],
  ])('%s: 400 with field violations', async (_, body) => {
    const { json } = await http('POST', '/message:send', { message: { role: 'ROLE_USER', parts: [{ text: 'x' }] } });
    const sent = body ?? message(free, { taskId: json.task.id, contextId: 'another' });
    const refused = await http('POST', '/message:send', sent);
    expect([refused.status, reason(refused.json)]).toEqual([400, 'INVALID_REQUEST']);
    expect(refused.json.error.details[1].fieldViolations.length).toBeGreaterThan(0);
    expect(refused.headers.get('content-type')).toBe('application/json');
  });

  test('versions: 1.0 by header or query, nothing else', async () => {
    expect((await http('POST', '/message:send', message(free), { 'a2a-version': '1.0' })).status).toBe(200);
    const old = await http('POST', '/message:send', message(free), { 'a2a-version': '0.3' });
    expect([old.status, reason(old.json)]).toEqual([400, 'VERSION_NOT_SUPPORTED']);
    expect((await http('GET', '/tasks?A2A-Version=2.0')).status).toBe(400);
  });

  test('the media type of the protocol is sent to anyone who asks for it', async () => {
    for (const path of ['/message:send', '/message:nothing']) {
      const { headers } = await http('POST', path, message(free), { accept: 'application/a2a+json' });
      expect(headers.get('content-type')).toBe('application/a2a+json');
    }
  });

  test('both extension headers are echoed, unknown extensions are not', async () => {
    const uri = 'https://github.com/google-a2a/a2a-x402/v0.1';
    const { headers } = await http('POST', '/message:send', message(free), {
      'a2a-extensions': `https://example.org/x, ${uri}`,
      'x-a2a-extensions': uri,
    });
    expect([headers.get('a2a-extensions'), headers.get('x-a2a-extensions')]).toEqual([uri, uri]);
  });
});

describe('tasks', () => {
  test('get, list by context, page; nothing is listed without a context', async () => {
    const first = (await http('POST', '/message:send', message(free))).json.task;
    const { contextId } = first;
    await http('POST', '/message:send', message(free, { contextId }));
    const got = await http('GET', `/tasks/${first.id}?historyLength=0`);
    expect(got.json).toMatchObject({ id: first.id, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(got.json.history).toBeUndefined();
    const listed = await http('GET', `/tasks?contextId=${contextId}&pageSize=1`);
    expect(listed.json).toMatchObject({ pageSize: 1, totalSize: 2, nextPageToken: '1' });
    expect(listed.json.tasks[0].artifacts).toBeUndefined();
    const rest = await http('GET', `/tasks?contextId=${contextId}&pageSize=1&pageToken=1&includeArtifacts=true`);
    expect([rest.json.nextPageToken, rest.json.tasks[0].id]).toEqual(['', first.id]);
    expect(rest.json.tasks[0].artifacts).toHaveLength(1);
    expect((await http('GET', '/tasks')).json).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
    for (const query of ['pageSize=0', 'pageSize=101', 'status=DONE', 'pageToken=x', 'statusTimestampAfter=x'])
      expect((await http('GET', `/tasks?${query}`)).status).toBe(400);
  });

  test('cancel: a waiting task once, an ended one never', async () => {
    const { id } = (await http('POST', '/message:send', { message: { role: 'ROLE_USER', parts: [{ text: 'x' }] } }))
      .json.task;
    expect((await http('POST', `/tasks/${id}:cancel`)).json.status.state).toBe('TASK_STATE_CANCELED');
    expect(reason((await http('POST', `/tasks/${id}:cancel`)).json)).toBe('TASK_NOT_CANCELABLE');
    expect(reason((await http('POST', '/tasks/none:cancel')).json)).toBe('TASK_NOT_FOUND');
    expect(reason((await http('GET', `/tasks/${id}:subscribe`)).json)).toBe('UNSUPPORTED_OPERATION');
  });

  test('what is not offered says so', async () => {
    expect(reason((await http('GET', '/extendedAgentCard')).json)).toBe('UNSUPPORTED_OPERATION');
    for (const path of ['/tasks/x/pushNotificationConfigs', '/tasks/x/pushNotificationConfigs/y'])
      expect(reason((await http('POST', path, {})).json)).toBe('PUSH_NOTIFICATION_NOT_SUPPORTED');
    expect((await http('GET', '/nothing')).status).toBe(404);
    const wrong = await http('GET', '/message:send');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a stream opens with the task and ends with artifact and state; a refusal comes before it', async () => {
    const { text, headers } = await http('POST', '/message:stream', message(free));
    expect(headers.get('content-type')).toBe('text/event-stream');
    const events = text
      .trim()
      .split('\n\n')
      .map((line) => JSON.parse(line.replace(/^data: /, '')));
    expect(events.map((event) => Object.keys(event)[0])).toEqual(['task', 'artifactUpdate', 'statusUpdate']);
    expect(events[2].statusUpdate.status.state).toBe('TASK_STATE_COMPLETED');
    expect((await http('POST', '/message:stream', message(free, { taskId: 'none' }))).status).toBe(404);
  });

  test('returnImmediately gives a working task that completes by itself', async () => {
    const sent = await http('POST', '/message:send', { ...message(free), configuration: { returnImmediately: true } });
    expect(sent.json.task.status.state).toBe('TASK_STATE_WORKING');
    const state = async () => (await http('GET', `/tasks/${sent.json.task.id}`)).json.status.state;
    await expect.poll(state).toBe('TASK_STATE_COMPLETED');
  });
});

describe('JSON-RPC', () => {
  const rpc = (method: string, params: object = {}) => http('POST', '/', { jsonrpc: '2.0', id: 7, method, params });

  test('the same operations, the same errors', async () => {
    const sent = await rpc('SendMessage', message(free));
    expect(sent.json).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    const { id } = sent.json.result.task;
    expect((await rpc('GetTask', { id })).json.result.id).toBe(id);
    expect((await rpc('GetTask', { id, history_length: 0 })).json.result.history).toBeUndefined();
    expect((await rpc('GetTask', { id: 'none' })).json.error.code).toBe(-32001);
    expect((await rpc('CancelTask', { id })).json.error.code).toBe(-32002);
    expect((await rpc('CreateTaskPushNotificationConfig', {})).json.error.code).toBe(-32003);
    expect((await rpc('NoSuchMethod')).json.error.code).toBe(-32601);
    expect((await rpc('SendMessage', {})).json.error.code).toBe(-32602);
    expect((await http('POST', '/', { id: 1 })).json.error.code).toBe(-32600);
  });
});

describe('the published client', () => {
  test.each(['HTTP+JSON', 'JSONRPC'] as const)('speaks %s', async (transport) => {
    const client = await new ClientFactory({
      ...ClientFactoryOptions.default,
      preferredTransports: [transport],
    }).createFromUrl(agent.url);
    const part = { content: { $case: 'data' as const, value: free }, mediaType: 'application/json' };
    const sent: Json = await client.sendMessage({
      message: {
        messageId: 'm1',
        role: 1,
        parts: [part],
        contextId: '',
        taskId: '',
        extensions: [],
        referenceTaskIds: [],
      },
    } as never);
    const task = sent.payload?.value ?? sent.task ?? sent;
    expect(task.status.state).toBe(3);
    const got: Json = await client.getTask({ id: task.id, tenant: '' } as never);
    expect(got.id).toBe(task.id);
    await expect(client.getTask({ id: 'none', tenant: '' } as never)).rejects.toThrow(/task/i);
  });
});
