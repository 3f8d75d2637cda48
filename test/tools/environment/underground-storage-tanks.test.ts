import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_underground_storage_tanks';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('keeps facilities, releases and tanks apart, and an unknown number of tanks is no zero', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer.facts, 'facilities', 'releases', 'tanks')).toEqual({
      facilities: {
        byDistance: [
          { withinMeters: 402, count: 1 },
          { withinMeters: 805, count: 2 },
        ],
        nearest: [
          {
            facilityId: 'NC0001',
            name: 'SYNTHETIC FUEL STOP',
            address: '10 SYNTHETIC AVE',
            openTanks: 3,
            closedTanks: 2,
            distanceMeters: 255,
            direction: 'E',
          },
          {
            facilityId: 'NC0002',
            name: 'SYNTHETIC DEPOT',
            address: '10 SYNTHETIC AVE',
            closedTanks: 2,
            distanceMeters: 602,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      releases: {
        byDistance: [
          { withinMeters: 402, count: 1 },
          { withinMeters: 805, count: 2 },
        ],
        byStatus: { 'No Further Action': 1, Open: 1 },
        nearest: [
          {
            releaseId: 'NC-R-1',
            name: 'SYNTHETIC FUEL STOP',
            address: '10 SYNTHETIC AVE',
            status: 'No Further Action',
            substance: 'GASOLINE',
            reportedOn: '2009-04-14',
            distanceMeters: 267,
            direction: 'E',
          },
          {
            releaseId: 'NC-R-2',
            name: 'SYNTHETIC FUEL STOP',
            address: '10 SYNTHETIC AVE',
            status: 'Open',
            substance: 'GASOLINE',
            reportedOn: '2009-04-14',
            distanceMeters: 504,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      tanks: {
        facilityCount: 2,
        byStatus: { Open: 2, Closed: 2 },
        capacityGallons: 18_550,
        withoutCapacity: 1,
        citation: 'c1',
      },
    });
    const facilities = answer.facts?.facilities as { nearest: object[] };
    expect(facilities.nearest[1]).not.toHaveProperty('openTanks');
  });

  it('is found with facilities alone, each part with its own state', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('found');
    expect(answer.components).toEqual({
      facilities: { state: 'found' },
      releases: { state: 'empty' },
      tanks: { state: 'empty' },
    });
    expect(answer.facts?.releases).toBeUndefined();
  });

  it('is empty where nothing is registered, and says that this is a dated copy', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.limits.join(' ')).toMatch(/2018 to 2021/);
  });

  it('falls back to the mirrored export', async () => {
    const service = await openService();
    service.upstreams.setFault('epa-ust-finder', 'http500');
    const answer = await service.call(tool, { address: raleigh });
    await service.close();
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      radiusMeters: 805,
      facilities: {
        byDistance: [
          { withinMeters: 402, count: 1 },
          { withinMeters: 805, count: 1 },
        ],
        nearest: [
          {
            facilityId: 'NC0001',
            name: 'SYNTHETIC FUEL STOP',
            address: '10 SYNTHETIC AVE',
            openTanks: 3,
            closedTanks: 2,
            distanceMeters: 256,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      releases: {
        byDistance: [
          { withinMeters: 402, count: 0 },
          { withinMeters: 805, count: 1 },
        ],
        byStatus: { Open: 1 },
        nearest: [
          {
            releaseId: 'NC-R-2',
            name: 'SYNTHETIC FUEL STOP',
            address: '10 SYNTHETIC AVE',
            status: 'Open',
            substance: 'GASOLINE',
            reportedOn: '2009-04-14',
            distanceMeters: 497,
            direction: 'E',
          },
        ],
        citation: 'c2',
      },
    });
    expect(answer.components?.tanks).toEqual({
      state: 'unavailable',
      reason: 'UST Finder: underground storage tank facilities, releases and tanks answered with an error (HTTP 500).',
    });
  });

  it.each(['http500', 'error200', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'epa-ust-finder': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, { radiusMeters: 500 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the nearest facilities and releases and counts the further ones', async () => {
    const more = withRows(12, (row, at) =>
      row.Facility_ID ? { Facility_ID: `NC1${at}` } : { LUST_ID: `NC-R-1${at}` },
    );
    const { facts = {} } = await askWith({ 'epa-ust-finder': more }, tool, { address: raleigh });
    expect(pick(facts.facilities, 'byDistance', 'leftOut')).toEqual({
      byDistance: [
        { withinMeters: 402, count: 11 },
        { withinMeters: 805, count: 12 },
      ],
      leftOut: 6,
    });
    expect(pick(facts.releases, 'byDistance', 'byStatus', 'leftOut')).toEqual({
      byDistance: [
        { withinMeters: 402, count: 11 },
        { withinMeters: 805, count: 12 },
      ],
      byStatus: { 'No Further Action': 11, Open: 1 },
      leftOut: 6,
    });
  });
});
