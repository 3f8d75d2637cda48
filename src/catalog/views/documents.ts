import { agentCard } from './agent-card.ts';
import { apiCatalog, apiRoot } from './api-root.ts';
import { agentEndpoints } from './endpoints.ts';
import { entryOf, soldTools } from './entry.ts';
import { errorDocument } from './errors.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { openApi, toolOpenApi } from './openapi.ts';
import { paidIndex, paidManifest, x402Resources } from './paid-index.ts';
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
  openapi: (pub) => openApi(pub),
  toolsList: (pub) => toolsList(pub),
  unified: (pub) => unifiedCatalog(pub),
  endpoints: agentEndpoints,
  paidIndex: (pub) => paidIndex(pub),
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

const render = (view: string | object) => (typeof view === 'string' ? view : JSON.stringify(view));

/** The fixed documents with all their paths; the agent card only where an A2A endpoint is served. */
export function documentPaths({ a2a }: Pick<Publication, 'a2a'>): readonly { path: string; name: DocumentName }[] {
  return (Object.entries(documentSurface) as [DocumentName, SurfaceEntry][])
    .filter(([, entry]) => a2a || !entry.a2a)
    .flatMap(([name, { path, aliases = [] }]) => [path, ...aliases].map((one) => ({ path: one, name })));
}

/** The documents that have a longer form, with everything about each tool in it. */
const wholeViews = {
  unified: (pub) => unifiedCatalog(pub, true),
  paidIndex: (pub) => paidIndex(pub, true),
  openapi: (pub) => openApi(pub, true),
} as const satisfies Partial<Record<DocumentName, (pub: Publication) => object>>;

export type LongDocument = keyof typeof wholeViews;

export const hasWholeForm = (name: DocumentName): name is LongDocument => Object.hasOwn(wholeViews, name);

/** The longer form of a document. */
export function renderWhole(name: LongDocument, pub: Publication): RenderedDocument {
  return { mediaType: documentSurface[name].mediaType, body: render(wholeViews[name](pub)) };
}

/** Everything about one free tool; undefined for a name that the registry does not have. */
export function renderTool(name: string, pub: Publication): RenderedDocument | undefined {
  const tool = pub.registry.freeTool(name);
  return tool && { mediaType: documentSurface.toolsList.mediaType, body: render(entryOf(tool, pub)) };
}

/** The OpenAPI description of one tool by its free name or its slug; undefined where the registry has neither. */
export function renderToolOpenApi(name: string, pub: Publication): RenderedDocument | undefined {
  const tool = pub.registry.freeTool(name) ?? pub.registry.paidTool(name);
  return tool && { mediaType: documentSurface.openapi.mediaType, body: render(toolOpenApi(tool, pub)) };
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
