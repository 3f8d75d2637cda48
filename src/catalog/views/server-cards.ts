import { sha256 } from '../../kernel/canonical.ts';
import { iconAddress } from '../icon.ts';
import { soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceLine, serviceName, serviceTitle } from './publication.ts';
import { skillDocument, skillSummary } from './skill.ts';
import { agentSkillName, documentSurface } from './surface.ts';
import { toolCategories } from './tools-list.ts';

/** URI of the A2A x402 extension, version 0.1. */
const x402ExtensionUri = 'https://github.com/google-a2a/a2a-x402/v0.1';

const wrapped = (name: string, args: unknown) => JSON.stringify({ data: { svcTool: name, arguments: args } });

/** `GET /.well-known/agent-card.json` in the shape of A2A 1.0: one skill for each category of the tool index. */
export function agentCard(pub: Publication) {
  const { baseUrl, registry } = pub;
  const sold = soldTools(registry).filter((tool) => tool.kind === 'free' || !tool.paid.restOnly);
  return {
    name: serviceTitle,
    description: `${serviceDescription} Send one data part {"svcTool": <tool name>, "arguments": <object>}; broad natural language is not interpreted.`,
    supportedInterfaces: ['HTTP+JSON', 'JSONRPC'].map((protocolBinding) => ({
      url: `${baseUrl}/a2a/v1`,
      protocolBinding,
      protocolVersion: '1.0',
    })),
    provider: { organization: serviceTitle, url: baseUrl },
    version: pub.version,
    documentationUrl: `${baseUrl}/skill.md`,
    iconUrl: iconAddress,
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: x402ExtensionUri,
          description:
            'Paid tools answer with x402 version 2 terms in x402.payment.required; free tools need no payment.',
          required: false,
        },
      ],
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: toolCategories(registry).map(({ category, title }) => {
      const free = registry.free.filter((tool) => tool.category === category);
      const paid = sold.filter((tool) => tool.category === category);
      const example = [...free, ...paid].find((tool) => tool.examples[0]);
      return {
        id: category,
        name: title,
        description: [
          ...free.map((tool) => `${tool.name} (free): ${tool.summary}`),
          ...paid.map((tool) => `${tool.slug} ($${tool.paid.priceUsdc}): ${tool.summary}`),
        ].join('\n'),
        tags: [category, ...(free.length > 0 ? ['free'] : []), ...(paid.length > 0 ? ['x402'] : [])],
        ...(example && { examples: [wrapped(example.name, example.examples[0]?.arguments)] }),
      };
    }),
  };
}

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
