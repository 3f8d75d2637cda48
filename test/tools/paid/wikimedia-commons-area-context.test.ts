import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askRoute } from './answers.ts';

const commons = 'svc-wikimedia-commons-area-context';
const { raleigh, chicago, biloxi, philadelphia } = samplePlaces;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const call = (slug: string, given: object) => askRoute(house, slug, given);

describe(commons, () => {
  test('names licence and author as the licence asks, and leaves out what may not be shown', async () => {
    const answer = await call(commons, { address: raleigh.address });
    expect(answer.facts).toMatchObject({
      pictures: [
        {
          title: 'Hargett Street looking west',
          takenOn: '2019-03-02',
          licence: 'CC BY-SA 4.0',
          licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0',
          attributionRequired: true,
          attribution: 'Made-up & Photographer',
        },
        { title: 'Made-up Exchange Building 1913', licence: 'Public domain', attributionRequired: false },
      ],
      notEligible: { value: 6 },
    });
  });

  test.each([
    ['no free licence', { address: biloxi.address }],
    ['nothing at all', { address: philadelphia.address }],
    ['nothing within the radius', { address: raleigh.address, radiusMeters: 10 }],
  ])('is free where there is no eligible picture: %s', async (_, given) => {
    const answer = await call(commons, given);
    expect([answer.charged, answer.state]).toEqual([false, 'empty']);
  });

  test('one eligible picture is enough, and a link is a secure one', async () => {
    const answer = await call(commons, { latitude: chicago.latitude, longitude: chicago.longitude });
    expect(answer.charged).toBe(true);
    expect(answer.facts?.pictures).toMatchObject([{ licenceUrl: 'https://creativecommons.org/licenses/by/2.0' }]);
  });
});
