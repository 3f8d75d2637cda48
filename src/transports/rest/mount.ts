import type { Express, RequestHandler } from 'express';
import { ServiceError } from '../../kernel/errors.ts';

type Handlers = readonly RequestHandler[];
type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handlers>>>;

/** One path with its methods; other methods are refused with the list of these, OPTIONS gives that list. `first` comes before all of them. */
export function mount(app: Express, path: string, methods: Methods, first: Handlers = []): void {
  const allow = [
    ...(methods.GET ? ['GET', 'HEAD'] : []),
    ...(methods.POST ? ['POST'] : []),
    ...(methods.DELETE ? ['DELETE'] : []),
    'OPTIONS',
  ].join(', ');
  const route = app.route(path);
  if (first.length > 0) route.all(...first);
  if (methods.GET) route.get(...methods.GET);
  if (methods.POST) route.post(...methods.POST);
  if (methods.DELETE) route.delete(...methods.DELETE);
  route.all((req, res) => {
    res.setHeader('Allow', allow);
    if (req.method !== 'OPTIONS') throw new ServiceError('method_not_allowed', { extra: { allow } });
    res.writeHead(204).end();
  });
}
