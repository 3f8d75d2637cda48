import { z } from 'zod';
import { mirroredCounty } from '../../fields/mirrored.ts';
import { rowsOfCounty, underFirstCode } from '../../geography/by-county.ts';
import { citing, hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { combineLookups } from '../shared/combine.ts';
import { getJson, recordOf } from '../shared/lookup.ts';
import { jsonQuery } from '../shared/query.ts';
import { type LaborPoint, type LaborYear, laborPoints, laborYears } from './fields.ts';

const card = sourceCard('bls-laus');

/** The registered interface takes its key in the address of a GET; the open one answers several series in one POST. */
const blsUrls = { registered: card.endpoint, open: 'https://api.bls.gov/publicAPI/v1/timeseries/data/' };

const measures = {
  '03': 'unemploymentRatePercent',
  '04': 'unemployed',
  '05': 'employed',
  '06': 'laborForce',
} as const;
const isMeasure = (code: string): code is keyof typeof measures => code in measures;

/** What one month of a county says; a measure that BLS left out is absent. */
export interface LaborMonth extends Pick<LaborYear, (typeof measures)[keyof typeof measures]> {
  /** YYYY-MM. */
  readonly month: string;
  readonly preliminary?: boolean;
}

interface CountyMonths {
  readonly countyFips: string;
  readonly months: readonly LaborMonth[];
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

function pointsOf(reply: z.infer<typeof Reply>): LaborPoint[] {
  const results = Array.isArray(reply.Results) ? reply.Results : [reply.Results];
  return results
    .flatMap(({ series }) => series)
    .flatMap(({ seriesID: series_id, data }) =>
      data.flatMap(({ footnotes, ...row }) => {
        const footnote_codes = (footnotes ?? []).map((note) => note?.code).join();
        return laborPoints.read({ ...row, series_id, footnote_codes }) ?? [];
      }),
    );
}

function monthsOf(points: readonly LaborPoint[]): readonly LaborMonth[] {
  const months = new Map<string, { -readonly [K in keyof LaborMonth]: LaborMonth[K] }>();
  for (const { measure, month, value, isPreliminary } of points) {
    if (value === undefined || !isMeasure(measure)) continue;
    const at = months.get(month) ?? { month };
    at[measures[measure]] = value;
    if (isPreliminary) at.preliminary = true;
    months.set(month, at);
  }
  return [...months.values()].toSorted((a, b) => b.month.localeCompare(a.month, 'en'));
}

const isEmpty = (reply: z.infer<typeof Reply>) => pointsOf(reply).length === 0;

async function registered(sources: SourceAccess, countyFips: string): Promise<Lookup<readonly LaborPoint[]>> {
  const ask = async (measure: string) => {
    const url = `${blsUrls.registered}${seriesId(countyFips, measure)}`;
    return mapLookup(await getJson(sources, card, { url, detectError }, Reply, { isEmpty }), pointsOf);
  };
  const [rate, unemployed, employed, force] = await Promise.all([ask('03'), ask('04'), ask('05'), ask('06')]);
  return mapLookup(combineLookups(rate, { unemployed, employed, force }), ({ main, further }) => [
    ...main,
    ...Object.values(further).flatMap((points) => points ?? []),
  ]);
}

async function open(sources: SourceAccess, countyFips: string, year: number): Promise<Lookup<readonly LaborPoint[]>> {
  const query = jsonQuery(blsUrls.open, {
    seriesid: Object.keys(measures).map((measure) => seriesId(countyFips, measure)),
    startyear: String(year - 2),
    endyear: String(year),
  });
  return mapLookup(await getJson(sources, card, { ...query, detectError }, Reply, { isEmpty }), pointsOf);
}

/**
 * Months of a county, newest first. The codes are queried in turn until one has data (Connecticut has two sets).
 * `unavailable` where BLS did not process the request, its daily limit included.
 */
export async function laborMonths(
  sources: SourceAccess,
  countyFips: readonly string[],
  now: Date,
): Promise<Lookup<CountyMonths>> {
  const none = { state: 'unresolved', source: card.name, reason: 'the county of the place is not known' } as const;
  return underFirstCode(countyFips, none, async (fips): Promise<Lookup<CountyMonths>> => {
    const points = sources.hasKey(card)
      ? await registered(sources, fips)
      : await open(sources, fips, now.getUTCFullYear());
    if (!hasData(points)) return points;
    const months = monthsOf(points.data);
    const about = { ...recordOf(card, seriesId(fips, '03')), sourceDate: months[0]?.month };
    return citing({ ...points, data: { countyFips: fips, months } }, about);
  });
}

/** Months of the subject's county out of the mirrored flat file. */
export function mirroredMonths(mirror: MirrorAccess, subject: Subject): Lookup<CountyMonths> {
  const newest = { orderBy: 'month', descending: true, limit: 80 };
  const found = mirroredCounty(laborPoints, rowsOfCounty(mirror, 'bls-laus-monthly', 'countyFips', subject, newest));
  return mapLookup(found, ({ code, rows }) => ({ countyFips: code.fips, months: monthsOf(rows) }));
}

export type RatedYear = LaborYear & { readonly unemploymentRatePercent: number };

/** The newest annual average of the subject's county in the mirrored table; `empty` where it states no rate. */
export function mirroredYear(mirror: MirrorAccess, subject: Subject): Lookup<RatedYear> {
  const newest = { orderBy: 'year', descending: true };
  const found = mirroredCounty(laborYears, rowsOfCounty(mirror, 'bls-laus-county', 'countyFips', subject, newest));
  if (!hasData(found)) return found;
  const [first] = found.data.rows;
  const rate = first?.unemploymentRatePercent;
  return first && rate !== undefined
    ? { ...found, data: { ...first, unemploymentRatePercent: rate } }
    : { state: 'empty', citation: found.citation };
}
