import { agentEndpoints, apiCatalog, apiRoot } from './api-root.ts';
import { entryOf, soldTools } from './entry.ts';
import { errorDocument } from './errors.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { openApi, toolOpenApi } from './openapi.ts';
import { paidIndex, paidManifest, x402Resources } from './paid-index.ts';
import type { Publication } from './publication.ts';
import { agentCard, agentSkillsIndex, aiCatalog, mcpServerCard } from './server-cards.ts';
import { skillDocument } from './skill.ts';
import { type DocumentName, documentSurface, type SurfaceEntry } from './surface.ts';
import { mcpCatalog, type ToolsListOptions, toolsList, unifiedCatalog } from './tools-list.ts';

export interface RenderedDocument {
  readonly mediaType: string;
  readonly body: string;
}

/** `whole`: in the longer form with everything about each tool in it, where the document has one. */
const views: Readonly<Record<DocumentName, (pub: Publication, whole?: boolean) => string | object>> = {
  api: apiRoot,
  openapi: openApi,
  toolsList: (pub) => toolsList(pub),
  unified: unifiedCatalog,
  endpoints: agentEndpoints,
  paidIndex,
  x402: x402Resources,
  errors: errorDocument,
  apiCatalog,
  agentCard,
  skill: skillDocument,
  agentSkills: agentSkillsIndex,
  llms: llmsText,
  llmsFull: llmsFullText,
  serverCard: mcpServerCard,
  aiCatalog,
};

const rendered = (mediaType: string, view: string | object): RenderedDocument => ({
  mediaType,
  body: typeof view === 'string' ? view : JSON.stringify(view),
});

/** The fixed documents with all their paths; the agent card only where an A2A endpoint is served. */
export function documentPaths({ a2a }: Pick<Publication, 'a2a'>): readonly { path: string; name: DocumentName }[] {
  return (Object.entries(documentSurface) as [DocumentName, SurfaceEntry][])
    .filter(([, entry]) => a2a || !entry.a2a)
    .flatMap(([name, { path, aliases = [] }]) => [path, ...aliases].map((one) => ({ path: one, name })));
}

/** Whether a document has a longer form. */
export const hasWholeForm = (name: DocumentName): boolean => ['unified', 'paidIndex', 'openapi'].includes(name);

export const renderDocument = (name: DocumentName, pub: Publication, whole?: boolean): RenderedDocument =>
  rendered(documentSurface[name].mediaType, views[name](pub, whole));

/** Everything about one free tool; undefined for a name that the registry does not have. */
export function renderTool(name: string, pub: Publication): RenderedDocument | undefined {
  const tool = pub.registry.freeTool(name);
  return tool && rendered(documentSurface.toolsList.mediaType, entryOf(tool, pub));
}

/** The OpenAPI description of one tool by its free name or its slug; undefined where the registry has neither. */
export function renderToolOpenApi(name: string, pub: Publication): RenderedDocument | undefined {
  const tool = pub.registry.freeTool(name) ?? pub.registry.paidTool(name);
  return tool && rendered(documentSurface.openapi.mediaType, toolOpenApi(tool, pub));
}

export const renderToolsList = (pub: Publication, options: ToolsListOptions): RenderedDocument =>
  rendered(documentSurface.toolsList.mediaType, toolsList(pub, options));

export const renderMcpCatalog = (pub: Publication): RenderedDocument => rendered('application/json', mcpCatalog(pub));

/** Manifest of one paid route; undefined for a slug that the registry does not sell. */
export function renderManifest(slug: string, pub: Publication): RenderedDocument | undefined {
  const tool = soldTools(pub.registry).find((sold) => sold.slug === slug);
  return tool && rendered('application/json', paidManifest(tool, pub));
}
