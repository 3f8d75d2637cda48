import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { biloxi } = samplePlaces;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_request_coverage', () => {
  test('counts the county, acknowledges, and keeps no address anywhere on disk', async () => {
    const own = await openService();
    try {
      const first = await own.call('svc_request_coverage', { place: biloxi.address });
      expect(first.facts).toEqual({
        acknowledged: { value: true, citation: 'c1' },
        area: { code: '28047', label: 'Harrison County, MS', kind: 'county', citation: 'c1' },
        requests: { value: 1, unit: 'requests', citation: 'c1' },
      });
      expect(first.records).toBeUndefined();
      await own.call('svc_request_coverage', { place: 'Biloxi, MS' });
      const kept = readdirSync(own.directory).filter((name) => name.startsWith('demand'));
      expect(kept.length).toBeGreaterThan(0);
      const bytes = kept.map((name) => readFileSync(join(own.directory, name)).toString('latin1')).join('');
      expect(bytes).toContain('Harrison County');
      expect(bytes).not.toMatch(/lameuse|39530|biloxi|30\.39/i);
    } finally {
      await own.close();
    }
  });

  test('an unknown place counts nothing', async () => {
    const answer = await service.call('svc_request_coverage', { place: 'Xyzzy Plugh Nowhere' });
    expect(answer.state).toBe('unresolved');
  });
});
