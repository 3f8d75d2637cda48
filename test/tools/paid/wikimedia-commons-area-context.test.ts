import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askRoute } from './answers.ts';

const commons = 'svc-wikimedia-commons-area-context';
const { raleigh, chicago, biloxi, philadelphia } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object) => askRoute(service, slug, given);

describe(commons, () => {
  test('names license and author as the license asks, and leaves out what may not be shown', async () => {
    const answer = await call(commons, { address: raleigh.address });
    expect(answer.facts).toEqual({
      pictures: [
        {
          title: 'Hargett Street looking west',
          takenOn: '2019-03-02',
          license: 'CC BY-SA 4.0',
          licenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0',
          attributionRequired: true,
          attribution: 'Made-up & Photographer',
          filePage: 'https://commons.wikimedia.org/wiki/File:Hargett_Street_looking_west.jpg',
          thumbnailUrl:
            'https://upload.wikimedia.org/wikipedia/commons/thumb/0/00/Hargett_Street_looking_west.jpg/640px-Hargett_Street_looking_west.jpg',
          mediaType: 'image/jpeg',
          uploadedOn: '2020-01-05',
          distanceMeters: 40,
          direction: 'E',
          citation: 'c1',
        },
        {
          title: 'Made-up Exchange Building 1913',
          license: 'Public domain',
          attributionRequired: false,
          filePage: 'https://commons.wikimedia.org/wiki/File:Made-up_Exchange_Building_1913.jpg',
          thumbnailUrl:
            'https://upload.wikimedia.org/wikipedia/commons/thumb/0/00/Made-up_Exchange_Building_1913.jpg/640px-Made-up_Exchange_Building_1913.jpg',
          mediaType: 'image/jpeg',
          takenOn: '1913-05-01',
          uploadedOn: '2020-01-05',
          distanceMeters: 110,
          direction: 'E',
          attribution: 'Made-up Studio',
          citation: 'c1',
        },
      ],
      notEligible: { value: 6, citation: 'c1' },
    });
  });

  test.each([
    ['no free license', { address: biloxi.address }],
    ['nothing at all', { address: philadelphia.address }],
    ['nothing within the radius', { address: raleigh.address, radiusMeters: 10 }],
  ])('is free where there is no eligible picture: %s', async (_, given) => {
    const answer = await call(commons, given);
    expect([answer.charged, answer.state]).toEqual([false, 'empty']);
  });

  test('one eligible picture is enough, and a link is a secure one', async () => {
    const answer = await call(commons, { latitude: chicago.latitude, longitude: chicago.longitude });
    expect(answer.charged).toBe(true);
    expect(answer.facts?.pictures).toEqual([
      {
        licenseUrl: 'https://creativecommons.org/licenses/by/2.0',
        title: 'Made-up Hall',
        filePage: 'https://commons.wikimedia.org/wiki/File:Made-up_Hall.jpg',
        thumbnailUrl:
          'https://upload.wikimedia.org/wikipedia/commons/thumb/0/00/Made-up_Hall.jpg/640px-Made-up_Hall.jpg',
        mediaType: 'image/jpeg',
        uploadedOn: '2020-01-05',
        distanceMeters: 64,
        direction: 'E',
        license: 'CC BY 2.0',
        attribution: 'Made-up & Photographer',
        attributionRequired: true,
        citation: 'c1',
      },
    ]);
  });
});
