import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { SourceCardSchema } from '../src/kernel/source-card.ts';
import { datasets } from '../src/mirror/datasets.ts';
import { shippedPlaces } from '../src/places/registry/load.ts';
import { sourceCards } from '../src/sources/cards.ts';

const places = shippedPlaces.all();

const registry = shippedRegistry();
const catalogPath = join(import.meta.dirname, '../../shared/spec/catalog.json');
const cardIds = new Set(sourceCards.map(({ id }) => id));
const datasetIds = new Set(datasets.map(({ id }) => id));

describe.each(registry.tools.map((tool) => ({ name: tool.name, tool })))('$name', ({ tool }) => {
  it('is fully described', () => {
    expect(tool.summary.length).toBeLessThanOrEqual(120);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.whenToUse.length).toBeGreaterThan(20);
    expect(tool.notFor.length).toBeGreaterThan(5);
    expect(tool.examples.length).toBeGreaterThan(0);
    expect(
      JSON.stringify({ ...tool.inputJsonSchema, d: [tool.summary, tool.whenToUse, tool.notFor] }).length / 4,
    ).toBeLessThanOrEqual(tool.kind === 'free' ? 900 : 1200);
  });

  it('has a strict input without unions, and valid examples', () => {
    const text = JSON.stringify(tool.inputJsonSchema);
    expect(tool.inputJsonSchema.additionalProperties).toBe(false);
    if (tool.kind === 'free') expect(text).not.toMatch(/"(anyOf|oneOf|allOf)"/);
    for (const example of tool.examples) expect(tool.input.safeParse(example.arguments).error?.issues).toBeUndefined();
    for (const [name, property] of Object.entries(tool.inputJsonSchema.properties ?? {})) {
      expect((property as { description?: string }).description, name).toBeTruthy();
    }
  });

  it('names only cards and datasets that exist', () => {
    for (const id of tool.sources) expect(cardIds, id).toContain(id);
    for (const id of tool.mirrors ?? []) expect(datasetIds, id).toContain(id);
  });

  it('names only other free tools as fallbacks', () => {
    for (const name of tool.fallbacks ?? []) expect(registry.freeTool(name)?.name, name).not.toBe(tool.name);
    for (const name of tool.fallbacks ?? []) expect(registry.freeTool(name), name).toBeDefined();
  });
});

describe('the registry', () => {
  it('has no name twice', () => {
    const names = registry.tools.flatMap((tool) =>
      tool.slug && tool.slug !== tool.name ? [tool.name, tool.slug] : [tool.name],
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it.skipIf(!existsSync(catalogPath))(
    'agrees with the catalog of the specification: names, arguments, prices, duals',
    () => {
      const catalog = JSON.parse(readFileSync(catalogPath, 'utf8')) as {
        free: { name: string; properties: string[] }[];
        paid: { slug: string; priceUsdc: string; kind: string; dualFreeTool?: string }[];
      };
      const free = new Map(catalog.free.map((entry) => [entry.name, entry]));
      const paid = new Map(catalog.paid.map((entry) => [entry.slug, entry]));
      for (const tool of registry.free) {
        const published = Object.keys(tool.inputJsonSchema.properties ?? {});
        expect(free.get(tool.name), tool.name).toBeDefined();
        for (const property of free.get(tool.name)?.properties ?? []) expect(published, tool.name).toContain(property);
        const dual = catalog.paid.find(({ dualFreeTool }) => dualFreeTool === tool.name);
        expect(tool.slug, `${tool.name}: paid block`).toBe(dual?.slug);
      }
      for (const tool of registry.paid) expect(tool.paid?.priceUsdc, tool.slug).toBe(paid.get(tool.slug)?.priceUsdc);
    },
  );
});

describe('cards', () => {
  it.each(sourceCards.map((card) => ({ id: card.id, card })))('$id', ({ card }) => {
    expect(SourceCardSchema.safeParse(card).error?.issues).toBeUndefined();
  });

  it('have ids of their own, jurisdictions included', () => {
    const ids = [
      ...sourceCards.map(({ id }) => id),
      ...places.flatMap(({ sources }) => sources.map(({ cardId }) => cardId)),
    ];
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
