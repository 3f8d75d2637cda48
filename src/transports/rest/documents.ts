import type { Express, Request, RequestHandler, Response } from 'express';
import { nearNames } from '../../catalog/search/names.ts';
import {
  documentPaths,
  hasWholeForm,
  type RenderedDocument,
  renderDocument,
  renderManifest,
  renderTool,
  renderToolOpenApi,
} from '../../catalog/views/documents.ts';
import { samplePath } from '../../catalog/views/front-page.ts';
import type { Publication } from '../../catalog/views/publication.ts';
import { securityText } from '../../catalog/views/security-text.ts';
import { statusDocument } from '../../catalog/views/status.ts';
import { callSurface, documentSurface } from '../../catalog/views/surface.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { foldedToolName } from '../../kernel/mcp-tools.ts';
import { flag, mcpCatalogHandler, toolsListHandler } from './catalog.ts';
import { frontHandler, sampleHandler } from './front-page.ts';
import type { Limits } from './limits.ts';
import { mount } from './mount.ts';
import type { AppPorts, RestPorts } from './ports.ts';
import { Published, sendDocument } from './published.ts';

/** Published documents that change while the service runs: signing keys, the state of the sources. */
function changingDocuments(ports: RestPorts): readonly (readonly [string, () => Promise<RenderedDocument>])[] {
  const { signingKeys, status } = callSurface;
  const keys = async () => (await ports.signingKeys?.()) ?? { keys: [] };
  const state = async () => statusDocument(ports.version, ports.cards, (await ports.sourceFindings?.()) ?? []);
  return [
    [signingKeys.path, async () => ({ mediaType: signingKeys.mediaType, body: JSON.stringify(await keys()) })],
    [status.path, async () => ({ mediaType: status.mediaType, body: JSON.stringify(await state()) })],
  ];
}

/** One document of each tool; only names of the registry are rendered and cached. */
function oneTool(
  ports: AppPorts,
  published: Published,
  kind: string,
  nameOf: (file: string) => string | undefined,
  render: (name: string, publication: Publication) => RenderedDocument | undefined,
): RequestHandler {
  return async (req, res, next) => {
    const name = nameOf(String(req.params.file));
    const sent = name && (await published.send(req, res, `${kind}:${name}`, (pub) => render(name, pub)));
    if (sent) return;
    const suggestions = name ? nearNames(name, ports.registry.tools) : [];
    next(new ServiceError('not_found', { detail: 'There is no tool of that name.', extra: { suggestions } }));
  };
}

const withEnding = (file: string) => /^(svc[-_][a-z0-9_-]{1,80})\.json$/.exec(file)?.[1];

/** Everything that is published: documents of the registry, of one tool, and those that change. */
export function mountDocuments(app: Express, ports: AppPorts, limits: Limits, compressed: RequestHandler): void {
  const published = new Published(ports);
  const read = (path: string, handler: RequestHandler) => mount(app, path, { GET: [limits.reads, handler] });
  for (const [path, body] of changingDocuments(ports))
    read(path, async (req: Request, res: Response) => sendDocument(req, res, await body()));
  if (ports.securityContact) {
    const { path, mediaType } = callSurface.securityText;
    const body = securityText(ports.securityContact, `${ports.address.url}${path}`);
    read(path, (req, res) => sendDocument(req, res, { mediaType, body }));
  }
  const { toolsList, apiCatalog } = documentSurface;
  read('/', frontHandler(published));
  read(toolsList.path, toolsListHandler(ports, published));
  mount(app, callSurface.mcpCatalog.path, { GET: [limits.calls, compressed, mcpCatalogHandler(ports, published)] });
  for (const { path, name } of documentPaths({ a2a: ports.a2a !== undefined })) {
    if (path === toolsList.path) continue;
    read(path, async (req, res) => {
      if (path === apiCatalog.path) res.setHeader('Link', `<${ports.address.url}${path}>; rel="api-catalog"`);
      const whole = hasWholeForm(name) && flag(req, 'schemas');
      await published.send(req, res, whole ? `whole:${name}` : name, (pub) => renderDocument(name, pub, whole));
    });
  }
  read(samplePath, sampleHandler(published));
  read('/tools/list/:file', oneTool(ports, published, 'tool', foldedToolName, renderTool));
  read('/openapi/:file', oneTool(ports, published, 'openapi', withEnding, renderToolOpenApi));
  read('/.well-known/ai-tool/:file', oneTool(ports, published, 'manifest', withEnding, renderManifest));
}
