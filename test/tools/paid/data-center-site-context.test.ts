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
    expect(packet.subject).toMatchObject({ basis: 'caller_point', precision: 'point' });
    expect(packet.followUpItems.map(({ id }) => id)).toContain('subject_identity.parcel_lookup.gap');
  });
});
