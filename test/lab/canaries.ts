import fc from 'fast-check';
import { raw } from '../transports/raw.ts';
import type { House } from './bench.ts';
import { type Draw, type Scenario, tries } from './scenario.ts';

/** Six letters that an id may show in the log, and what may not be there. */
const canaryOf = (draw: Draw) => `zzzzzz${draw(fc.stringMatching(/^[b-df-hj-np-tv-x]{12}$/))}`;

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Arguments with the canary in each of their texts, as an address where they name one, or in the name of a field. */
function planted(draw: Draw, canary: string, args: Readonly<Record<string, unknown>>): object {
  const inField = draw(fc.constantFrom(...Object.keys(args), canary));
  const asAddress = `${draw(fc.integer({ min: 1, max: 999 }))} ${canary} St, Raleigh, NC 27601`;
  return { ...args, [inField]: draw(fc.constantFrom<unknown>(canary, asAddress, [canary], { [canary]: canary })) };
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** One request with the canary somewhere in it. */
function plantedIn(draw: Draw, { test }: House, canary: string): Sent {
  const tools = test.service.registry.tools.filter(({ examples }) => examples.length > 0);
  const tool = draw(fc.constantFrom(...tools));
  const args = planted(draw, canary, (tool.examples[0]?.arguments ?? {}) as Record<string, unknown>);
  const name = tool.kind === 'free' ? tool.name : tool.slug;
  const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: canary, method, params });
  const payment = { x402Version: 2, accepted: { scheme: canary }, payload: { signature: canary } };
  const data = { svcTool: name, arguments: args };
  const calls: readonly Sent[] = [
    tool.kind === 'free'
      ? { path: '/tools/call', body: { name, arguments: args } }
      : { path: `/api/${name}`, body: args },
    { path: '/mcp', body: rpc('tools/call', { name: 'svc_execute', arguments: { name, arguments: args } }) },
    { path: '/a2a/v1/message:send', body: { message: { role: 'ROLE_USER', messageId: canary, parts: [{ data }] } } },
  ];
  const headers: readonly Readonly<Record<string, string>>[] = [
    { 'payment-signature': encoded(payment) },
    { 'payment-signature': canary },
    { authorization: `Bearer ${canary}` },
    { 'sign-in-with-x': encoded({ [canary]: canary }) },
    { 'user-agent': canary },
    { referer: `http://${canary}.example/` },
    { cookie: `session=${canary}` },
    { 'x-forwarded-for': canary },
    { origin: `http://${canary}.example` },
    { 'mcp-name': canary, 'mcp-method': canary, 'mcp-protocol-version': '2026-07-28' },
    { 'mcp-protocol-version': canary },
    { 'a2a-version': canary },
    { traceparent: canary },
    { voucher: canary, 'idempotency-key': canary },
    { 'content-type': canary },
    { accept: `text/${canary}` },
  ];
  const parameters: readonly Sent[] = ['resources/read', 'prompts/get', 'completion/complete', canary].map(
    (method) => ({
      path: '/mcp',
      body: rpc(method, {
        uri: `place-records://place/${canary}`,
        name: canary,
        cursor: canary,
        ref: { type: canary },
      }),
    }),
  );
  const paths: readonly string[] = [
    ...['', 'reports/', 'jobs/', 'monitors/', 'purchases/', 'evidence/', 'api/', 'openapi/', 'tools/list/'].map(
      (at) => `/${at}${canary}`,
    ),
    ...[
      `/jobs/x/items/${canary}`,
      `/jobs/x/files/${canary}`,
      `/.well-known/${canary}`,
      `/mcp/${canary}`,
      `/a2a/v1/${canary}`,
    ],
    ...[`/a2a/v1/tasks/${canary}`, `/a2a/v1/tasks/${canary}:cancel`, `/tools/list?category=${canary}`],
    ...[`/mcp/catalog?q=${canary}`, `/?${canary}=${canary}`, `/${encodeURIComponent(`22 ${canary} St`)}`],
  ];
  const visits: readonly Sent[] = paths.map((path) => ({
    path,
    method: draw(fc.constantFrom('GET', 'OPTIONS', 'DELETE', 'PUT')),
  }));
  return draw(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...calls) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...calls), fc.constantFrom(...headers))
          .map(([call, more]) => ({ ...call, headers: more })),
      },
      { weight: 1, arbitrary: fc.constantFrom(...parameters) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Sent>(
          { path: '/mcp', body: `{${canary}` },
          { path: '/tools/call', body: `[${canary}` },
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom(...visits) },
    ),
  );
}

export const canaries: Scenario = {
  name: 'canaries',
  what: 'A unique text as address, argument, name of a field, payment, header, query or part of a path, over every transport. Lost: a line of the log, at its finest level, that has it',
  share: 4,
  inMinute: true,
  async run(ctx) {
    const house = await ctx.bench.house();
    const sent: { readonly canary: string; readonly request: Sent }[] = [];
    const began = house.logged.length;
    const outcome = await tries(ctx, { perSecond: 20, atOnce: 4 }, async (draw) => {
      const canary = canaryOf(draw);
      const request = plantedIn(draw, house, canary);
      const { path, headers, body, method = body === undefined ? 'GET' : 'POST' } = request;
      sent.push({ canary, request });
      const text = typeof body === 'string' ? body : body && JSON.stringify(body);
      const more = body === undefined ? {} : { ...json, 'content-length': String(Buffer.byteLength(text as string)) };
      await raw(house.url + path, { ...more, ...headers }, method, text as string | undefined);
      return undefined;
    });
    const lines = house.logged.slice(began);
    const log = lines.join('\n');
    const shown = sent.flatMap(({ canary, request }) => {
      const secret = canary.slice(6);
      const forms = [secret, encoded(secret).slice(2, 14)];
      if (!forms.some((form) => log.includes(form))) return [];
      const line = lines.find((one) => forms.some((form) => one.includes(form)));
      return [`${JSON.stringify(request).slice(0, 300)} is in the log: ${line?.slice(0, 400)}`];
    });
    return { ...outcome, lost: [...outcome.lost, ...shown], note: `${lines.length} lines of log searched` };
  },
};
