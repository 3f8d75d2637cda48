import { version } from '../config/version.ts';
import type { House } from '../main.ts';
import type { ExecuteCall, ExecuteOutcome, McpPorts } from '../transports/mcp/ports.ts';

/** What the MCP transport asks of the house. Building it loads nothing; the first question opens the house. */
export function createMcpPorts(open: () => Promise<House>): McpPorts {
  return {
    version,
    async search(query, options) {
      return (await open()).search(query, options);
    },
    async execute(call) {
      return execute(await open(), call);
    },
    resources: {
      cards: async () => (await open()).cards,
      health: async (cardId) => (await open()).health.of(cardId),
      jurisdictions: async () => (await open()).jurisdictions.all(),
      async guide() {
        const [house, { skillGuide }] = await Promise.all([open(), import('../catalog/views/skill.ts')]);
        return skillGuide(house.registry, house.config.baseUrl);
      },
    },
    async completePlace(prefix) {
      const { completePlace } = await import('../place/complete.ts');
      return completePlace(prefix);
    },
    report(error, requestId) {
      void open().then(({ log }) => log.error({ err: error, requestId }, 'call failed'));
    },
  };
}

async function execute(house: House, call: ExecuteCall): Promise<ExecuteOutcome> {
  const paid = call.name.includes('-') ? house.registry.paidTool(call.name) : undefined;
  if (paid && house.paid) return house.paid.execute(paid.slug, call);
  const tool = house.pipeline.tool(call.name);
  const result = await house.call(tool.name, call.arguments, {
    signal: call.signal,
    requestId: call.requestId,
    progress: (message, fraction) => call.progress(message, fraction),
  });
  return { kind: 'answer', tool: tool.name, rail: 'free', readOnly: !tool.writes, result };
}
