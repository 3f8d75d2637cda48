import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { invalidParameters } from './parameters.ts';
import type { McpPorts } from './ports.ts';
import { skillUri } from './skills.ts';

const maxCompletions = 100;

/** Loaded on first use: neither list is needed before a client asks for it. */
const loadResources = () => import('../../../resources/index.ts');
const loadPrompts = () => import('../../../prompts/index.ts');

function matching(values: readonly string[], prefix: string): string[] {
  const wanted = prefix.trim().toLowerCase();
  const starts = values.filter((value) => value.toLowerCase().startsWith(wanted));
  const inside = values.filter((value) => !starts.includes(value) && value.toLowerCase().includes(wanted));
  return [...starts, ...inside];
}

function completion(values: readonly string[]) {
  return {
    completion: {
      values: values.slice(0, maxCompletions),
      total: values.length,
      hasMore: values.length > maxCompletions,
    },
  };
}

function registerResources(server: Server, ports: McpPorts): void {
  server.setRequestHandler('resources/list', async () => {
    const { fixedResources } = await loadResources();
    return {
      resources: fixedResources.map(({ read: _read, meta, ...listed }) => ({
        ...listed,
        ...(meta && { _meta: meta }),
      })),
    };
  });
  server.setRequestHandler('resources/templates/list', async () => {
    const { templateResources } = await loadResources();
    return {
      resourceTemplates: templateResources.map(({ uriTemplate, name, title, description, mimeType }) => ({
        uriTemplate,
        name,
        title,
        description,
        mimeType,
      })),
    };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { findResource, guideUri } = await loadResources();
    const found = findResource(uri === skillUri ? guideUri : uri);
    const text = await found?.read(ports.resources);
    if (!found || text === undefined) throw new ResourceNotFoundError(uri);
    const contents = [{ uri, mimeType: found.mimeType, text, ...(found.meta && { _meta: found.meta }) }];
    return { contents, ...found.cache };
  });
}

function registerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', async () => {
    const { prompts, promptArguments } = await loadPrompts();
    return {
      prompts: prompts().map(({ name, title, description }) => ({
        name,
        title,
        description,
        arguments: promptArguments.map((argument) => ({ ...argument })),
      })),
    };
  });
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const { findPrompt, renderPrompt } = await loadPrompts();
    const prompt = findPrompt(params.name);
    if (!prompt) throw invalidParameters('prompts/get', 'name is none of the prompts of prompts/list');
    const rendered = renderPrompt(prompt, params.arguments ?? {});
    if ('missing' in rendered) {
      throw invalidParameters('prompts/get', `arguments.${rendered.missing} is missing or empty`);
    }
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: rendered.text } }],
    };
  });
}

function registerCompletions(server: Server, ports: McpPorts): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    if (ref.type === 'ref/prompt') {
      const { findPrompt } = await loadPrompts();
      if (!findPrompt(ref.name)) {
        throw invalidParameters('completion/complete', 'ref.name is none of the prompts of prompts/list');
      }
      return completion(argument.name === 'place' ? await ports.completePlace(argument.value) : []);
    }
    const { templateResources } = await loadResources();
    const template = templateResources.find(({ uriTemplate }) => uriTemplate === ref.uri);
    if (!template) throw invalidParameters('completion/complete', 'ref.uri is none of resources/templates/list');
    if (argument.name !== template.variable) return completion([]);
    return completion(matching(await template.ids(ports.resources), argument.value));
  });
}

/** Resources, prompts and completions of one server instance. */
export function registerResourcesAndPrompts(server: Server, ports: McpPorts): void {
  registerResources(server, ports);
  registerPrompts(server);
  registerCompletions(server, ports);
}
