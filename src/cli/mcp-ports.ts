import { version } from '../config/version.ts';
import type { Service } from '../main.ts';
import type { ExecuteCall, ExecuteOutcome, McpPorts } from '../transports/mcp/ports.ts';

/** What the MCP transport asks of the service. Building it loads nothing; the first question opens the service. `base`: public address. */
export function createMcpPorts(open: () => Promise<Service>, base?: string): McpPorts {
  return {
    version,
    async search(query, options) {
      return (await open()).search(query, options);
    },
    async execute(call) {
      return execute(await open(), call, base);
    },
    resources: {
      cards: async () => (await open()).cards,
      health: async (cardId) => (await open()).health.of(cardId),
      jurisdictions: async () => (await open()).jurisdictions.all(),
      evidence: async (reference) => (await open()).evidenceText(reference, 'json'),
      async guide() {
        const [service, { skillGuide }] = await Promise.all([open(), import('../catalog/views/skill.ts')]);
        return skillGuide(service.registry, service.config.baseUrl);
      },
    },
    async completePlace(prefix) {
      const [{ jurisdictions }, { completePlace }] = await Promise.all([open(), import('../place/complete.ts')]);
      return completePlace(
        prefix,
        jurisdictions.all().map(({ displayName }) => displayName),
      );
    },
    report(error, requestId) {
      open().then(
        ({ log }) => log.error({ err: error, requestId }, 'call failed'),
        () => process.stderr.write(`call ${requestId} failed, and so did opening the service\n`),
      );
    },
  };
}

async function execute(service: Service, call: ExecuteCall, base: string | undefined): Promise<ExecuteOutcome> {
  const sold = call.name.includes('-') ? service.registry.paidTool(call.name) : undefined;
  if (sold) {
    const { execute: sell, pipeline } = await service.selling();
    return sell(pipeline, {
      slug: sold.slug,
      args: call.arguments,
      ...(call.payment !== undefined && { credential: call.payment }),
      resourceUrl: `${base ?? service.config.baseUrl ?? `http://${service.config.host}:${service.config.port}`}/api/${sold.slug}`,
      transport: 'mcp',
      signal: call.signal,
      requestId: call.requestId,
      progress: (message, fraction) => call.progress(message, fraction),
    });
  }
  const tool = service.pipeline.tool(call.name);
  const result = await service.call(tool.name, call.arguments, {
    signal: call.signal,
    requestId: call.requestId,
    progress: (message, fraction) => call.progress(message, fraction),
  });
  return { kind: 'answer', tool: tool.name, rail: 'free', readOnly: !tool.writes, result };
}
