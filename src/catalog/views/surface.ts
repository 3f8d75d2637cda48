import type { Publication } from './publication.ts';

/** One published document or endpoint, as the discovery documents name it. */
export interface SurfaceEntry {
  readonly path: string;
  /** The same bytes under further paths. */
  readonly aliases?: readonly string[];
  readonly methods: readonly ('GET' | 'POST')[];
  readonly mediaType: string;
  readonly title: string;
  /** Relation in the API catalog (RFC 8631). */
  readonly rel?: 'service-desc' | 'service-doc' | 'service-meta' | 'status' | undefined;
  /** Longer than 100 kB: what one call needs is in a document of its own. */
  readonly whole?: true;
  /** Served only where an A2A endpoint is. */
  readonly a2a?: true;
}

const json = 'application/json';
const markdown = 'text/markdown; charset=utf-8';

export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const agentSkillName = 'place-records';

type More = Partial<SurfaceEntry>;
const read = (path: string, title: string, more: More = {}): SurfaceEntry => ({
  ...{ path, methods: ['GET'], mediaType: json, title, rel: 'service-meta' },
  ...more,
});
const post = (path: string, title: string, more: More = {}): SurfaceEntry => ({
  ...{ path, methods: ['POST'], mediaType: json, title },
  ...more,
});

/** Compact documents first: agents read from the top. */
export const documentSurface = {
  llms: read('/llms.txt', 'Map for language models', { mediaType: markdown, rel: 'service-doc' }),
  skill: read('/skill.md', 'Operating guide', {
    aliases: ['/.well-known/skill.md', `/.well-known/agent-skills/${agentSkillName}/SKILL.md`],
    mediaType: markdown,
    rel: 'service-doc',
  }),
  api: read('/api', 'API root with discovery links'),
  agentSkills: read('/.well-known/agent-skills/index.json', 'Index of agent skills'),
  apiCatalog: read('/.well-known/api-catalog', 'API catalog (RFC 9727)', { mediaType: apiCatalogType, rel: undefined }),
  serverCard: read('/mcp/server-card', 'MCP server card', {
    aliases: ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'],
    mediaType: 'application/mcp-server-card+json',
  }),
  aiCatalog: read('/.well-known/ai-catalog.json', 'AI catalog', {
    aliases: ['/.well-known/mcp/catalog.json'],
    mediaType: 'application/ai-catalog+json',
  }),
  x402: read('/.well-known/x402', 'Paid routes for indexers of x402 services'),
  errors: read('/.well-known/svc-errors.json', 'Error catalog'),
  agentCard: read('/.well-known/agent-card.json', 'A2A agent card', { a2a: true }),
  endpoints: read('/.well-known/svc-agent-endpoints.json', 'Menu of endpoints, bundles first'),
  unified: read('/.well-known/svc-tools.json', 'Free and paid tools in one catalog', { whole: true }),
  toolsList: read('/tools/list', 'Free tools with their arguments; compact=1, schemas=1, category=<category>', {
    whole: true,
  }),
  llmsFull: read('/llms-full.txt', 'Every tool in words', { whole: true, mediaType: markdown, rel: 'service-doc' }),
  paidIndex: read('/.well-known/ai-tool/index.json', 'Index of paid routes', { whole: true }),
  openapi: read('/openapi.json', 'OpenAPI 3.1 description', { whole: true, rel: 'service-desc' }),
} as const satisfies Record<string, SurfaceEntry>;

export type DocumentName = keyof typeof documentSurface;

export const callSurface = {
  mcpCatalog: read('/mcp/catalog', 'Searchable catalog; q=<words>'),
  signingKeys: read('/.well-known/jwks.json', 'Public keys that sign evidence bundles, current and past (RFC 7517)', {
    mediaType: 'application/jwk-set+json',
  }),
  status: read('/.well-known/svc-status.json', 'State of the sources: what the last nightly round found, since when', {
    rel: 'status',
  }),
  securityText: read('/.well-known/security.txt', 'Where a vulnerability is reported (RFC 9116)', {
    mediaType: 'text/plain; charset=utf-8',
  }),
  health: read('/health', 'Whether the process runs', { rel: 'status' }),
  ready: read('/ready', 'Whether calls can be taken', { rel: 'status' }),
  call: post('/tools/call', 'Runs one free tool'),
  feedback: post('/feedback', 'Takes a product note'),
  mcp: post('/mcp', 'MCP over streamable HTTP'),
  a2a: post('/a2a/v1/message:send', 'A2A messages', { mediaType: 'application/a2a+json', a2a: true }),
} as const satisfies Record<string, SurfaceEntry>;

/** All entries that this publication serves. */
export function surfaceOf({ a2a }: Pick<Publication, 'a2a'>): readonly SurfaceEntry[] {
  const entries: readonly SurfaceEntry[] = [...Object.values(documentSurface), ...Object.values(callSurface)];
  return entries.filter((entry) => a2a || !entry.a2a);
}
