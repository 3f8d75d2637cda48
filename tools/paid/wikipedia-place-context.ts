import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, whole } from '../../src/catalog/inputs.ts';
import { fact, row } from '../../src/kernel/answer.ts';
import { many } from '../../src/kernel/nearby-shape.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { articlesNear, nearestRead } from '../../src/sources/wikipedia-geosearch/client.ts';

const card = sourceCard('wikipedia-geosearch');

const kind = 'wikipedia_place_context';
const input = atAddress({
  radiusMeters: whole(10, 10_000).default(1000).describe('Search radius in whole meters; default 1000, 10 to 10000'),
});
const shown = 10;

const facts = z.strictObject({
  articles: z
    .array(
      row({
        title: z.string(),
        url: z.string().describe('The article; the link that the license asks for'),
        revisionId: z.int().optional().describe('Revision that the quoted words are of'),
        lastEditedOn: z.string().optional(),
        distanceMeters: z.number().describe('To the coordinates that the article gives'),
        direction: z.string(),
        shortDescription: z.string().optional(),
        openingWords: z.string().optional().describe('Opening words of the article, quoted'),
      }),
    )
    .describe('Articles about places, nearest first'),
  leftOut: fact(z.int()).optional().describe('Further articles about places among those read that are not shown'),
  notShown: fact(z.int())
    .optional()
    .describe('Articles that were read and left out: about people or crimes, or without a category'),
  license: row({ name: z.literal('CC BY-SA 4.0'), url: z.string(), attribution: z.string() }),
});

export default definePaid('svc-wikipedia-place-context', {
  input,
  ...answerRoute({
    kind,
    facts,
    limits: [
      `Written by volunteers and no official record; the nearest ${nearestRead} articles with coordinates are read.`,
      'Articles about people and crimes are left out, and so are articles without a category. That a place has no article says nothing about it.',
    ],
    async ask({ subject, sources }, { radiusMeters: radius }: z.output<typeof input>, answer) {
      const lookup = await articlesNear(sources, subject, radius);
      const cited = answer.addLookup(lookup, {
        area: `within ${radius} m of the point`,
        recordScope: `the nearest ${nearestRead} articles with coordinates`,
      });
      const verifyNext = [
        {
          action: 'Open the articles for their own sources',
          with: 'Wikipedia',
          url: `https://en.wikipedia.org/wiki/Special:Nearby#/coord/${subject.latitude},${subject.longitude}`,
        },
      ];
      if (!cited) {
        const summary =
          lookup.state === 'empty'
            ? `The English Wikipedia has no article about a place among the nearest ${nearestRead} within ${radius} m of the point.`
            : 'Wikipedia could not be read, so the articles around the point are unknown.';
        return answer.finish({ summary, verifyNext });
      }
      const { citation } = cited;
      const { articles, aboutPeople } = cited.data;
      const left = articles.length - shown;
      return answer.finish({
        summary: `The English Wikipedia has ${many(articles.length, 'article')} about places within ${radius} m of the point, the nearest at ${articles[0]?.distanceMeters} m.`,
        facts: {
          articles: articles.slice(0, shown).map((article) => ({ ...article, citation })),
          ...(left > 0 && { leftOut: { value: left, citation } }),
          ...(aboutPeople > 0 && { notShown: { value: aboutPeople, citation } }),
          license: {
            name: 'CC BY-SA 4.0',
            url: card.licenseUrl,
            attribution:
              'Contributors of Wikipedia, by the link of each article; shared alike where the words are reused',
            citation,
          },
        },
        verifyNext,
      });
    },
  }),
});
