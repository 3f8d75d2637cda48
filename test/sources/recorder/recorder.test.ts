import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { redacted } from '../../../src/sources/recorder/recorder.ts';
import { judgeAll, listedIn } from '../../corpus/corpus.ts';
import { openService, type TestService } from '../../harness.ts';
import { testCard } from '../rig.ts';

const probe = { url: 'https://office.test/rows', expect: [], columns: ['PERMIT', 'work'] };
const named = testCard({ probe });
const clean = (text: string) => text.replace(/Ann Lee|VI/, '[name removed]');

describe('an answer that is recorded', () => {
  const row = { permit: 'VI-2026-1', WORK: 'Deck for Ann Lee', OWNER: 'Ann Lee', Phone: '555-0100' };
  const kept = { permit: 'VI-2026-1', WORK: 'Deck for [name removed]' };

  it.each([
    ['Socrata', [row], [kept]],
    [
      'CKAN',
      { success: true, result: { records: [row], total: 1, sql: 'x' } },
      { success: true, result: { records: [kept], total: 1 } },
    ],
    ['Carto', { rows: [row], time: 0.1 }, { rows: [kept] }],
    [
      'ArcGIS',
      {
        displayFieldName: 'OWNER',
        fieldAliases: { OWNER: 'Owner' },
        fields: [
          { name: 'PERMIT', type: 'esriFieldTypeString', alias: 'Ann Lee' },
          { name: 'OWNER', type: 'esriFieldTypeString' },
        ],
        features: [{ attributes: row, geometry: { x: 1, y: 2 }, note: 'Ann Lee' }],
      },
      {
        fields: [{ name: 'PERMIT', type: 'esriFieldTypeString' }],
        features: [{ attributes: kept, geometry: { x: 1, y: 2 } }],
      },
    ],
  ])('has the columns that the card names and cleaned texts (%s)', (_platform, body, expected) => {
    expect(redacted(named, body, clean)).toEqual(expected);
  });

  it('is whole where the source holds nothing about persons, and none where its columns are not named', () => {
    const body = { gauge: { name: 'Neuse' } };
    expect(redacted(testCard({ peopleFree: true }), body, clean)).toEqual(body);
    expect(redacted(testCard({ probe: { url: probe.url, expect: [] } }), body, clean)).toBeUndefined();
  });
});

describe('a round that records', () => {
  const key = 'secret-key-of-the-test';
  let house: TestService;
  let folder = '';
  beforeAll(async () => {
    house = await openService({ mirrors: false, settings: { SVC_KEY_NLR: key } });
    folder = join(house.directory, 'corpus');
    await house.service.examine({ record: true });
    await house.service.sentinel({ only: ['chicago-crimes'], record: true });
  });
  afterAll(() => house.close());

  it('adds the answer of each source whose columns are known, one a day', () => {
    const recorded = listedIn(folder);
    const days = new Set(recorded.map(({ on }) => on));
    const cards = recorded.map(({ card }) => card);
    expect([...days]).toEqual(['2026-11-21']);
    expect(new Set(cards).size).toBe(cards.length);
    // a source of persons whose card names no columns is not recorded
    expect(cards).not.toContain('congress-legislators');
    expect(cards.length).toBeGreaterThan(400);
  });

  it('writes no key', () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(texts.length).toBe(listedIn(folder).length + 1);
    expect(texts.filter((text) => text.includes(key))).toEqual([]);
  });

  it('is read by the runner of the corpus: every lane reads its own answer', async () => {
    const judged = await judgeAll(folder, listedIn(folder));
    expect(judged.filter(({ verdict }) => verdict === 'wrong').map(({ name, faults }) => ({ name, faults }))).toEqual(
      [],
    );
    const lanes = new Set(shippedPlaces.all().flatMap(({ sources }) => sources.map(({ cardId }) => cardId)));
    const own = judged.filter(({ entry }) => lanes.has(entry.card ?? ''));
    expect(own.length).toBeGreaterThan(350);
    expect(own.filter(({ reader, entry }) => reader !== entry.card).map(({ name }) => name)).toEqual([]);
  });
});
