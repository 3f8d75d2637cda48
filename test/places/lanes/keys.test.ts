import { describe, expect, it } from 'vitest';
import { configuredAnywhere } from '../../../src/answers/uncovered.ts';
import { readByKeys } from '../../../src/places/lanes/keys.ts';
import { detailsOf } from '../../../src/places/lanes/linked.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';

const documents = configuredAnywhere(createJurisdictions(shippedPlaces), 'recording_history');
const master =
  documents.state === 'configured'
    ? documents.configured.find(({ card }) => card.id === 'nyc-acris-master')
    : undefined;
if (!master) throw new Error('not wired');

const known = ['2019031500123001', '2008070100456001'];
const unknown = (count: number) => Array.from({ length: count }, (_, at) => `NONE${at}`);

/** Answers 500 to every question that names the document. */
const failsFor = (id: string): FakeUpstream => ({
  cardId: 'nyc-acris-master',
  hosts: ['data.cityofnewyork.us'],
  respond: ({ query }) => (query.get('$where')?.includes(`'${id}'`) ? { status: 500, body: '' } : undefined),
});

describe('many keys in one question', () => {
  it('are queried in parts, each once, and put together', async () => {
    const sources = directSources();
    const found = await readByKeys(sources, master, [...unknown(50), ...known, ...known]);
    expect(found).toMatchObject({ state: 'found', data: [{}, {}] });
    expect(sources.queried).toHaveLength(2);
  });

  it('are partial where a part fails, and a failure where nothing else was found', async () => {
    const extra = [failsFor('NONE0')];
    const found = await readByKeys(directSources({ extra }), master, [...unknown(40), ...known]);
    expect(found).toMatchObject({ state: 'partial', data: [{}, {}], reason: expect.stringContaining('500') });
    const nothing = await readByKeys(directSources({ extra }), master, unknown(45));
    expect(nothing).toMatchObject({ state: 'unavailable' });
  });

  it('are empty only where every part answered, and unresolved where there are none', async () => {
    expect((await readByKeys(directSources(), master, unknown(45))).state).toBe('empty');
    expect((await readByKeys(directSources(), master, [])).state).toBe('unresolved');
  });
});

describe('records that an index names', () => {
  it('are partial where the second set lacks some, and a failure where it lacks all', async () => {
    const some = await detailsOf(directSources(), master, [...known, 'NONE0']);
    expect(some).toMatchObject({ state: 'partial', reason: expect.stringContaining('names 3 records; 1 of them') });
    expect((await detailsOf(directSources(), master, ['NONE0'])).state).toBe('unavailable');
  });
});
