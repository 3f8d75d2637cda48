import { sha256 } from '../../kernel/canonical.ts';
import { type Publication, serviceLine, serviceName, serviceTitle } from './publication.ts';
import { skillDocument, skillSummary } from './skill.ts';
import { agentSkillName, documentSurface } from './surface.ts';

/** Name in the MCP registry; `mcpName` of package.json is the same. */
export const registryName = 'io.github.place-records/place-records';

/** Revisions of the Model Context Protocol that the endpoint answers, newest first. */
const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** `GET /mcp/server-card` (SEP-2127): who the MCP server is and where; no list of tools. */
export function mcpServerCard(pub: Publication) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registryName,
    title: serviceTitle,
    description: serviceLine,
    version: pub.version,
    websiteUrl: `${pub.baseUrl}/api`,
    remotes: [{ type: 'streamable-http', url: `${pub.baseUrl}/mcp`, supportedProtocolVersions: protocolVersions }],
  };
}

/** `GET /.well-known/ai-catalog.json`, and the same bytes as the MCP catalog of the draft. */
export function aiCatalog(pub: Publication) {
  const host = new URL(pub.baseUrl).hostname;
  const { serverCard, agentCard } = documentSurface;
  const entry = (name: string, displayName: string, type: string, path: string) => ({
    identifier: `urn:air:${host}:${name}`,
    displayName,
    type,
    url: pub.baseUrl + path,
  });
  return {
    specVersion: 'draft',
    entries: [
      entry(serviceName, serviceTitle, serverCard.mediaType, serverCard.path),
      ...(pub.a2a
        ? [entry(`${serviceName}-agent`, `${serviceTitle} (A2A)`, 'application/a2a-agent-card+json', agentCard.path)]
        : []),
    ],
  };
}

/** `GET /.well-known/agent-skills/index.json`, version 0.2.0 of the draft. */
export function agentSkillsIndex(pub: Publication) {
  const digest = `sha256:${sha256(skillDocument(pub))}`;
  return {
    version: '0.2.0',
    skills: [{ name: agentSkillName, description: skillSummary, digest, files: [{ path: 'SKILL.md', digest }] }],
  };
}
