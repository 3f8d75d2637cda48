import { describe, expect, test } from 'vitest';
import { openService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

describe('svc_coverage_demand', () => {
  test('empty before the first request, then counts by area, largest first', async () => {
    const service = await openService();
    try {
      const none = await service.call('svc_coverage_demand', {});
      expect([none.state, none.facts, none.summary]).toEqual([
        'empty',
        undefined,
        'No request for coverage has been counted by this service yet.',
      ]);
      await service.call('svc_request_coverage', { place: samplePlaces.raleigh.address });
      await service.call('svc_request_coverage', { place: samplePlaces.biloxi.address });
      await service.call('svc_request_coverage', { place: 'Biloxi, MS' });
      const demand = await service.call('svc_coverage_demand', {});
      expect(demand.facts).toEqual({
        totalRequests: { value: 3, unit: 'requests', citation: 'c1' },
        areas: [
          {
            area: 'Harrison County, MS',
            areaKind: 'county',
            requests: 2,
            lastRequestedOn: '2026-11-21',
            citation: 'c1',
          },
          { area: 'Wake County, NC', areaKind: 'county', requests: 1, lastRequestedOn: '2026-11-21', citation: 'c1' },
        ],
      });
      expect(demand.summary).toBe('3 requests for coverage of 2 areas counted; most for Harrison County, MS.');
      expect(demand.verifyNext).toEqual([{ action: 'Add a request', with: 'svc_request_coverage' }]);
    } finally {
      await service.close();
    }
  });
});
