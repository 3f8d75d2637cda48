import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askRoute, rows } from './answers.ts';

const wikipedia = 'svc-wikipedia-place-context';
const { raleigh, biloxi, philadelphia } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object) => askRoute(service, slug, given);

describe(wikipedia, () => {
  test('quotes the opening words of articles about places, with link, revision and license', async () => {
    const answer = await call(wikipedia, { address: raleigh.address });
    expect(answer.facts).toEqual({
      articles: [
        {
          title: 'Made-up Exchange Building',
          url: 'https://en.wikipedia.org/wiki/Made-up_Exchange_Building',
          revisionId: 1_200_000_000,
          distanceMeters: 120,
          direction: 'N',
          lastEditedOn: '2026-10-01',
          shortDescription: 'Historic building in Raleigh, North Carolina',
          openingWords:
            '“The Made-up Exchange Building is a former cotton exchange in downtown Raleigh, North Carolina. It was built in 1912 by the Made-up Co. of brick and terra cotta.”',
          citation: 'c1',
        },
        {
          title: 'Made-up Square (Raleigh)',
          distanceMeters: 300,
          url: 'https://en.wikipedia.org/wiki/Made-up_Square_(Raleigh)',
          revisionId: 1_200_000_001,
          lastEditedOn: '2026-10-01',
          direction: 'N',
          openingWords: '“Made-up Square is a public square.”',
          citation: 'c1',
        },
      ],
      notShown: { value: 3, citation: 'c1' },
      license: {
        name: 'CC BY-SA 4.0',
        url: 'https://creativecommons.org/licenses/by-sa/4.0/',
        attribution: 'Contributors of Wikipedia, by the link of each article; shared alike where the words are reused',
        citation: 'c1',
      },
    });
    // an abbreviation ends no sentence, and the quotation stops at the end of one
    expect(rows(answer, 'articles')[0]?.openingWords).toMatch(/^“The Made-up Exchange .+ terra cotta\.”$/);
  });

  test.each([
    ['people only', { address: biloxi.address }],
    ['nothing at all', { address: philadelphia.address }],
    ['nothing within the radius', { address: raleigh.address, radiusMeters: 100 }],
  ])('is free where there is no matching article: %s', async (_, given) => {
    const answer = await call(wikipedia, given);
    expect([answer.charged, answer.state]).toEqual([false, 'empty']);
  });

  test('at the edge of the radius one article is enough', async () => {
    const answer = await call(wikipedia, { address: raleigh.address, radiusMeters: 121 });
    expect([answer.charged, rows(answer, 'articles').length]).toEqual([true, 1]);
  });
});
