import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connections, serveHttp } from './clients.ts';
import { fakeService } from './fake-ports.ts';

const canary = 'ZZSECRETADDR 12 Main St';
const ref = { type: 'ref/prompt', name: 'renter_due_diligence' };

/** Method, wrong parameters, and the parameter that the refusal names. */
const wrong: readonly (readonly [string, object, string])[] = [
  ['tools/list', { cursor: 5 }, 'cursor'],
  ['tools/call', {}, 'name'],
  ['tools/call', { name: 'svc_execute', arguments: [canary] }, 'arguments'],
  ['resources/list', { cursor: {} }, 'cursor'],
  ['resources/templates/list', { cursor: 5 }, 'cursor'],
  ['resources/read', {}, 'uri'],
  ['resources/read', { uri: [canary] }, 'uri'],
  ['prompts/list', { cursor: [canary] }, 'cursor'],
  ['prompts/get', {}, 'name'],
  ['prompts/get', { name: 'toString' }, 'name'],
  ['prompts/get', { name: ref.name }, 'arguments.place'],
  ['prompts/get', { name: ref.name, arguments: { place: { [canary]: 1 } } }, 'arguments.place'],
  ['completion/complete', {}, 'ref'],
  ['completion/complete', { ref: { type: canary }, argument: { name: 'place', value: 'r' } }, 'ref.type'],
  ['completion/complete', { ref, argument: { name: 'place', value: 5 } }, 'argument.value'],
  ['completion/complete', { ref, argument: { name: 'place', value: 'r' }, context: 5 }, 'context'],
  ['skills/list', { cursor: 5 }, 'cursor'],
  ['skills/get', { uri: 5 }, 'uri'],
];

describe.each(connections)('wrong parameters, $name', ({ open }) => {
  let connection: Awaited<ReturnType<typeof open>>;
  const request = (method: string, params: object): Promise<object> => {
    const { client } = connection;
    const send = client.request.bind(client) as unknown as (queried: object, schema: object) => Promise<object>;
    return send({ method, params }, z.looseObject({}));
  };
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  it.each(wrong)('%s %j', async (method, params, names) => {
    const refusal = await request(method, params).then(
      () => undefined,
      (error: { code: number; message: string }) => error,
    );
    expect(refusal?.code).toBe(-32602);
    const [sentence = '', example = ''] = refusal?.message.split(' Valid parameters: ') ?? [];
    expect(sentence).toContain(`${method}: ${names} `);
    expect(sentence).not.toMatch(/[[{\n]|ZZSECRET|Invalid input/);
    await expect(request(method, JSON.parse(example) as object)).resolves.toBeDefined();
  });
});

describe('over plain HTTP', () => {
  const service = fakeService();
  const post = async (method: string, params: object) => {
    const server = await serveHttp({
      ...service,
      resources: {
        ...service.resources,
        guide: () => {
          throw new TypeError(`${canary} at /var/lib/store`);
        },
      },
    });
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const reply = await fetch(server.url, { method: 'POST', headers, body });
    const text = await reply.text();
    await server.close();
    return JSON.parse(text.slice(text.indexOf('{'))) as { error: { code: number; message: string } };
  };
  const clientInfo = { name: canary, version: '1' };
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };

  it.each([
    ['what is missing', {}, 'initialize: protocolVersion is missing'],
    ['what lies deeper', { ...initialize, capabilities: { roots: 5 } }, 'initialize: the parameters have another form'],
  ])('initialize names %s', async (_what, params, sentence) => {
    const { error } = await post('initialize', params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(sentence) });
    expect(error.message).not.toMatch(/ZZSECRET|Invalid input/);
  });

  it('a fault of this service goes to its log and not to the caller', async () => {
    const { error } = await post('resources/read', { uri: 'place-records://guide' });
    expect(error.code).toBe(-32603);
    expect(error.message).not.toContain(canary);
    expect(service.reported.map(String).join()).toContain(canary);
    expect(JSON.stringify(service.refusals)).not.toContain(canary);
  });
});
