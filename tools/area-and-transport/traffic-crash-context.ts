import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, whole } from '../../src/catalog/inputs.ts';
import { mirroredRows } from '../../src/fields/mirrored.ts';
import { answerSchema, row, rows } from '../../src/kernel/answer.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../src/kernel/lookup.ts';
import { newestYearOf, yearSpans } from '../../src/mirror/queries/parts.ts';
import {
  type CrashCell,
  crashCell,
  crashCount,
  crashCounts,
  maxRadius,
  minimumCount,
  smallestRadius,
} from '../../src/rules/crash-cells.ts';
import { limitOf } from '../../src/rules/limits.ts';
import { type CrashYears, crashesAround, type NearCrash } from '../../src/sources/nhtsa-crash-api/client.ts';
import { crashes } from '../../src/sources/nhtsa-crash-api/fields.ts';

const dataset = 'fars-crashes';

const modes = ['pedestrian', 'cyclist', 'motor_vehicle'] as const;

const facts = z.strictObject({
  minimumCount: z.literal(minimumCount),
  cells: rows({ radiusMeters: z.number().describe('The radius that was queried'), ...crashCounts }),
  widest: row({
    byYear: z.array(z.strictObject({ year: z.int(), ...crashCounts })),
    byMode: z
      .array(z.strictObject({ mode: z.enum(modes), ...crashCounts }))
      .optional()
      .describe('By the first harmful event: what the crash struck first; absent from the live list'),
  }).describe('Within the widest radius, newest year first'),
});

/** A read of which every queried part is loaded, whatever else is not. */
const foundOf = <T>({ data, citation }: { readonly data: T; readonly citation: Citation }): Lookup<T> => ({
  state: 'found',
  data,
  citation,
});

/** Crashes of the loaded files around the point; nothing in the years that are loaded says nothing of the others. */
function loadedCrashes({ mirror, subject }: ToolContext<'point'>, years: CrashYears): Lookup<readonly NearCrash[]> {
  const wanted = yearsOf(years).map(String);
  const near = mirroredRows(crashes, mirror.near(dataset, subject, maxRadius, { limit: 100_000 }));
  const placed = mapLookup(near, (rows) => rows.filter(({ year }) => year >= years.first && year <= years.last));
  const unloaded = mirror.need(dataset, wanted);
  const whole = placed.state === 'partial' && placed.missing === 'parts' && !unloaded ? foundOf(placed) : placed;
  return hasData(whole) && whole.data.length === 0 && whole.state !== 'stale' ? noneOf(whole) : whole;
}

function countsOf(
  crashes: readonly NearCrash[],
  radiiMeters: readonly number[],
  years: readonly number[],
  citation: string,
) {
  const within = crashes.filter(({ distanceMeters }) => distanceMeters <= Math.max(...radiiMeters));
  const distances = crashes.map(({ distanceMeters }) => distanceMeters);
  const byMode = modes.map((mode) => ({
    mode,
    ...crashCount(within.filter((crash) => crash.mode === mode).length),
  }));
  return {
    minimumCount: minimumCount as typeof minimumCount,
    cells: radiiMeters.toSorted((a, b) => a - b).map((radius) => ({ ...crashCell(distances, radius), citation })),
    widest: {
      byYear: years.toReversed().map((year) => ({
        year,
        ...crashCount(within.filter((crash) => crash.year === year).length),
      })),
      byMode: crashes.some(({ mode }) => mode !== undefined) ? byMode : undefined,
      citation,
    },
  };
}

const words = ({ radiusMeters, status, crashes }: CrashCell) =>
  `${status === 'counted' ? crashes : status === 'none' ? 'none' : `a count that is not shown`} within ${radiusMeters} m`;

export default defineTool({
  title: 'Fatal traffic crashes around an address',
  summary: `Counts of fatal crashes within given radii by year and mode, with counts below ${minimumCount} withheld.`,
  whenToUse: 'How many fatal crashes were recorded around this address in the last years?',
  notFor: 'Not injuries, near misses, live traffic or one person; roads and transit are svc_transportation_context.',
  sources: ['nhtsa-crash-api'],
  mirrors: [dataset],
  essential: [[dataset, 'nhtsa-crash-api']],
  limits: [`Fatal crashes only; counts below ${minimumCount} are not shown.`],
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
    lookbackYears: whole(1, 5).default(5).describe('Years up to the newest published one; default 5, at most 5'),
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['traffic', 'crashes', 'roads', 'NHTSA']),
  async run(ctx, { radiiMeters, lookbackYears }) {
    const { subject, mirror, answer } = ctx;
    const newestYear = newestYearOf(mirror, dataset);
    const queried = { first: newestYear - lookbackYears + 1, last: newestYear };
    const wanted = yearsOf(queried);
    const loaded = mirror.status(dataset).parts;
    const read = loaded ? wanted.filter((year) => loaded.includes(String(year))) : wanted;
    const widest = Math.max(...radiiMeters);
    const searchExtent = (period: string) => ({
      area: `within ${widest} m of the point`,
      period,
      recordScope: 'fatal crashes with a recorded position',
    });
    const period = yearSpans(read.map(String)) || 'no year is loaded';
    const file = loadedCrashes(ctx, queried);
    const cited = answer.addLookup(file, searchExtent(period));
    const counts = (
      found: readonly NearCrash[],
      years: readonly number[],
      citation: string,
      period: string,
      source: string,
    ) => {
      const facts = countsOf(found, radiiMeters, years, citation);
      const said = facts.cells.map(words).join(', ');
      const summary = `Fatal crashes ${period} with a recorded position: ${said} of the point (${source}).`;
      return answer.finish({
        summary,
        facts,
        limits: [subject.precision === 'address' && limitOf('address.along_street')],
      });
    };
    if (cited) return counts(cited.data, read, cited.citation, period, 'federal FARS file');
    if (file.state === 'empty')
      return answer.finish({
        summary: `The federal file of fatal crashes has none with a recorded position within ${maxRadius} m of the point for ${period}.`,
      });
    const live = await crashesAround(ctx, subject, maxRadius, queried);
    const listed = yearsOf(hasData(live) ? { ...queried, last: live.data.last } : queried);
    const listPeriod = yearSpans(listed.map(String));
    const isNone = hasData(live) && live.data.crashes.length === 0;
    const online = answer.addLookup<{ readonly crashes: readonly NearCrash[] }>(
      isNone ? noneOf(live) : live,
      searchExtent(listPeriod),
    );
    if (!online) {
      const missed = 'The files of fatal crashes are not loaded for all years that were queried';
      const summary = isNone
        ? `${missed}; NHTSA's live list has none with a recorded position within ${maxRadius} m of the point for ${listPeriod}.`
        : `${missed}, and NHTSA's live list could not be read, so the counts are unknown.`;
      return answer.finish({ summary });
    }
    const source = "NHTSA's live list, as far as it reaches";
    return counts(online.data.crashes, listed, online.citation, listPeriod, source);
  },
});

const yearsOf = ({ first, last }: CrashYears): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
