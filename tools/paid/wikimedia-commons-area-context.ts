import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, whole } from '../../src/catalog/inputs.ts';
import { fact, row } from '../../src/kernel/answer.ts';
import { beyond, citedRows, many } from '../../src/kernel/nearby-shape.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { nearestRead, picturesNear } from '../../src/sources/wikimedia-commons/client.ts';

const kind = 'wikimedia_commons_area_context';
const input = atAddress({
  radiusMeters: whole(10, 10_000).default(500).describe('Search radius in whole meters; default 500, 10 to 10000'),
});
const shown = 12;

const facts = z.strictObject({
  pictures: z
    .array(
      row({
        title: z.string().describe('Name of the file, as its uploader wrote it'),
        filePage: z.string().describe('Page of the file with author and license'),
        thumbnailUrl: z.string().optional().describe('Preview, 640 pixels wide, at the source'),
        mediaType: z.string(),
        takenOn: z.string().optional().describe('As the file states it'),
        uploadedOn: z.string().optional(),
        distanceMeters: z.number(),
        direction: z.string(),
        license: z.string(),
        licenseUrl: z.string().optional(),
        attributionRequired: z.boolean(),
        attribution: z
          .string()
          .optional()
          .describe('Author to name where the picture is reused, as the file states it'),
      }),
    )
    .describe('Freely licensed pictures, nearest first'),
  notShown: fact(z.int()).optional().describe('Further eligible pictures among those read'),
  notEligible: fact(z.int()).optional().describe('Files that were read and left out'),
});

export default definePaid('svc-wikimedia-commons-area-context', {
  input,
  ...answerRoute({
    kind,
    facts,
    limits: [
      `Uploaded by volunteers: title, date and place are theirs. The nearest ${nearestRead} located files are read, and no picture itself.`,
      'Left out: files sorted under people or not sorted, other media, and files without a free license or without the author that it asks to be named.',
    ],
    async ask({ subject, sources }, { radiusMeters: radius }: z.output<typeof input>, answer) {
      const lookup = await picturesNear(sources, subject, radius);
      const cited = answer.addLookup(lookup, {
        area: `within ${radius} m of the point`,
        recordScope: `the nearest ${nearestRead} located files`,
      });
      const verifyNext = nextChecks('wikimedia-commons-area-context');
      if (!cited) {
        const summary =
          lookup.state === 'empty'
            ? `Wikimedia Commons has no eligible picture among the nearest ${nearestRead} located files within ${radius} m of the point.`
            : 'Wikimedia Commons could not be read, so the pictures around the point are unknown.';
        return answer.finish({ summary, verifyNext });
      }
      const { citation } = cited;
      const { pictures, leftOut } = cited.data;
      const more = beyond(pictures, shown);
      return answer.finish({
        summary: `Wikimedia Commons has ${many(pictures.length, 'freely licensed picture')} among the nearest ${nearestRead} located files within ${radius} m of the point, the nearest at ${pictures[0]?.distanceMeters} m.`,
        facts: {
          pictures: citedRows(pictures, citation, shown),
          notShown: more === undefined ? undefined : { value: more, citation },
          notEligible: leftOut > 0 ? { value: leftOut, citation } : undefined,
        },
        verifyNext,
      });
    },
  }),
});
