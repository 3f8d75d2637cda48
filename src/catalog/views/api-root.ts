import { parseUsdc } from '../../kernel/money.ts';
import { networksOf, priceOf, soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { firstSteps } from './recommended.ts';
import { type SurfaceEntry, surfaceOf } from './surface.ts';

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

/** `GET /api`: every entry point with its address. */
export function apiRoot(pub: Publication) {
  const entries = surfaceOf(pub);
  return {
    service: serviceTitle,
    description: serviceDescription,
    version: pub.version,
    accountApiKeyRequired: false,
    start: firstSteps(pub),
    links: entries.map(({ path, methods, mediaType, title, whole }) => ({
      href: pub.baseUrl + path,
      methods,
      type: mediaType,
      title,
      ...(whole && { long: whole }),
    })),
    paidRoutes: soldTools(pub.registry).map(({ slug, paid }) => ({
      href: `${pub.baseUrl}/api/${slug}`,
      methods: ['GET', 'POST'],
      priceUsdc: paid.priceUsdc,
    })),
  };
}

/** `GET /.well-known/api-catalog`: RFC 9727 linkset, one anchor for each interface. */
export function apiCatalog(pub: Publication) {
  const { baseUrl } = pub;
  const entries = surfaceOf(pub);
  const linked = (rel: SurfaceEntry['rel']) =>
    entries
      .filter((entry) => entry.rel === rel)
      .map(({ path, mediaType, title }) => ({ href: baseUrl + path, type: mediaType, title }));
  const anchors = [`${baseUrl}/api`, `${baseUrl}/mcp`, ...(pub.a2a ? [`${baseUrl}/a2a/v1`] : [])];
  return {
    linkset: [
      { anchor: `${baseUrl}/.well-known/api-catalog`, item: anchors.map((href) => ({ href })) },
      {
        anchor: `${baseUrl}/api`,
        'service-desc': linked('service-desc'),
        'service-doc': linked('service-doc'),
        'service-meta': linked('service-meta'),
        status: linked('status'),
      },
      {
        anchor: `${baseUrl}/mcp`,
        'service-doc': [{ href: `${baseUrl}/skill.md`, type: 'text/markdown; charset=utf-8' }],
        'service-meta': [{ href: `${baseUrl}/mcp/server-card`, type: 'application/mcp-server-card+json' }],
      },
      ...(pub.a2a
        ? [
            {
              anchor: `${baseUrl}/a2a/v1`,
              'service-desc': [{ href: `${baseUrl}/.well-known/agent-card.json`, type: 'application/json' }],
            },
          ]
        : []),
    ],
  };
}
