import { iconAddress } from '../icon.ts';
import { soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { toolCategories } from './tools-list.ts';

/** URI of the A2A x402 extension, version 0.1. */
export const x402ExtensionUri = 'https://github.com/google-a2a/a2a-x402/v0.1';

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
