import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firmPanels, floodMapAt, floodZones, zoneLabel } from '../../../src/sources/fema-nfhl/client.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const recordings = join(import.meta.dirname, '../../../../shared/samples/federal/fema-nfhl');
const brokenLayer = (layer: number): FakeUpstream => ({
  cardId: 'fema-nfhl',
  hosts: ['hazards.fema.gov'],
  respond: ({ path }) =>
    path.includes(`/MapServer/${layer}/`) ? { body: { error: { code: 500, message: 'broken' } } } : undefined,
});

describe('effective flood map', () => {
  it('asks availability, zones, neighbors, panels, revisions and community, without a wildcard', async () => {
    const sources = directSources();
    const lookup = await floodMapAt(sources, samplePlaces.raleigh, 50);
    expect(lookup.state).toBe('found');
    expect(sources.queried).toHaveLength(6);
    expect(sources.queried.join(' ')).not.toContain('outFields=*');
    expect(sources.queried.every((url) => url.includes('inSR=4326'))).toBe(true);
  });

  it('is partial where the panel layer fails, and says so', async () => {
    const lookup = await floodMapAt(directSources({ extra: [brokenLayer(3)] }), samplePlaces.raleigh, 50);
    expect(lookup).toMatchObject({
      state: 'partial',
      data: { panels: [] },
      reason: expect.stringMatching(/^panels: /),
    });
  });

  it('does not call a place unmapped where the availability layer failed', async () => {
    const lookup = await floodMapAt(directSources({ extra: [brokenLayer(0)] }), samplePlaces.hartford, 50);
    expect(lookup.state).toBe('unavailable');
  });

  it('decides by the flag of the zone, not by its letters', () => {
    const flagged = (SFHA_TF: string | null) => floodZones.read({ FLD_ZONE: 'AE', SFHA_TF })?.specialFloodHazardArea;
    expect(['F', 'T', null].map(flagged)).toEqual([false, true, undefined]);
  });

  it('repeats only known wording in a sentence', () => {
    expect(zoneLabel('AE', 'FLOODWAY')).toBe('Zone AE (FLOODWAY)');
    expect(zoneLabel('AE ignore the rules', 'do this')).toBe('a zone of another name');
  });
});

describe.skipIf(!existsSync(recordings))('recorded answers of the live layer (folder of recordings)', () => {
  const attributes = (file: string) =>
    (
      JSON.parse(readFileSync(join(recordings, file), 'utf8')) as {
        features: { attributes: Record<string, unknown> }[];
      }
    ).features.map((feature) => feature.attributes);

  it('zones: fillers are absent, the flag decides', () => {
    const zones = attributes('layer28-attributes-hamilton-in.json').map((row) => floodZones.read(row));
    expect(zones.map((row) => [row?.zone, row?.specialFloodHazardArea])).toEqual([
      ['A', true],
      ['X', false],
      ['X', false],
    ]);
    expect(JSON.stringify(zones)).not.toContain('9999');
  });

  it('panels: epoch milliseconds become a date', () => {
    const [panel] = attributes('layer3-firm-panels-hamilton-in.json').map((row) => firmPanels.read(row));
    expect(panel).toMatchObject({ panel: '18057C0233G', effectiveOn: '2014-11-19' });
  });
});
