import { expect, test } from 'vitest';
import { shippedRegistry } from '../../../src/composition/shipped-registry.ts';
import { pathLogger } from '../../../src/transports/rest/logged-path.ts';

const logged = pathLogger(shippedRegistry());

test.each([
  '/',
  '/health',
  '/sample',
  '/tools/call',
  '/tools/list/svc_flood_zone',
  '/openapi/svc_flood_zone.json',
  '/api/svc-flood-zone',
  '/.well-known/ai-tool/svc-flood-zone.json',
  '/.well-known/mcp/server-card.json',
  '/a2a/v1/message:send',
  '/a2a/v1/',
])('%s is logged as it is', (path) => {
  expect(logged(path)).toBe(path);
});

test.each([
  ['/reports/3fa9c1d27788aabb.pdf', '/reports/3fa9c1….pdf'],
  ['/jobs/3fa9c1d27788aabb/items/12', '/jobs/3fa9c1…/items/12'],
  ['/monitors/3fa9c1d27788aabb.atom', '/monitors/3fa9c1….atom'],
  ['/a2a/v1/tasks/3fa9c1d2-7788:cancel', '/a2a/v1/tasks/3fa9c1…:cancel'],
  ['/evidence/k3f9x2b7bqzt-1.html', '/evidence/k3f9x2….html'],
  ['/22%20Main%20St', '/…'],
  ['/api/22-main-st', '/api/…'],
  ['/tools/list/22 Main St', '/tools/list/…'],
  ['/jobs/22%20Main%20St/files/22%20Main%20St', '/jobs/…/files/…'],
  ['/reports/22%20Main%20St', '/reports/…'],
])('%s is logged as %s', (path, shown) => {
  expect(logged(path)).toBe(shown);
});
