import { homepage, version } from '../config/version.ts';
import type { JobHandle, JobReading, JobsPort } from '../kernel/ports/jobs.ts';
import type { Service } from '../main.ts';
import { wholeAddresses } from '../transports/copy-addresses.ts';
import type { ExecuteCall, ExecuteOutcome, McpPorts } from '../transports/mcp/ports.ts';
import { type PublicAddress, publicAddress } from '../transports/public-address.ts';
import { jobText } from './jobs.ts';
import { sellingAt } from './selling-at.ts';

/** Without an HTTP server the address only names what is sold. */
const addressOfNone = ({ config: { baseUrl } }: Service) => publicAddress({ baseUrl, homepage });

/**
 * What the MCP transport asks of the service. Building it loads nothing; the first question opens the service.
 * @param addressOf returns the public address, called at each call: a server knows it only once it listens; default: no server
 */
export function createMcpPorts(
  open: () => Promise<Service>,
  addressOf: (service: Service) => PublicAddress = addressOfNone,
): McpPorts {
  return {
    version,
    async search(query, options) {
      return (await open()).search(query, options);
    },
    async execute(call) {
      const service = await open();
      return execute(service, call, addressOf(service));
    },
    resources: {
      cards: async () => (await open()).cards,
      health: async (cardId) => (await open()).health.of(cardId),
      jurisdictions: async () => (await open()).jurisdictions.all(),
      evidence: async (reference) => (await open()).evidenceText(reference, 'json'),
      job: async (reference) => jobText(await open(), reference),
      async report(id) {
        const copy = await (await (await open()).reports()).get(id, 'json');
        return copy && 'bytes' in copy ? Buffer.from(copy.bytes).toString('utf8') : undefined;
      },
      async guide() {
        const [service, { skillGuide }] = await Promise.all([open(), import('../catalog/views/skill.ts')]);
        const { url, reach } = addressOf(service);
        // no server answers under a name: the guide then gives paths alone
        return skillGuide(service.registry, reach === 'name_only' ? '' : url);
      },
    },
    async completePlace(prefix) {
      const [{ jurisdictions }, { completePlace }] = await Promise.all([open(), import('../place/complete.ts')]);
      return completePlace(
        prefix,
        jurisdictions.all().map(({ displayName }) => displayName),
      );
    },
    refused(refusal) {
      open().then(
        ({ log }) => log.info(refusal, 'a message was refused by the protocol'),
        () => undefined,
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

async function execute(service: Service, call: ExecuteCall, address: PublicAddress): Promise<ExecuteOutcome> {
  const sold = call.name.includes('-') ? service.registry.paidTool(call.name) : undefined;
  if (sold) {
    const { slug } = sold;
    const { execute: sell, pipeline, jobs } = await sellingAt(service, address, { slug, args: call.arguments });
    const outcome = await sell(pipeline, {
      slug,
      args: call.arguments,
      ...(call.payment !== undefined && { credential: call.payment }),
      resourceUrl: `${address.url}/api/${slug}`,
      transport: 'mcp',
      signal: call.signal,
      requestId: call.requestId,
      progress: (message, fraction) => call.progress(message, fraction),
    });
    if (outcome.kind === 'settled' && outcome.job?.working && call.hears) {
      const { document } = await waitForJob(jobs.port, outcome.job, call);
      return { ...outcome, result: { ...document } };
    }
    const answered = outcome.kind === 'settled' && outcome.copies && address.reach !== 'name_only';
    return answered ? { ...outcome, copies: wholeAddresses(outcome.copies, address.url) } : outcome;
  }
  const tool = service.pipeline.tool(call.name);
  const result = await service.call(tool.name, call.arguments, {
    signal: call.signal,
    requestId: call.requestId,
    progress: (message, fraction) => call.progress(message, fraction),
  });
  return { kind: 'answer', tool: tool.name, rail: 'free', readOnly: !tool.writes, result };
}

/** Below what clients wait for an answer. */
const longestMs = 45_000;
const lookMs = 5_000;

/** Waits for a job and tells how far it is, until it has ended, the time is over or the caller has gone. */
async function waitForJob(
  jobs: Pick<JobsPort, 'view' | 'changed'>,
  { jobId, path }: JobHandle,
  { signal, progress }: { readonly signal: AbortSignal; progress(message: string, fraction?: number): void },
): Promise<JobReading> {
  const until = performance.now() + longestMs;
  for (;;) {
    const reading = await jobs.view(jobId, path);
    const { done, total, message } = reading.document.progress;
    progress(message, total === 0 ? 0 : done / total);
    const left = until - performance.now();
    if (!reading.working || left <= 0 || signal.aborted) return reading;
    await jobs.changed(jobId, reading.document.revision, Math.min(lookMs, left), signal);
  }
}
