import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import type { Answer } from '../src/kernel/answer.ts';
import { mapBounded } from '../src/kernel/bounded.ts';
import type { TestService } from './harness.ts';
import type { SeenRequest } from './upstreams/server.ts';

/** Free tools whose answers rest on what sources say. */
export const openTools = shippedRegistry().free.filter((tool) => !tool.closedWorld && tool.examples.length > 0);

/** The first example of a tool. */
export const exampleOf = (tool: (typeof openTools)[number]) => tool.examples[0]?.arguments ?? {};

/** Answers by tool; each settles on its own, so that a tool that breaks speaks for itself alone. */
export type Asked = ReadonlyMap<string, Promise<Answer>>;

/** What each tool answers to its first example, several queried at once. */
export async function askAll(service: TestService, atOnce = 4): Promise<Asked> {
  const answers = new Map<string, Promise<Answer>>();
  await mapBounded(openTools, atOnce, async (tool) => {
    const answer = service.call(tool.name, exampleOf(tool));
    answers.set(tool.name, answer);
    await answer.catch(() => undefined);
  });
  return answers;
}

/** The same one after another, with the requests that each tool made. */
export async function askEach(service: TestService) {
  const { requests } = service.upstreams;
  const answers = new Map<string, Promise<Answer>>();
  const queried = new Map<string, readonly SeenRequest[]>();
  for (const tool of openTools) {
    const before = requests.length;
    const answer = service.call(tool.name, exampleOf(tool));
    answers.set(tool.name, answer);
    await answer.catch(() => undefined);
    queried.set(tool.name, requests.slice(before));
  }
  return { answers: answers as Asked, queried: queried as ReadonlyMap<string, readonly SeenRequest[]> };
}
