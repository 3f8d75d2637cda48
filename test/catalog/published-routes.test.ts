import { expect, test } from 'vitest';
import { publishedRoute } from '../../src/catalog/published-routes.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { readDataFile } from '../../src/kernel/data-file.ts';
import type { RouteName } from '../../src/kernel/tool-names.ts';

test('each route that only sells has the line of its own name, and no line is left over', () => {
  const only = shippedRegistry().paid.filter(({ kind }) => kind !== 'free');
  const slugs = Object.keys(JSON.parse(readDataFile('routes.json')) as object);
  expect(only.map(({ slug }) => slug).sort()).toEqual(slugs.sort());
  for (const { slug, title } of only) expect(publishedRoute(slug as RouteName).title, slug).toBe(title);
});

test('a route without a line is refused', () => {
  expect(() => publishedRoute('svc-flood-zone' as RouteName)).toThrow();
});
