import { parseUsdc } from '../../kernel/money.ts';
import { networksOf, priceOf, soldTools } from './entry.ts';
import { type Publication, serviceTitle } from './publication.ts';
import { firstSteps } from './recommended.ts';

/** `GET /.well-known/svc-agent-endpoints.json`: free first steps, then bundles, then single lookups. */
export function agentEndpoints(pub: Publication) {
  const sold = soldTools(pub.registry);
  const paid = (kinds: readonly string[]) =>
    sold
      .filter((tool) => kinds.includes(tool.kind))
      .map((tool) => ({
        slug: tool.slug,
        title: tool.title,
        endpoint: `${pub.baseUrl}/api/${tool.slug}`,
        manifestUrl: `${pub.baseUrl}/.well-known/ai-tool/${tool.slug}.json`,
        ...priceOf(tool.paid.priceUsdc),
        // a bundle is chosen by what it holds; a single lookup is the free tool of its name
        ...(tool.kind === 'free'
          ? { dualFreeTool: tool.name }
          : { summary: tool.summary, nativeX402Networks: networksOf(tool.paid.rails, pub) }),
      }))
      .sort((a, b) => Number(parseUsdc(a.priceUsdc) - parseUsdc(b.priceUsdc)));
  return {
    service: serviceTitle,
    version: pub.version,
    rule: 'Start free. Buy a bundle only where a free check shows substance for this place, and only after the user approved the price. A single lookup that has dualFreeTool is free under that name.',
    start: firstSteps(pub).map((step) => ({
      ...step,
      method: 'POST',
      endpoint: `${pub.baseUrl}/tools/call`,
      priceUsdc: '0',
    })),
    bundles: paid(['native']),
    single: paid(['atomic', 'free']),
    catalogs: {
      free: `${pub.baseUrl}/tools/list`,
      paid: `${pub.baseUrl}/.well-known/ai-tool/index.json`,
      unified: `${pub.baseUrl}/.well-known/svc-tools.json`,
    },
  };
}
