import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { freePacket } from './packets.ts';

const farm = 'svc-agricultural-land-context';
const biloxi = samplePlaces.biloxi;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
const free = (slug: string, given: object, at: TestService = service) => freePacket(at, slug, given);

describe(farm, () => {
  test('is not sold as farm land without facts of the soil survey', async () => {
    const given = { latitude: biloxi.latitude, longitude: biloxi.longitude };
    const packet = await free(farm, given);
    expect(packet.threshold.missing).toEqual(['soil_context: no facts']);
  });
});
