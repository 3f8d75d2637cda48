import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, listOf, raleigh } from '../ask.ts';

const tool = 'svc_noise_proximity';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists distances to highways, rail and airports and states no decibels', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      highways: [
        { route: 'U70', distanceMeters: 420, citation: 'c1' },
        { route: 'I40', distanceMeters: 1200, citation: 'c1' },
      ],
      railLines: [
        { railroad: 'NS', network: 'M', distanceMeters: 350, citation: 'c2' },
        { railroad: 'NS', network: 'Y', distanceMeters: 380, citation: 'c2' },
      ],
      airports: [
        {
          name: 'Raleigh Synthetic Intl',
          ident: 'SY0',
          icao: 'KSY0',
          city: 'RALEIGH',
          distanceMeters: 16_637,
          citation: 'c3',
        },
      ],
    });
    expect(Object.keys(answer.facts ?? {})).toEqual(expect.arrayContaining(['highways', 'railLines', 'airports']));
    expect(answer.facts?.airports).toEqual([
      {
        name: 'Raleigh Synthetic Intl',
        ident: 'SY0',
        icao: 'KSY0',
        city: 'RALEIGH',
        distanceMeters: 16_637,
        citation: 'c3',
      },
    ]);
    expect(answer.summary).toBe(
      'Nearest mapped sources of transport noise (roads and rail 1.6 km, airports 24 km): highway at 420 m, rail line at 350 m, "Raleigh Synthetic Intl" at 16.6 km.',
    );
    expect(answer.limits.join(' ')).toMatch(/no decibel value/);
    expect(JSON.stringify(answer.facts)).not.toMatch(/dBA|decibel|PLANTED|Helipad/i);
  });

  it('reads airports from the mirrored file where the live layer fails, and says so', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('faa-airports', 'http500');
      const answer = await own.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.facts?.airports).toEqual([
        { name: 'SYNTHETIC COPY FIELD', ident: 'SYN', distanceMeters: 9000, city: 'RALEIGH', citation: 'c3' },
      ]);
      expect(answer.components?.airports).toEqual({ state: 'partial', reason: expect.stringMatching(/mirrored copy/) });
      expect(JSON.stringify(answer)).not.toMatch(/PLANTED|HOSPITAL PAD/);
    } finally {
      await own.close();
    }
  });

  it('is empty in the middle of nowhere', async () => {
    const answer = await service.call(tool, { latitude: 44.5, longitude: -103.5 });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/none in the layers that answered/);
  });

  it('is unavailable where no layer answers and the copy is not loaded', async () => {
    const faults = { 'ntad-highways': 'error200', 'ntad-rail': 'http500', 'faa-airports': 'html200' } as const;
    const answer = await askWith(faults, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([{}, { latitude: 35 }, { address: raleigh, radiusMeters: 10 }])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the nearest of each kind and counts the others', async () => {
    const many = {
      'ntad-highways': repeated(9, (index) => ({ SIGN1: `U${index}`, LNAME: `SYNTHETIC ${index}` })),
      'ntad-rail': repeated(8, (index) => ({ RROWNER1: `R${index}` })),
      'faa-airports': repeated(10, (index) => ({
        IDENT: `S${index}`,
        NAME: `Synthetic Field ${index}`,
        TYPE_CODE: 'AD',
      })),
    };
    const { facts } = await askWith(many, tool, { address: raleigh });
    const counts = (...names: readonly string[]) => names.map((name) => listOf(facts, name).length);
    expect(counts('highways', 'railLines', 'airports')).toEqual([3, 3, 3]);
    expect([facts?.highwaysLeftOut, facts?.railLinesLeftOut, facts?.airportsLeftOut]).toEqual([6, 5, 7]);
  });
});
