import type { Request, RequestHandler } from 'express';
import type { SearchOptions } from '../../catalog/search.ts';
import { renderMcpCatalog, renderToolsList } from '../../catalog/views/documents.ts';
import { isCategory, type ListForm, toolCategories } from '../../catalog/views/tools-list.ts';
import { type Issue, ServiceError } from '../../kernel/errors.ts';
import type { RestPorts } from './ports.ts';
import type { Published } from './published.ts';
import { sendJson } from './reply.ts';

/** One value of a query parameter; of a repeated one the last. */
function parameter(req: Request, name: string): string | undefined {
  const value = (req.query as Record<string, unknown>)[name];
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' && last !== '' ? last : undefined;
}

function refuse(path: string, message: string): ServiceError {
  const issues: Issue[] = [{ path, code: 'not_allowed', message }];
  return new ServiceError('invalid_arguments', { detail: `${path}: ${message}`, issues });
}

function categoryOf(ports: RestPorts, req: Request) {
  const category = parameter(req, 'category');
  if (category === undefined) return undefined;
  if (isCategory(category)) return category;
  const allowed = toolCategories(ports.registry).map((entry) => entry.category);
  throw refuse('category', `allowed values: ${allowed.join(', ')}`);
}

/** Whether a parameter that is 0 or 1 is set. */
export function flag(req: Request, name: string): boolean {
  const given = parameter(req, name);
  if (given !== undefined && !['0', '1', 'true', 'false'].includes(given)) throw refuse(name, 'allowed values: 0, 1');
  return given === '1' || given === 'true';
}

/** `GET /tools/list`: compact, listed or whole, all or one category. */
export function toolsListHandler(ports: RestPorts, published: Published): RequestHandler {
  return async (req, res) => {
    const [compact, whole] = [flag(req, 'compact'), flag(req, 'schemas')];
    if (compact && whole) throw refuse('schemas', 'not together with compact=1, which leaves the schemas out');
    const category = categoryOf(ports, req);
    const form: ListForm = compact ? 'compact' : whole ? 'whole' : 'listed';
    const options = { form, ...(category && { category }) };
    await published.send(req, res, `tools:${form}:${category ?? ''}`, (pub) => renderToolsList(pub, options));
  };
}

/** `GET /mcp/catalog`: every tool in short form, or with `q` the search that MCP's svc_search_tools runs. */
export function mcpCatalogHandler(ports: RestPorts, published: Published): RequestHandler {
  return async (req, res) => {
    const query = parameter(req, 'q');
    const category = categoryOf(ports, req);
    const rail = parameter(req, 'rail');
    const limit = Number(parameter(req, 'limit') ?? 5);
    if (rail !== undefined && rail !== 'free' && rail !== 'paid') throw refuse('rail', 'allowed values: free, paid');
    if (!Number.isInteger(limit) || limit < 1 || limit > 20) throw refuse('limit', 'a whole number from 1 to 20');
    if (query === undefined) {
      await published.send(req, res, 'mcp-catalog', renderMcpCatalog);
      return;
    }
    if (query.length > 400) throw refuse('q', 'at most 400 characters');
    const options: SearchOptions = { limit, ...(category && { category }), ...(rail && { rail }) };
    sendJson(res, await ports.searchCatalog(query, options));
  };
}
