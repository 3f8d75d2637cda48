import { soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { firstSteps } from './recommended.ts';
import { type SurfaceEntry, surfaceOf } from './surface.ts';

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
