import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, raleigh } from '../ask.ts';

const tool = 'svc_satellite_area_prepare';
const dates = { beforeDate: '2024-05-01', afterDate: '2026-05-01' };
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives a box that may be sent unchanged', async () => {
    const answer = await service.call(tool, { address: raleigh, ...dates });
    expect([answer.state, answer.status]).toEqual(['found', 'ready']);
    expect(answer.area).toEqual({
      kind: 'context_box',
      bbox: [-78.654185, 35.769307, -78.632015, 35.787293],
      widthMeters: 2000,
      heightMeters: 2000,
      areaSquareKilometers: 4,
      note: 'Square box around the located point; it is no parcel and no site boundary.',
    });
    expect(answer.retryInput).toEqual({
      bbox: [-78.654185, 35.769307, -78.632015, 35.787293],
      beforeDate: '2024-05-01',
      afterDate: '2026-05-01',
      areaLabel: 'About 2 km by 2 km around 222 W HARGETT ST, RALEIGH, NC, 27601',
    });
    expect(answer.subject).toEqual({
      input: '222 W Hargett St, Raleigh, NC 27601',
      latitude: 35.7783,
      longitude: -78.6431,
      precision: 'rooftop',
      state: 'NC',
      zip: '27601',
      countyFips: '37183',
      countyName: 'Wake County',
      countyFipsVintage: 'counties',
      resolvedBy: 'c1',
    });
    expect((answer as { retryInput?: { bbox: number[] } }).retryInput?.bbox).toHaveLength(4);
  });

  it('asks no imagery source', async () => {
    await service.call(tool, { address: raleigh, ...dates });
    const queried = new Set(service.upstreams.requests.map(({ cardId }) => cardId));
    expect([...queried].sort()).toEqual(['address-points', 'census-geocoder']);
  });

  it('gives no box for a place that is only an area', async () => {
    const answer = await service.call(tool, { address: '27601', ...dates });
    expect(answer.state).toBe('unresolved');
    expect(answer.status).toMatch(/imprecise|unresolved/);
    expect(answer).not.toHaveProperty('retryInput');
    expect(answer.verifyNext[0]?.action).toMatch(/explicit bbox/);
  });

  it('gives no box where the geocoder and the points of houses fail', async () => {
    const answer = await askWith({ 'census-geocoder': 'http500', 'address-points': 'http500' }, tool, {
      address: raleigh,
      ...dates,
    });
    expect(answer).not.toHaveProperty('retryInput');
    expect(['imprecise', 'unavailable']).toContain((answer as { status?: string }).status);
  });

  it.each([
    [{ ...dates, afterDate: '2024-05-01' }, 'not_later'],
    [{ ...dates, afterDate: '2027-01-01' }, 'in_the_future'],
    [{ ...dates, beforeDate: '2014-01-01' }, 'too_early'],
  ])('refuses %j', async (args, code) => {
    await expect(service.call(tool, { address: raleigh, ...args })).rejects.toMatchObject({
      code: 'invalid_arguments',
      issues: [expect.objectContaining({ code })],
    });
  });

  it.each([
    [{ address: raleigh }],
    [{ address: raleigh, ...dates, halfExtentMeters: 100 }],
    [{ address: raleigh, ...dates, halfExtentMeters: 20_000 }],
    [{ address: raleigh, ...dates, beforeDate: '2024-02-30' }],
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
