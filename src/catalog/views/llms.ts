import { categories, type Tool } from '../registry.ts';
import { argumentNames, railOf, soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { firstSteps } from './recommended.ts';
import { documentSurface, surfaceOf } from './surface.ts';
import { toolCategories } from './tools-list.ts';

const intro = (pub: Publication) => `# ${serviceTitle}

> ${serviceDescription}

Free tools: POST ${pub.baseUrl}/tools/call with {"name", "arguments"}; no account and no key. Paid routes: POST ${pub.baseUrl}/api/<slug> with a flat body; the first answer is an x402 challenge, and nothing is bought without the user's approval. MCP: ${pub.baseUrl}/mcp. An empty answer means that the named source returned nothing; not covered means that no source is wired. Neither means that no records exist.
`;

/** `GET /llms.txt`: what is served, where, and which category answers what. */
export function llmsText(pub: Publication): string {
  const documents = surfaceOf(pub)
    .filter(({ methods }) => methods.includes('GET'))
    .toSorted((a, b) => Number(a.whole ?? false) - Number(b.whole ?? false))
    .map(({ path, title, whole }) => `- [${title}](${pub.baseUrl}${path}): ${path}${whole ? ', long' : ''}`);
  const shelves = toolCategories(pub.registry).map(({ category, title }) => {
    const names = pub.registry.tools.filter((tool) => tool.category === category).map((tool) => tool.name);
    const url = category === 'paid' ? documentSurface.paidIndex.path : `/tools/list?compact=1&category=${category}`;
    return `- [${title}](${pub.baseUrl}${url}): ${names.join(', ')}`;
  });
  const steps = firstSteps(pub).map(({ tool, why }) => `- ${tool}: ${why}`);
  return `${intro(pub)}
## Start

${steps.join('\n')}
- [Operating guide](${pub.baseUrl}/skill.md): order of calls, reading states and citations, paying
- Find a tool by a question: GET /mcp/catalog?q=<words>; one tool with its schemas: GET /tools/list/<name>, a paid route: GET /.well-known/ai-tool/<slug>.json. Documents that are marked long say the same of every tool.

## Tools

${shelves.join('\n')}

## Documents

${documents.join('\n')}

## Optional

- [Every tool in words](${pub.baseUrl}/llms-full.txt): description, arguments, limits and price of each tool
`;
}

function toolText(tool: Tool, pub: Publication): string {
  const rail = {
    free: 'free',
    paid: `paid, $${tool.paid?.priceUsdc}`,
    free_and_paid: `free; paid route ${tool.slug} at $${tool.paid?.priceUsdc}`,
  }[railOf(tool)];
  const call = tool.kind === 'free' ? `POST ${pub.baseUrl}/tools/call` : `POST ${pub.baseUrl}/api/${tool.slug}`;
  const example = tool.examples[0]?.arguments ?? {};
  return [
    `### ${tool.name}`,
    '',
    `${tool.title}. ${tool.summary}`,
    '',
    `- When: ${tool.whenToUse}`,
    `- Not for: ${tool.notFor}`,
    `- Arguments (* required): ${argumentNames(tool.inputJsonSchema).join(', ') || 'none'}`,
    `- Rail: ${rail}; ${call}`,
    ...(tool.paid ? [`- Charged when: ${tool.paid.chargesWhen}`, `- Free when: ${tool.paid.freeWhen}`] : []),
    ...tool.limits.map((limit) => `- Limit: ${limit}`),
    `- Example: ${JSON.stringify(tool.kind === 'free' ? { name: tool.name, arguments: example } : example)}`,
    '',
  ].join('\n');
}

/** `GET /llms-full.txt`: every tool of the registry in words. */
export function llmsFullText(pub: Publication): string {
  const sold = soldTools(pub.registry).length;
  const shelves = toolCategories(pub.registry).map(({ category }) => {
    const tools = pub.registry.tools.filter((tool) => tool.category === category);
    return `## ${categories[category]}\n\n${tools.map((tool) => toolText(tool, pub)).join('\n')}`;
  });
  return `${intro(pub)}\n${pub.registry.free.length} free tools, ${sold} paid routes.\n\n${shelves.join('\n')}`;
}
