import type { Service } from '../main.ts';
import { type A2aHandler, createA2aHandler } from '../transports/a2a/handler.ts';
import type { TaskStore } from '../transports/a2a/ports.ts';
import type { PublicAddress } from '../transports/public-address.ts';
import { createJobs } from './jobs.ts';
import { sellingAt } from './selling-at.ts';

/** The A2A transport over one service; `addressOf` is asked at each call, once the server listens. */
export function createA2a(service: Service, tasks: TaskStore, addressOf: () => PublicAddress): A2aHandler {
  return createA2aHandler({
    log: service.log,
    tasks,
    clock: service.clock,
    isPaid: (name) => name.includes('-') && service.registry.paidTool(name) !== undefined,
    callFree: (name, args, options) => service.call(name, args, options),
    callPaid: async (call) =>
      (await sellingAt(service, addressOf(), call)).pipeline.call({ ...call, transport: 'a2a' }),
    jobs: createJobs(service),
    suggest: async (text) =>
      service.search(text, { limit: 3 }).hits.map(({ name, summary }) => {
        const tool = service.registry.freeTool(name) ?? service.registry.paidTool(name);
        return { name, summary, example: tool?.examples[0]?.arguments };
      }),
  });
}
