import { type About, type Fields, fault, fieldsOf, isPaid, type Outcome, readOutcome } from './port.ts';

const json = { accept: 'application/json', 'content-type': 'application/json' };

/** Calls a free tool, or fetches the terms of a paid route, which costs nothing. Never rejects. */
export async function ask(tool: string, args: Fields): Promise<Outcome> {
  const [path, body] = isPaid(tool) ? [`/api/${tool}`, args] : ['/tools/call', { name: tool, arguments: args }];
  try {
    const answer = await fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    return readOutcome(await answer.json(), tool);
  } catch {
    return fault(tool, 'The service did not answer. Is it still running?');
  }
}

async function read(path: string): Promise<Fields | undefined> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => undefined);
  return answer?.ok ? fieldsOf(await answer.json()) : undefined;
}

const known = new Map<string, Promise<About | undefined>>();

/** What the catalog publishes of one tool, read once. */
export function aboutOf(tool: string): Promise<About | undefined> {
  const path = isPaid(tool) ? `/.well-known/ai-tool/${tool}.json` : `/tools/list/${tool}`;
  const about = known.get(tool) ?? read(path);
  known.set(tool, about);
  return about;
}

/** The catalog in its short form. */
export const catalog = () => read('/mcp/catalog');

/** The tools that a question in plain words is about. */
export const search = (query: string) => read(`/mcp/catalog?${new URLSearchParams({ q: query.slice(0, 400) })}`);

/** Hands the reader a file that the page made itself. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
