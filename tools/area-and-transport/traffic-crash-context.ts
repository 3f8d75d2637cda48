import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../src/kernel/lookup.ts';
import { loadedParts, yearSpans } from '../../src/mirror/queries/parts.ts';
import { type CrashCell, crashCell, maxRadius, minimumCount, smallestRadius } from '../../src/rules/crash-cells.ts';

const dataset = 'fars-crashes';
const newestYear = 2024;

const facts = z.strictObject({
  minimumCount: z.literal(minimumCount),
  cells: z.array(
    row({
      radiusMeters: z.number().describe('The radius that was asked'),
      status: z
        .enum(['counted', 'none', 'suppressed'])
        .describe(`suppressed: fewer than ${minimumCount}, and not none`),
      crashes: z.int().min(minimumCount).optional(),
    }),
  ),
});

const limits = [
  `Fatal crashes only; counts below ${minimumCount} are not shown.`,
  'Exposure is unknown: a busy road has more crashes. Nothing about people, vehicles or causes is kept or shown.',
];

/** A read of which every part that was asked for is loaded, whatever else is not. */
const foundOf = <T>({ data, citation }: { readonly data: T; readonly citation: Citation }): Lookup<T> => ({
  state: 'found',
  data,
  citation,
});

const words = ({ radiusMeters, status, crashes }: CrashCell) =>
  `${status === 'counted' ? crashes : status === 'none' ? 'none' : `a count that is not shown`} within ${radiusMeters} m`;

export default defineTool({
  title: 'Fatal traffic crashes around an address',
  summary: `Counts of fatal crashes within given radii over past years, with counts below ${minimumCount} withheld.`,
  whenToUse: 'How many fatal crashes were recorded around this address in the last years?',
  notFor: 'Not injuries, near misses, live traffic or one person; roads and transit are svc_transportation_context.',
  synonyms: [
    'car accidents',
    'road deaths',
    'traffic fatalities',
    'FARS',
    'dangerous intersection',
    'pedestrian deaths',
  ],
  scope: 'national',
  subject: 'point',
  sources: [],
  mirrors: [dataset],
  limits,
  examples: [
    {
      title: 'Two radii, five years',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiiMeters: [500, 2000], lookbackYears: 5 },
    },
    { title: 'As it comes', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
  ],
  input: atAddress({
    radiiMeters: z
      .array(z.number().min(smallestRadius).max(maxRadius))
      .min(1)
      .max(4)
      .default([500, 1500])
      .describe(`One to four radii in meters, ${smallestRadius} to ${maxRadius}`),
    lookbackYears: z
      .int()
      .min(1)
      .max(5)
      .default(5)
      .describe(`Years up to the newest published one (${newestYear}); default 5, at most 5`),
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['traffic', 'crashes', 'roads', 'NHTSA']),
  run({ subject, mirror }, { radiiMeters, lookbackYears }) {
    const answer = new AnswerBuilder(subject);
    const first = newestYear - lookbackYears + 1;
    const wanted = Array.from({ length: lookbackYears }, (_, index) => String(first + index));
    const loaded = loadedParts(mirror, dataset);
    const read = loaded ? wanted.filter((year) => loaded.includes(year)) : wanted;
    const period = yearSpans(read) || 'no year is loaded';
    const placed = mapLookup(mirror.near(dataset, subject, maxRadius, { limit: 100_000 }), (rows) =>
      rows
        .filter(({ year }) => Number(year) >= first && Number(year) <= newestYear)
        .map((entry) => entry.distanceMeters),
    );
    const none = hasData(placed) && placed.data.length === 0;
    const unloaded = mirror.need(dataset, wanted);
    const whole = placed.state === 'partial' && placed.missing === 'parts' && !unloaded ? foundOf(placed) : placed;
    // nothing in the years that are loaded says nothing of those that are not
    const lookup: Lookup<readonly number[]> = none && hasData(whole) && whole.state !== 'stale' ? noneOf(whole) : whole;
    const widest = Math.max(...radiiMeters);
    const cited = answer.addLookup(lookup, {
      area: `within ${widest} m of the point`,
      period,
      recordScope: 'fatal crashes with a recorded position',
    });
    const verifyNext = [
      {
        action: 'Ask for crashes without a death and for street projects',
        with: 'city or state transportation department',
      },
      {
        action: 'Open the federal file of fatal crashes',
        with: 'NHTSA',
        url: 'https://www.nhtsa.gov/research-data/fatality-analysis-reporting-system-fars',
      },
    ];
    if (!cited) {
      const summary =
        lookup.state === 'empty'
          ? `The federal file of fatal crashes has none with a recorded position within ${maxRadius} m of the point for ${period}.`
          : read.length > 0
            ? `The federal file of fatal crashes has none with a recorded position within ${maxRadius} m of the point for ${period}; other years are not loaded, so the counts are unknown.`
            : 'The mirrored file of fatal crashes is not loaded, so the counts are unknown.';
      return answer.finish({ summary, limits, verifyNext });
    }
    const cells = radiiMeters
      .toSorted((a, b) => a - b)
      .map((radiusMeters) => ({ ...crashCell(cited.data, radiusMeters), citation: cited.citation }));
    return answer.finish({
      summary: `Fatal crashes ${period} with a recorded position: ${cells.map(words).join(', ')} of the point (federal FARS file).`,
      facts: { minimumCount, cells },
      limits: [
        ...limits,
        ...(subject.precision === 'address' ? ['The address is placed along its street, not on the building.'] : []),
      ],
      verifyNext,
    });
  },
});
