import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { combineLookups } from '../shared/combine.ts';
import { getJson, recordOf } from '../shared/lookup.ts';
import card, { blsUrls } from './card.ts';

/** What one month of a county says; a measure that BLS left out is absent. */
export interface LaborMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly unemploymentRatePercent?: number;
  readonly unemployed?: number;
  readonly employed?: number;
  readonly laborForce?: number;
  readonly preliminary?: boolean;
}

export const measures = {
  '03': 'unemploymentRatePercent',
  '04': 'unemployed',
  '05': 'employed',
  '06': 'laborForce',
} as const;
type Measure = keyof typeof measures;

interface Point {
  readonly measure: Measure;
  readonly month: string;
  readonly value: number | undefined;
  readonly preliminary: boolean;
}

const Series = z.looseObject({
  seriesID: z.string(),
  data: z.array(
    z.looseObject({
      year: z.string().regex(/^\d{4}$/),
      period: z.string().regex(/^[A-Z]\d{2}$/),
      value: z.string(),
      footnotes: z.array(z.looseObject({ code: z.string().nullish() }).nullish()).nullish(),
    }),
  ),
});
const Results = z.looseObject({ series: z.array(Series) });
/** `Results` is an object, or a list of one where a series was not valid. */
const Reply = z.looseObject({
  status: z.literal('REQUEST_SUCCEEDED'),
  message: z.array(z.string()).nullish(),
  Results: z.union([Results, z.array(Results)]),
});

const seriesId = (countyFips: string, measure: string) => `LAUCN${countyFips}00000000${measure}`;

/** Errors come as a success with a message; "no such series" is an answer, everything else beside missing data is not. */
function detectError(body: unknown): string | undefined {
  const { status, message } = (body ?? {}) as { status?: unknown; message?: unknown };
  if (status !== 'REQUEST_SUCCEEDED') return 'request not processed';
  const findings = Array.isArray(message) ? message.map(String) : [];
  const fatal = findings.find((text) => !/invalid series|does not exist|no data available/i.test(text));
  const hasRows = JSON.stringify((body as { Results?: unknown }).Results ?? null).includes('"period"');
  return fatal && !hasRows ? 'message in place of data' : undefined;
}

function pointsOf(reply: z.infer<typeof Reply>): Point[] {
  const results = Array.isArray(reply.Results) ? reply.Results : [reply.Results];
  return results
    .flatMap(({ series }) => series)
    .flatMap(({ seriesID, data }) => {
      const measure = seriesID.slice(-2) as Measure;
      if (!(measure in measures)) return [];
      return data
        .filter(({ period }) => /^M(0[1-9]|1[0-2])$/.test(period))
        .map(({ year, period, value, footnotes }) => ({
          measure,
          month: `${year}-${period.slice(1)}`,
          value: numberOf(value),
          preliminary: (footnotes ?? []).some((note) => note?.code === 'P'),
        }));
    });
}

/** Points of several measures as months, newest first. */
export function monthsOf(points: readonly Point[]): readonly LaborMonth[] {
  const months = new Map<string, Record<string, unknown>>();
  for (const { measure, month, value, preliminary } of points) {
    if (value === undefined) continue;
    const at = months.get(month) ?? { month };
    at[measures[measure]] = value;
    if (preliminary) at.preliminary = true;
    months.set(month, at);
  }
  return ([...months.values()] as unknown as LaborMonth[]).toSorted((a, b) => b.month.localeCompare(a.month, 'en'));
}

const isEmpty = (reply: z.infer<typeof Reply>) => pointsOf(reply).length === 0;

async function registered(sources: SourceAccess, countyFips: string): Promise<Lookup<readonly Point[]>> {
  const ask = async (measure: Measure) =>
    mapLookup(
      await getJson(
        sources,
        card,
        { url: `${blsUrls.registered}${seriesId(countyFips, measure)}`, detectError },
        Reply,
        {
          isEmpty,
        },
      ),
      pointsOf,
    );
  const [rate, unemployed, employed, force] = await Promise.all([ask('03'), ask('04'), ask('05'), ask('06')]);
  return mapLookup(combineLookups(rate, { unemployed, employed, force }), ({ main, further }) => [
    ...main,
    ...Object.values(further).flatMap((points) => points ?? []),
  ]);
}

async function open(sources: SourceAccess, countyFips: string, year: number): Promise<Lookup<readonly Point[]>> {
  const body = JSON.stringify({
    seriesid: Object.keys(measures).map((measure) => seriesId(countyFips, measure)),
    startyear: String(year - 2),
    endyear: String(year),
  });
  const request = {
    url: blsUrls.open,
    method: 'POST' as const,
    idempotent: true,
    headers: { 'content-type': 'application/json' },
    body,
    detectError,
  };
  return mapLookup(await getJson(sources, card, request, Reply, { isEmpty }), pointsOf);
}

/**
 * Months of a county, newest first. The codes are asked in turn until one has data (Connecticut has two sets).
 * `unavailable` where BLS did not process the request, its daily limit included.
 */
export async function laborMonths(
  sources: SourceAccess,
  countyFips: readonly string[],
  now: Date,
): Promise<Lookup<{ readonly countyFips: string; readonly months: readonly LaborMonth[] }>> {
  let last: Lookup<never> | undefined;
  for (const fips of countyFips) {
    const found = sources.hasKey(card)
      ? await registered(sources, fips)
      : await open(sources, fips, now.getUTCFullYear());
    if (hasData(found)) {
      const months = monthsOf(found.data);
      const newest = months[0]?.month;
      return {
        ...found,
        data: { countyFips: fips, months },
        citation: { ...found.citation, ...recordOf(card, seriesId(fips, '03')), ...(newest && { sourceDate: newest }) },
      };
    }
    if (!last || found.state === 'unavailable') last = found;
    if (found.state === 'unavailable') break;
  }
  return last ?? { state: 'unresolved', source: card.name, reason: 'the county of the place is not known' };
}
