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
  readonly rel?: 'service-desc' | 'service-doc' | 'service-meta' | 'status';
  /** Served only where an A2A endpoint is. */
  readonly a2a?: true;
}

const json = 'application/json';
const markdown = 'text/markdown; charset=utf-8';
const get = ['GET'] as const;

export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const agentSkillName = 'place-records';

/** Documents that are made from the registry alone. */
export const documentSurface = {
  api: { path: '/api', methods: get, mediaType: json, title: 'API root with discovery links', rel: 'service-meta' },
  openapi: {
    path: '/openapi.json',
    methods: get,
    mediaType: json,
    title: 'OpenAPI 3.1 description',
    rel: 'service-desc',
  },
  toolsList: {
    path: '/tools/list',
    methods: get,
    mediaType: json,
    title: 'Free tools with their arguments; compact=1, schemas=1, category=<category>',
    rel: 'service-meta',
  },
  unified: {
    path: '/.well-known/svc-tools.json',
    methods: get,
    mediaType: json,
    title: 'Free and paid tools in one catalog',
    rel: 'service-meta',
  },
  endpoints: {
    path: '/.well-known/svc-agent-endpoints.json',
    methods: get,
    mediaType: json,
    title: 'Menu of endpoints, bundles first',
    rel: 'service-meta',
  },
  paidIndex: {
    path: '/.well-known/ai-tool/index.json',
    methods: get,
    mediaType: json,
    title: 'Index of paid routes',
    rel: 'service-meta',
  },
  errors: {
    path: '/.well-known/svc-errors.json',
    methods: get,
    mediaType: json,
    title: 'Error catalog',
    rel: 'service-meta',
  },
  apiCatalog: {
    path: '/.well-known/api-catalog',
    methods: get,
    mediaType: apiCatalogType,
    title: 'API catalog (RFC 9727)',
  },
  agentCard: {
    path: '/.well-known/agent-card.json',
    methods: get,
    mediaType: json,
    title: 'A2A agent card',
    rel: 'service-meta',
    a2a: true,
  },
  skill: {
    path: '/skill.md',
    aliases: ['/.well-known/skill.md', `/.well-known/agent-skills/${agentSkillName}/SKILL.md`],
    methods: get,
    mediaType: markdown,
    title: 'Operating guide',
    rel: 'service-doc',
  },
  agentSkills: {
    path: '/.well-known/agent-skills/index.json',
    methods: get,
    mediaType: json,
    title: 'Index of agent skills',
    rel: 'service-meta',
  },
  llms: { path: '/llms.txt', methods: get, mediaType: markdown, title: 'Map for language models', rel: 'service-doc' },
  llmsFull: {
    path: '/llms-full.txt',
    methods: get,
    mediaType: markdown,
    title: 'Every tool in words',
    rel: 'service-doc',
  },
  serverCard: {
    path: '/mcp/server-card',
    aliases: ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'],
    methods: get,
    mediaType: 'application/mcp-server-card+json',
    title: 'MCP server card',
    rel: 'service-meta',
  },
  aiCatalog: {
    path: '/.well-known/ai-catalog.json',
    aliases: ['/.well-known/mcp/catalog.json'],
    methods: get,
    mediaType: 'application/ai-catalog+json',
    title: 'AI catalog',
    rel: 'service-meta',
  },
} as const satisfies Record<string, SurfaceEntry>;

export type DocumentName = keyof typeof documentSurface;

/** Endpoints that answer requests. */
export const callSurface = {
  mcpCatalog: {
    path: '/mcp/catalog',
    methods: get,
    mediaType: json,
    title: 'Searchable catalog; q=<words>',
    rel: 'service-meta',
  },
  signingKeys: {
    path: '/.well-known/jwks.json',
    methods: get,
    mediaType: 'application/jwk-set+json',
    title: 'Public keys that sign evidence bundles, current and past (RFC 7517)',
    rel: 'service-meta',
  },
  status: {
    path: '/.well-known/svc-status.json',
    methods: get,
    mediaType: json,
    title: 'State of the sources: what the last nightly round found, since when',
    rel: 'status',
  },
  health: { path: '/health', methods: get, mediaType: json, title: 'Whether the process runs', rel: 'status' },
  ready: { path: '/ready', methods: get, mediaType: json, title: 'Whether calls can be taken', rel: 'status' },
  call: { path: '/tools/call', methods: ['POST'], mediaType: json, title: 'Runs one free tool' },
  feedback: { path: '/feedback', methods: ['POST'], mediaType: json, title: 'Takes a product note' },
  mcp: { path: '/mcp', methods: ['POST'], mediaType: json, title: 'MCP over streamable HTTP' },
  a2a: {
    path: '/a2a/v1/message:send',
    methods: ['POST'],
    mediaType: 'application/a2a+json',
    title: 'A2A messages',
    a2a: true,
  },
} as const satisfies Record<string, SurfaceEntry>;

/** All entries that this publication serves. */
export function surfaceOf({ a2a }: Pick<Publication, 'a2a'>): readonly SurfaceEntry[] {
  const entries: readonly SurfaceEntry[] = [...Object.values(documentSurface), ...Object.values(callSurface)];
  return entries.filter((entry) => a2a || !entry.a2a);
}
