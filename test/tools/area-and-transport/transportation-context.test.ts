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
    expect(pick(answer.facts, 'highways', 'trafficVolumes', 'railLines', 'stopCount', 'airports')).toEqual({
      highways: [
        { route: 'U70', distanceMeters: 420, citation: 'c1' },
        { route: 'I40', distanceMeters: 1200, citation: 'c1' },
      ],
      // the repeated carriageway (facility type 6) and a road without a count are left out
      trafficVolumes: [
        {
          functionalClass: 'other principal arterial',
          vehiclesPerDay: 23_500,
          distanceMeters: 150,
          citation: 'c5',
        },
        { functionalClass: 'Interstate', vehiclesPerDay: 118_000, distanceMeters: 700, citation: 'c5' },
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
    expect(answer.limits.join(' ')).toContain('at most 5');
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

  it('gives center lines of roads for a map where they are wanted, and says how many did not fit', async () => {
    const near = await around({ address: raleigh.address, radiusMeters: 500, roadLines: true });
    const lines = near.facts?.roadLines as { name?: string; roadClass: string; citation: string }[];
    expect(lines[0]).toMatchObject({ name: 'I-999', roadClass: 'primary' });
    expect(near.citations[lines[0]?.citation ?? '']?.sourceName).toContain('TIGERweb');
    expect(near.limits.join(' ')).not.toContain('roadLines');
    expect((await around({ address: raleigh.address })).facts?.roadLines).toBeUndefined();
    // a street of more corners than a map has room for
    const winding = Array.from({ length: 4000 }, (_, at) => [-78.643 + at * 1e-6, 35.778 + (at % 2) * 1e-5]);
    service.upstreams.rewrite('tiger-roads', (body) => {
      const { features = [], ...rest } = body as { features?: { attributes: object; geometry: object }[] };
      const [first] = features;
      const long = first && { attributes: { ...first.attributes, NAME: 'Long Way' }, geometry: { paths: [winding] } };
      return { ...rest, features: [...(long ? [long] : []), ...features] };
    });
    const full = await around({ latitude: raleigh.latitude, longitude: raleigh.longitude, roadLines: true });
    service.upstreams.rewrite('tiger-roads', (body) => body);
    expect(full.limits).toContain('Lines of 3 further roads are left out of roadLines for their length.');
    const drawn = full.facts?.roadLines as { name?: string }[];
    expect(drawn.map(({ name }) => name)).toContain('I-999');
    expect(drawn.map(({ name }) => name)).not.toContain('Long Way');
  });

  it('is partial, and names the source, where the roads of a map did not answer', async () => {
    const roads = ({ cardId }: { cardId?: string | undefined }) => cardId === 'tiger-roads';
    service.upstreams.setFault(roads, 'http500');
    try {
      const answer = await around({ address: samplePlaces.chicago.address, roadLines: true });
      const missed = answer.searched.filter(({ recordScope }) => recordScope === 'center lines of roads');
      expect([answer.state, answer.facts?.roadLines, missed.map(({ state }) => state)]).toEqual([
        'partial',
        undefined,
        ['unavailable', 'unavailable', 'unavailable'],
      ]);
    } finally {
      service.upstreams.setFault(roads, undefined);
    }
  });

  it('is empty far from everything', async () => {
    const answer = await around({ latitude: 40.0, longitude: -116.5 });
    expect(answer.facts).toBeUndefined();
    expect(answer.searched.flatMap(({ area, state }) => (area.startsWith('within') ? [state] : []))).toEqual([
      'empty',
      'empty',
      'empty',
      'empty',
      'empty',
    ]);
  });

  it('is partial where one layer fails', async () => {
    const broken = await openService({ mirrors: false });
    broken.upstreams.setFault('faa-airports', 'http500');
    const answer = await broken.call('svc_transportation_context', { address: raleigh.address });
    expect(answer.state).toBe('partial');
    expect(answer.components?.airports?.state).toBe('unavailable');
    expect(answer.facts?.highways).toBeDefined();
    expect(answer.summary).toContain('1 of 5 did not answer');
    await broken.close();
  });

  it('takes the newest year of a state by its name in the list, and a service that the list names and the server does not know for unread', async () => {
    const answer = await around({ address: raleigh.address });
    expect(answer.citations.c5?.sourceDate).toBe('2024');
    const gone = await around({ address: samplePlaces.hartford.address });
    expect(gone.components?.trafficVolumes?.state).toBe('unavailable');
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
