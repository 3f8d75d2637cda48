/** Free tools whose sources hold free text; each is queried over every transport. */
export const toolsWithFreeText: readonly string[] = [
  'svc_capital_projects',
  'svc_local_legislation',
  'svc_area_incidents',
  'svc_metro_permits',
  'svc_service_requests',
];

const post = (url: string, body: object, accept: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', accept }, body: JSON.stringify(body) });

async function textOf(reply: Response): Promise<string> {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} of ${reply.url}: ${text.slice(0, 300)}`);
  return text;
}

/** Whole reply to one call of a tool over MCP, as text. Throws where it is no success. */
export const overMcp = async (url: string, name: string, args: unknown): Promise<string> =>
  textOf(
    await post(
      `${url}/mcp`,
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'svc_execute', arguments: { name, arguments: args } },
      },
      'application/json, text/event-stream',
    ),
  );

/** Whole reply to one call of a tool over A2A, as text. Throws where it is no success. */
export async function overA2a(url: string, name: string, args: unknown): Promise<string> {
  const message = { role: 'ROLE_USER', parts: [{ data: { svcTool: name, arguments: args } }] };
  return textOf(await post(`${url}/a2a/v1/message:send`, { message }, 'application/json'));
}

/** References to evidence in a text that holds answers: `"evidence":"k3f9x2b7bqzt-1"`, escaped or not. */
export const evidenceIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\\?"evidence\\?":\s*\\?"([a-z0-9]{12}(?:-\d{1,4})?)\\?"/g)].map(([, found = '']) => found),
  );

/** The pages of one reference to evidence, as JSON and as a page. Throws where one is missing. */
export const evidencePages = (url: string, reference: string): Promise<readonly [json: string, html: string]> =>
  Promise.all([
    fetch(`${url}/evidence/${reference}.json`).then(textOf),
    fetch(`${url}/evidence/${reference}.html`).then(textOf),
  ]);
