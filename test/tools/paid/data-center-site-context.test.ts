import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { soldPacket } from './packets.ts';

const dataCenter = 'svc-data-center-site-context';
const biloxi = samplePlaces.biloxi;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const sold = (slug: string, given: object, at: TestHouse = house) => soldPacket(at, slug, given);

describe(dataCenter, () => {
  test('stands for itself by the point of the caller, and its parcel is an open item', async () => {
    const given = { latitude: biloxi.latitude, longitude: biloxi.longitude };
    const { transactionFollowUp: packet } = await sold(dataCenter, given);
    expect(packet.subject).toEqual({
      basis: 'caller_point',
      precision: 'point',
      input: '30.3958, -88.8861',
      resolved: '30.3958, -88.8861',
      latitude: 30.3958,
      longitude: -88.8861,
      state: 'MS',
      countyFips: '28047',
      countyName: 'Harrison County',
    });
    expect(packet.followUpItems.map(({ id }) => id)).toContain('subject_identity.parcel_lookup.gap');
  });
});
