import { agentCard } from './agent-card.ts';
import { apiCatalog, apiRoot } from './api-root.ts';
import { agentEndpoints } from './endpoints.ts';
import { soldTools } from './entry.ts';
import { errorDocument } from './errors.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { openApi } from './openapi.ts';
import { paidIndex, paidManifest } from './paid-index.ts';
import type { Publication } from './publication.ts';
import { agentSkillsIndex, aiCatalog, mcpServerCard } from './server-cards.ts';
import { skillDocument } from './skill.ts';
import { type DocumentName, documentSurface, type SurfaceEntry } from './surface.ts';
import { mcpCatalog, type ToolsListOptions, toolsList, unifiedCatalog } from './tools-list.ts';

export interface RenderedDocument {
  readonly mediaType: string;
  readonly body: string;
}

const views: Readonly<Record<DocumentName, (pub: Publication) => string | object>> = {
  api: apiRoot,
  openapi: openApi,
  toolsList,
  unified: unifiedCatalog,
  endpoints: agentEndpoints,
  paidIndex,
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

const render = (view: string | object) => (typeof view === 'string' ? view : JSON.stringify(view));

/** The fixed documents with all their paths; the agent card only where an A2A endpoint is served. */
export function documentPaths({ a2a }: Pick<Publication, 'a2a'>): readonly { path: string; name: DocumentName }[] {
  return (Object.entries(documentSurface) as [DocumentName, SurfaceEntry][])
    .filter(([, entry]) => a2a || !entry.a2a)
    .flatMap(([name, { path, aliases = [] }]) => [path, ...aliases].map((one) => ({ path: one, name })));
}

export function renderDocument(name: DocumentName, pub: Publication): RenderedDocument {
  return { mediaType: documentSurface[name].mediaType, body: render(views[name](pub)) };
}

export function renderToolsList(pub: Publication, options: ToolsListOptions): RenderedDocument {
  return { mediaType: documentSurface.toolsList.mediaType, body: render(toolsList(pub, options)) };
}

export function renderMcpCatalog(pub: Publication): RenderedDocument {
  return { mediaType: 'application/json', body: render(mcpCatalog(pub)) };
}

/** Manifest of one paid route; undefined for a slug that the registry does not sell. */
export function renderManifest(slug: string, pub: Publication): RenderedDocument | undefined {
  const tool = soldTools(pub.registry).find((sold) => sold.slug === slug);
  return tool && { mediaType: 'application/json', body: render(paidManifest(tool, pub)) };
}
