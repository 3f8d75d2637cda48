import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { computed, count, id, text } from '../../src/fields/define.ts';
import type { Dataset } from '../../src/mirror/engine/dataset.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { queryCsv } from '../../src/sources/drivers/csv.ts';
import { searchStac } from '../../src/sources/drivers/stac.ts';
import { placesNear } from '../../src/sources/osm-overpass/client.ts';
import { getJson } from '../../src/sources/shared/lookup.ts';
import { stringsOf, unsafeText } from '../answers.ts';
import { workbook } from '../upstreams/workbook.ts';
import { testCard, withRig } from './rig.ts';

/** A terminal sequence, a bell, a bidi override, a zero-width space, tag characters, a line end. */
const hidden = '\u001b[31m\u0007\u202E\u200B\u{E0049}\u{E0047}\u001b[0m';
const dirty = `A${hidden}B`;
const card = testCard();
const point = { latitude: 35.78, longitude: -78.64 };

/** Names of fields and strings of what came through; each must be there and none may hide anything. */
function expectPlain(found: unknown, ...kept: readonly string[]): void {
  const text = JSON.stringify(found);
  for (const one of kept) expect(text).toContain(one);
  for (const string of stringsOf(JSON.parse(text, (_key, value: unknown) => withNames(value)))) {
    expect(string).not.toMatch(unsafeText);
  }
}
const withNames = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : value;

describe('nothing that hides or acts comes in', () => {
  test('by JSON, in values, in lists and in names of fields', async () => {
    const body = { rows: [{ name: dirty, [`tag${hidden}`]: [dirty, { deep: dirty }] }], [`__pro${hidden}to__`]: 'x' };
    await withRig({ respond: () => ({ body }) }, async ({ access }) => {
      const found = await getJson(access, card, { url: 'https://office.test/data' }, z.looseObject({}));
      expectPlain(found, '"AB"', '"tag"');
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    });
  });

  test('by text, whose lines stay', async () => {
    await withRig({ respond: () => ({ body: `one ${dirty}\ntwo` }) }, async ({ access }) => {
      const reply = await access.fetch(card, { url: 'https://office.test/data', as: 'text' });
      expect(reply.ok && reply.body).toBe('one AB\ntwo');
    });
  });

  test('by delimited text, a quoted line end included', async () => {
    const table = `id,name${hidden}\n1,"${dirty}\nC\tD"\n`;
    await withRig({ respond: () => ({ body: Buffer.from(table) }) }, async ({ access }) => {
      const request = { url: 'https://office.test/data' };
      const found = await queryCsv(access, card, { request, columns: ['id', 'name'] });
      expectPlain(found, 'C D');
    });
  });

  test('by Overpass', async () => {
    const element = { type: 'node', id: 1, lat: point.latitude, lon: point.longitude };
    const body = {
      osm3s: { timestamp_osm_base: '2026-11-20T00:00:00Z' },
      elements: [{ ...element, tags: { shop: 'supermarket', name: dirty } }],
    };
    const hosts = ['overpass-api.de', 'overpass.private.coffee'];
    await withRig({ hosts, respond: () => ({ body }) }, async ({ access }) => {
      expectPlain(await placesNear(access, point, 500), '"AB"');
    });
  });

  test('by STAC', async () => {
    const feature = { type: 'Feature', id: dirty, properties: { note: dirty } };
    const body = { type: 'FeatureCollection', features: [feature], links: [] };
    await withRig({ respond: () => ({ body }) }, async ({ access }) => {
      const query = { collections: ['a'], bbox: [-79, 35, -78, 36], properties: ['note'] } as const;
      expectPlain(await searchStac(access, card, query), '"AB"');
    });
  });
});

describe('nothing that hides or acts is kept in a mirror', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entries-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const dataset: Dataset = {
    id: 'sites',
    title: 'Test sites',
    publisher: 'Test agency',
    sourceUrl: 'https://example.gov/sites',
    datasetUrl: 'https://example.gov/sites',
    licenseNote: 'public domain',
    vintage: { column: 'year' },
    cadence: 'yearly',
    staleAfterDays: 30,
    file: { format: 'table' },
    columns: {
      id: id('id'),
      name: text('name'),
      computed: computed(['name'], z.string(), ([cell]) => `of ${String(cell)}`),
      year: count('year'),
    },
    keys: [['id']],
    seen: { by: 'none', note: 'test' },
  };
  const table = `id,name,year\n7,"${dirty}\nC",2025\n`;
  const xmlSafe = `A\u202E\u200B\u{E0049}B`;

  test.each<readonly [string, string, string | Uint8Array, string]>([
    ['a table', 'sites.csv', table, 'AB C'],
    ['a packed table', 'sites.csv.gz', gzipSync(table), 'AB C'],
    [
      'a workbook',
      'sites.xlsx',
      workbook({
        Sheet: [
          ['id', 'name', 'year'],
          ['7', xmlSafe, 2025],
        ],
      }),
      'AB',
    ],
  ])('by the columns of %s', async (_what, name, bytes, kept) => {
    const path = join(directory, name);
    writeFileSync(path, bytes);
    await loadDataset(dataset, path, { directory, retrievedAt: '2026-11-01T00:00:00.000Z' });
    const mirror = new Mirror({ directory, datasets: [dataset], clock: () => new Date('2026-11-10T00:00:00Z') });
    expectPlain(mirror.rows('sites', { id: '7' }), `"${kept}"`, `of ${kept}`);
  });
});
