import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, isoDate, placeOf } from '../../src/catalog/inputs.ts';
import { answerSchema } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { boxSize, contextBox, dateIssues, halfExtentRules } from '../../src/rules/satellite-area.ts';

const bbox = z.array(z.number()).length(4).describe('[west, south, east, north], WGS84, longitude before latitude');

const output = z.strictObject({
  ...answerSchema({}).shape,
  status: z
    .enum(['ready', 'imprecise', 'unresolved', 'unavailable'])
    .describe('ready: retryInput may be sent unchanged; otherwise give a full address or an explicit bbox'),
  area: z
    .strictObject({
      kind: z.literal('context_box'),
      bbox,
      widthMeters: z.number(),
      heightMeters: z.number(),
      areaSquareKilometers: z.number(),
      note: z.string(),
    })
    .optional(),
  retryInput: z
    .strictObject({ bbox, beforeDate: z.string(), afterDate: z.string(), areaLabel: z.string() })
    .optional()
    .describe('Flat body for POST /api/svc-large-site-satellite-change'),
});

export default defineTool({
  title: 'Prepare a satellite area from an address',
  summary: 'Turns an address and two dates into the checked box that the satellite before/after route takes.',
  whenToUse: 'Before buying two dated satellite scenes of a site that is known by its address or a point.',
  notFor: 'Renders and pays nothing; which scenes exist is in svc_satellite_scene_availability.',
  subject: 'none',
  examples: [
    {
      title: 'Two years around an address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', beforeDate: '2024-05-01', afterDate: '2026-05-01' },
    },
    {
      title: 'A wider box',
      arguments: {
        address: '222 W Hargett St, Raleigh, NC 27601',
        beforeDate: '2024-05-01',
        afterDate: '2026-05-01',
        halfExtentMeters: 2500,
      },
    },
  ],
  input: atAddress({
    beforeDate: isoDate.describe('Earlier date, YYYY-MM-DD'),
    afterDate: isoDate.describe('Later date, YYYY-MM-DD'),
    halfExtentMeters: z
      .number()
      .min(halfExtentRules.min)
      .max(halfExtentRules.max)
      .default(halfExtentRules.fallback)
      .describe(
        `Half the side of the box in meters; default ${halfExtentRules.fallback} (about 2 km by 2 km), ${halfExtentRules.min} to ${halfExtentRules.max}`,
      ),
  }),
  output,
  async run(ctx, input) {
    const { beforeDate, afterDate, halfExtentMeters } = input;
    const issues = dateIssues(beforeDate, afterDate, ctx.now.toISOString().slice(0, 10));
    if (issues.length > 0) {
      throw new ServiceError('invalid_arguments', {
        detail: issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '),
        issues,
      });
    }
    const resolution = await ctx.place.resolve(placeOf(input), ctx.sources);
    const { subject } = resolution;
    const answer = new AnswerBuilder(subject, resolution.searched);
    if (resolution.state === 'resolved' && isPointSubject(subject)) {
      const box = contextBox(subject, halfExtentMeters);
      const size = boxSize(box);
      const km = (meters: number) => Math.round(meters / 10) / 100;
      const extent = `${km(size.widthMeters)} km by ${km(size.heightMeters)} km`;
      return {
        ...answer.finish({
          state: 'found',
          summary: `A box of ${extent} around the ${subject.precision === 'point' ? 'point' : 'address'} is ready for the satellite route; no scene was searched.`,
          verifyNext: nextChecks('satellite-area-prepare.prepared'),
        }),
        status: 'ready' as const,
        area: {
          kind: 'context_box' as const,
          bbox: [...box],
          widthMeters: Math.round(size.widthMeters),
          heightMeters: Math.round(size.heightMeters),
          areaSquareKilometers: Math.round(size.areaSquareKilometers * 100) / 100,
          note: 'Square box around the located point; it is no parcel and no site boundary.',
        },
        retryInput: {
          bbox: [...box],
          beforeDate,
          afterDate,
          areaLabel: `About ${extent} around ${subject.resolved ?? subject.input}`.slice(0, 120),
        },
      };
    }
    const unavailable = resolution.state === 'unavailable';
    const status = unavailable ? 'unavailable' : resolution.state === 'resolved' ? 'imprecise' : 'unresolved';
    const reason =
      resolution.state === 'resolved'
        ? `The place is known only as ${subject.areaKind ?? 'an area'}; a box needs a point.`
        : resolution.reason;
    return {
      ...answer.finish({
        state: unavailable ? 'unavailable' : 'unresolved',
        summary: reason,
        verifyNext: nextChecks('satellite-area-prepare.unresolved'),
      }),
      status: status as 'imprecise' | 'unresolved' | 'unavailable',
    };
  },
});
