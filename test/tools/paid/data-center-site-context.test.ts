import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { soldPacket } from './packets.ts';

const dataCenter = 'svc-data-center-site-context';
const { olathe } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const sold = (slug: string, given: object, at: TestService = service) => soldPacket(at, slug, given);

describe(dataCenter, () => {
  test('stands for itself by the point of the caller, and its parcel is an open item', async () => {
    const given = { latitude: olathe.latitude, longitude: olathe.longitude };
    const { transactionFollowUp: packet } = await sold(dataCenter, given);
    expect(packet.subject).toEqual({
      basis: 'caller_point',
      precision: 'point',
      input: '38.8833, -94.8186',
      resolved: '38.8833, -94.8186',
      latitude: 38.8833,
      longitude: -94.8186,
      state: 'KS',
      countyFips: '20091',
      countyName: 'Johnson County',
    });
    expect(packet.followUpItems.map(({ id }) => id)).toContain('subject_identity.parcel_lookup.gap');
  });
});
