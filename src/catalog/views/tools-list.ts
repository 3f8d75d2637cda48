import { type Category, categories, type FreeTool, type Registry } from '../registry.ts';
import { catalogEntryOf, compactEntryOf, entryOf, listedEntryOf } from './entry.ts';
import { type Publication, serviceTitle } from './publication.ts';

/** How much of each tool a list says: a line to choose by, what a call needs, or everything with both schemas. */
export type ListForm = 'compact' | 'listed' | 'whole';

export interface ToolsListOptions {
  readonly form?: ListForm;
  readonly category?: Category;
}

export const dialect = 'https://json-schema.org/draft/2020-12/schema';

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

/** `GET /tools/list`: the free tools in one of three lengths, all or one category. */
export function toolsList(pub: Publication, { form = 'listed', category }: ToolsListOptions = {}) {
  const tools = pub.registry.free.filter((tool) => !category || tool.category === category);
  const list = `${pub.baseUrl}/tools/list`;
  return {
    service: serviceTitle,
    version: pub.version,
    jsonSchemaDialect: dialect,
    call: { method: 'POST', url: `${pub.baseUrl}/tools/call`, body: { name: '<tool>', arguments: {} } },
    schemas: { one: `${list}/{name}`, all: `${list}?schemas=1`, none: `${list}?compact=1` },
    ...(form === 'listed' && {
      note: 'outputSchema has the first level only; schemaUrl of a tool has both schemas whole, with its sources, limits and examples.',
    }),
    categories: toolCategories(pub.registry)
      .filter((entry) => entry.category !== 'paid')
      .map(({ category, title }) => ({ category, title })),
    count: tools.length,
    tools: tools.map((tool) => toolIn(form, tool, pub)),
  };
}

function toolIn(form: ListForm, tool: FreeTool, pub: Publication) {
  if (form === 'compact') return compactEntryOf(tool);
  return form === 'whole' ? entryOf(tool, pub) : listedEntryOf(tool, pub);
}

/** `GET /.well-known/svc-tools.json`: free tools and paid routes in one list, with `whole` everything about each. */
export function unifiedCatalog(pub: Publication, whole = false) {
  return {
    service: serviceTitle,
    version: pub.version,
    jsonSchemaDialect: dialect,
    note: 'schemaUrl of a tool has its schemas, examples and terms whole; schemas=1 brings them for all.',
    counts: {
      free: pub.registry.free.length,
      paid: pub.registry.paid.length,
      freeAndPaid: pub.registry.free.filter((tool) => tool.slug).length,
    },
    categories: toolCategories(pub.registry),
    tools: pub.registry.tools.map((tool) => (whole ? entryOf(tool, pub) : catalogEntryOf(tool, pub))),
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
