import type { House } from '../main.ts';
import { type A2aHandler, createA2aHandler } from '../transports/a2a/handler.ts';
import type { TaskStore } from '../transports/a2a/ports.ts';

/** The A2A transport over one house. */
export function createA2a(house: House, tasks: TaskStore): A2aHandler {
  return createA2aHandler({
    log: house.log,
    tasks,
    clock: house.clock,
    isPaid: (name) => name.includes('-') && house.registry.paidTool(name) !== undefined,
    callFree: (name, args, options) => house.call(name, args, options),
    callPaid: async (call) => (await house.selling()).pipeline.call({ ...call, transport: 'a2a' }),
    suggest: async (text) => house.search(text, { limit: 3 }).hits.map(({ name, summary }) => ({ name, summary })),
  });
}
