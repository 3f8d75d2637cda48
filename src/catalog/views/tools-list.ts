import { type Category, categories, type Registry } from '../registry.ts';
import { compactEntryOf, entryOf } from './entry.ts';
import { type Publication, serviceTitle } from './publication.ts';

export interface ToolsListOptions {
  readonly compact?: boolean;
  readonly category?: Category;
}

export function isCategory(text: string): text is Category {
  return Object.hasOwn(categories, text);
}

/** Categories that have at least one tool, with their sizes. */
export function toolCategories({ tools }: Registry) {
  return (Object.entries(categories) as [Category, string][])
    .map(([category, title]) => ({
      category,
      title,
      tools: tools.filter((tool) => tool.category === category).length,
    }))
    .filter((entry) => entry.tools > 0);
}

/** `GET /tools/list`: the free tools, whole or in short form, all or one category. */
export function toolsList(pub: Publication, { compact = false, category }: ToolsListOptions = {}) {
  const tools = pub.registry.free.filter((tool) => !category || tool.category === category);
  return {
    service: serviceTitle,
    version: pub.version,
    call: { method: 'POST', url: `${pub.baseUrl}/tools/call`, body: { name: '<tool>', arguments: {} } },
    ...(compact && { schemas: `${pub.baseUrl}/tools/list` }),
    categories: toolCategories(pub.registry)
      .filter((entry) => entry.category !== 'paid')
      .map(({ category, title }) => ({ category, title })),
    count: tools.length,
    tools: compact ? tools.map(compactEntryOf) : tools.map((tool) => entryOf(tool, pub)),
  };
}

/** `GET /.well-known/svc-tools.json`: free tools and paid routes in one list. */
export function unifiedCatalog(pub: Publication) {
  return {
    service: serviceTitle,
    version: pub.version,
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    counts: {
      free: pub.registry.free.length,
      paid: pub.registry.paid.length,
      freeAndPaid: pub.registry.free.filter((tool) => tool.slug).length,
    },
    categories: toolCategories(pub.registry),
    tools: pub.registry.tools.map((tool) => entryOf(tool, pub)),
  };
}

/** `GET /mcp/catalog` without a question: every tool in short form. */
export function mcpCatalog(pub: Publication) {
  return {
    service: serviceTitle,
    version: pub.version,
    mcpUrl: `${pub.baseUrl}/mcp`,
    mcpTools: ['svc_search_tools', 'svc_execute'],
    search: {
      url: `${pub.baseUrl}/mcp/catalog{?q,limit,category,rail}`,
      example: `${pub.baseUrl}/mcp/catalog?q=flood`,
    },
    categories: toolCategories(pub.registry),
    tools: pub.registry.tools.map(compactEntryOf),
  };
}
