import { describe, expect, test } from 'vitest';
import type { PartReading } from '../../../../src/answers/ask-tools.ts';
import type { Answer } from '../../../../src/kernel/answer.ts';
import type { Subject } from '../../../../src/kernel/subject.ts';
import { establish } from '../../../../src/products/shared/follow-up/subject.ts';

const c1 = { sourceName: 'Parcels', sourceUrl: 'https://example.gov/', fetchedAt: '2026-11-21T12:00:00Z' };
const place = (precision: 'address' | 'point'): Subject => ({
  input: '10 Main St',
  streetLine: '10 MAIN ST',
  precision,
  latitude: 35,
  longitude: -78,
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
});

function parcel(siteAddress: string | undefined, more: Partial<Answer> = {}): PartReading {
  const answer: Answer = {
    state: 'found',
    summary: 'A parcel layer gives a parcel.',
    citations: { c1 },
    searched: [],
    limits: [],
    verifyNext: [],
    facts: {
      parcelId: { value: '77', citation: 'c1' },
      matchedBy: { value: 'point', citation: 'c1' },
      ...(siteAddress && { siteAddress: { value: siteAddress, citation: 'c1' } }),
    },
    ...more,
  };
  return { id: 'parcel_lookup', tool: 'svc_parcel_lookup', title: 'Tax parcel', answer };
}

const none = parcel(undefined, { state: 'empty', facts: {} });

describe('the subject of a packet', () => {
  test('is the parcel that carries the address queried', () => {
    const { established, problem } = establish(place('address'), parcel('10 Main Street'), false);
    expect(established).toMatchObject({ basis: 'parcel', parcel: { parcelId: '77', addressAgrees: true } });
    expect(problem).toBeUndefined();
  });

  test('is not the neighbor on whose ground a street address falls', () => {
    const { established, problem } = establish(place('address'), parcel('12 Main St'), true);
    expect(established).toMatchObject({ basis: 'not_established', parcel: { addressAgrees: false } });
    expect(problem).toMatchObject({ message: expect.stringContaining('carries another address'), sourceFailed: false });
  });

  test('is not a parcel by position alone; a source that was silent is the cause', () => {
    expect(establish(place('address'), parcel(undefined), false).problem).toMatchObject({ sourceFailed: false });
    const silent = parcel(undefined, {
      state: 'partial',
      searched: [{ source: 'Addresses', area: 'parcel 77', state: 'unavailable' }],
    });
    const { established, problem } = establish(place('address'), silent, false);
    expect(established.basis).toBe('not_established');
    expect(problem).toMatchObject({ message: expect.stringContaining('by position alone'), sourceFailed: true });
  });

  test('is the point that the caller gave only where the profile allows land without a parcel', () => {
    expect(establish(place('point'), none, true)).toEqual({ established: { basis: 'caller_point' } });
    expect(establish(place('point'), none, false).established.basis).toBe('not_established');
    expect(establish(place('address'), none, true).established.basis).toBe('not_established');
    expect(establish(place('point'), parcel('12 Main St'), false).established.basis).toBe('parcel');
  });
});
