import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick, verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { refusalOf, rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_source_card_check', () => {
  test('one card in detail, the cards of a place and of a jurisdiction', async () => {
    const fresh = await openService({ mirrors: false });
    const [card] = rowsOf(await fresh.call('svc_source_card_check', { cardId: 'fema-nfhl' }), 'cards');
    await fresh.close();
    expect(card).toEqual({
      cardId: 'fema-nfhl',
      name: 'National Flood Hazard Layer (NFHL), effective',
      publisher: 'Federal Emergency Management Agency',
      authority: 'official',
      covers: 'Areas of the United States and territories that have an effective digital flood map',
      endpoint: 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28',
      landingUrl: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
      datasetUrl: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
      seenBy: 'recording',
      seenNote:
        'Field names and sentinels checked against answers recorded by others in August 2026; not called by us.',
      health: 'unknown',
      cadence: 'continuous, as maps and letters of map revision become effective',
      licenseNote: 'US government work, public domain; effective data only, not for use as a determination',
      citation: 'c1',
    });
    const here = rowsOf(await service.call('svc_source_card_check', { place: raleigh.address }), 'cards');
    expect(here.map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    const there = rowsOf(await service.call('svc_source_card_check', { jurisdiction: 'new-york-ny' }), 'cards');
    expect(new Set(there.map(({ jurisdictionId }) => jurisdictionId))).toEqual(new Set(['new-york-ny']));
  });

  test('an unknown card brings near names, no card', async () => {
    const answer = await service.call('svc_source_card_check', { cardId: 'fema-nfl' });
    expect([answer.state, answer.facts, answer.summary]).toEqual([
      'empty',
      undefined,
      expect.stringMatching(/^There is no source card named fema-nfl; near names: fema-nfhl, /),
    ]);
    const nowhere = await service.call('svc_source_card_check', { jurisdiction: 'raleigh' });
    expect(nowhere.summary).toMatch(/^There is no jurisdiction named raleigh; near names: raleigh-nc, /);
    const unconfigured = await service.call('svc_source_card_check', { place: 'Olathe, KS' });
    expect([unconfigured.state, unconfigured.summary]).toEqual([
      'empty',
      'Olathe, KS: no local source card; national cards answer for any resolved US address.',
    ]);
    const layer = await service.call('svc_source_card_check', { cardId: 'mississippi-parcels' });
    expect(layer.facts?.cards).toMatchObject([{ cardId: 'mississippi-parcels', covers: 'Mississippi' }]);
    expect(await refusalOf(service, 'svc_source_card_check', {})).toMatchObject({ code: 'invalid_arguments' });
  });

  test('no verdict words, and small', async () => {
    const answer = await service.call('svc_source_card_check', { place: newYork.address });
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });

  test('a source that needs a key, with its lag and its last answer', async () => {
    const [keyed] = rowsOf(await service.call('svc_source_card_check', { cardId: 'bls-laus' }), 'cards');
    const queried = { address: raleigh.address };
    await service.call('svc_flood_zone', queried);
    const [seen] = rowsOf(await service.call('svc_source_card_check', { cardId: 'fema-nfhl' }), 'cards');
    expect([
      pick(keyed, 'keySetting', 'keyConfigured', 'lagDays', 'health'),
      pick(seen, 'keySetting', 'health', 'healthCheckedAt'),
    ]).toEqual([
      { keySetting: 'SVC_KEY_BLS', keyConfigured: true, lagDays: 35, health: 'unknown' },
      { health: 'answers', healthCheckedAt: '2026-11-21T12:00:00.000Z' },
    ]);
    const bare = await openService({ mirrors: false, settings: { SVC_KEY_BLS: '' } });
    const [without] = rowsOf(await bare.call('svc_source_card_check', { cardId: 'bls-laus' }), 'cards');
    await bare.close();
    expect(without?.keyConfigured).toBe(false);
  });
});
