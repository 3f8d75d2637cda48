import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distanceToLine } from '../../../src/geometry/lines.ts';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, biloxi } = samplePlaces;

describe('svc_transportation_context', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ mirrors: false });
  });
  afterAll(() => service.close());
  const around = (args: object) => service.call('svc_transportation_context', args);

  it('gives the nearest of each kind with straight-line distances', async () => {
    const answer = await around({ address: raleigh.address });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'highways', 'railLines', 'stopCount', 'airports')).toEqual({
      highways: [
        { route: 'U70', distanceMeters: 420, citation: 'c1' },
        { route: 'I40', distanceMeters: 1200, citation: 'c1' },
      ],
      railLines: [
        { railroad: 'NS', network: 'M', distanceMeters: 350, citation: 'c2' },
        { railroad: 'NS', network: 'Y', distanceMeters: 380, citation: 'c2' },
      ],
      stopCount: { value: 6, unit: 'stops', citation: 'c3' },
      airports: [
        {
          name: 'Raleigh Synthetic Intl',
          ident: 'SY0',
          icao: 'KSY0',
          city: 'RALEIGH',
          distanceMeters: 16_637,
          citation: 'c4',
        },
      ],
    });
    expect(answer.facts?.transitStops).toHaveLength(5);
    expect(answer.limits.join(' ')).toContain('5 nearest');
    // a helipad is no airport
    expect(JSON.stringify(answer)).not.toContain('Helipad');
  });

  it('keeps a layer without anything near apart from one that failed', async () => {
    const answer = await around({ address: biloxi.address, radiusMeters: 1600 });
    expect(answer.components?.railLines?.state).toBe('empty');
    expect(answer.components?.highways?.state).toBe('found');
    expect(answer.facts?.railLines).toBeUndefined();
    expect(answer.state).toBe('found');
  });

  it('is empty far from everything', async () => {
    const answer = await around({ latitude: 40.0, longitude: -116.5 });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.searched.filter((entry) => entry.area.startsWith('within'))).toHaveLength(4);
  });

  it('is partial where one layer fails', async () => {
    const broken = await openService({ mirrors: false });
    broken.upstreams.setFault('faa-airports', 'http500');
    const answer = await broken.call('svc_transportation_context', { address: raleigh.address });
    expect(answer.state).toBe('partial');
    expect(answer.components?.airports?.state).toBe('unavailable');
    expect(answer.facts?.highways).toBeDefined();
    expect(answer.summary).toContain('1 of 4 did not answer');
    await broken.close();
  });

  it.each([[{ address: raleigh.address, radiusMeters: 10_001 }], [{ address: raleigh.address, radiusMeters: 0 }]])(
    'refuses %j',
    async (args) => {
      await expect(around(args)).rejects.toThrow('radiusMeters');
    },
  );
});

describe('distance to a line', () => {
  const at = { latitude: 0, longitude: 0 };
  it('is measured to the segment, not to its ends', () => {
    const line = {
      paths: [
        [
          [-1, 0.01],
          [1, 0.01],
        ],
      ],
    };
    expect(distanceToLine(at, line)).toBeCloseTo(1111.95, 0);
  });
  it('is measured to the nearer end beyond it, and to a single vertex', () => {
    expect(
      distanceToLine(at, {
        paths: [
          [
            [0.01, 0],
            [1, 0],
          ],
        ],
      }),
    ).toBeCloseTo(1111.95, 0);
    expect(distanceToLine(at, { paths: [[[0, 0.02]]] })).toBeCloseTo(2223.9, 0);
  });
  it('is unknown without a line', () => {
    expect(distanceToLine(at, { x: 1, y: 1 })).toBeUndefined();
    expect(distanceToLine(at, { paths: [] })).toBeUndefined();
  });
});
