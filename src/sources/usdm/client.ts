import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { rowsOfCounty } from '../../geography/by-county.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { cleanText } from '../../kernel/text.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';

/** Share of a county's area in each class of one weekly map, cumulative: D1 counts every worse class too. */
export interface DroughtWeek {
  readonly countyFips: string;
  readonly county: string;
  readonly date: string;
  readonly percentAtLeast: Readonly<Record<DroughtClass, number>>;
  readonly percentNone: number;
}

export const droughtClasses = ['D0', 'D1', 'D2', 'D3', 'D4'] as const;
export type DroughtClass = (typeof droughtClasses)[number];

/** The publisher's names of the classes. */
export const droughtLegend: Readonly<Record<DroughtClass, string>> = {
  D0: 'abnormally dry',
  D1: 'moderate drought',
  D2: 'severe drought',
  D3: 'extreme drought',
  D4: 'exceptional drought',
};

const percent = () => z.unknown().transform(numberOf).pipe(z.number());

/** The service has answered in camelCase and in PascalCase, and percents as numbers and as text. */
const Row = z.preprocess(
  (row) =>
    row && typeof row === 'object'
      ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key.toLowerCase(), value]))
      : row,
  z.looseObject({
    mapdate: z
      .unknown()
      .transform((value) => dateOf(value))
      .pipe(z.string()),
    fips: z.coerce.string(),
    county: z.string().transform((name) => cleanText(name, 80)),
    none: percent(),
    d0: percent(),
    d1: percent(),
    d2: percent(),
    d3: percent(),
    d4: percent(),
  }),
);

const slashed = (date: Date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;

/** Weekly shares of the counties, newest map first. Several codes of one county may be asked at once. */
export async function droughtWeeks(
  sources: SourceAccess,
  countyFips: readonly string[],
  from: Date,
  to: Date,
): Promise<Lookup<readonly DroughtWeek[]>> {
  const url = new URL(card.endpoint);
  url.search = new URLSearchParams({
    aoi: countyFips.join(','),
    startdate: slashed(from),
    enddate: slashed(to),
    statisticsType: '1',
  }).toString();
  const lookup = await getJson(
    sources,
    card,
    // without it the service answers CSV
    { url, headers: { accept: 'application/json' } },
    z.array(Row),
    { isEmpty: (rows) => rows.length === 0 },
  );
  return mapLookup(lookup, (rows) =>
    rows
      .map((row) => ({
        countyFips: row.fips.padStart(5, '0'),
        county: row.county,
        date: row.mapdate,
        percentNone: row.none,
        percentAtLeast: { D0: row.d0, D1: row.d1, D2: row.d2, D3: row.d3, D4: row.d4 },
      }))
      .toSorted((a, b) => b.date.localeCompare(a.date, 'en')),
  );
}

export const droughtMirror = 'usdm-county';

/** The same from the mirrored table: maps of a county from a day on, newest first, by whichever of its codes is listed. */
export function mirroredWeeks(mirror: MirrorAccess, subject: Subject, from: Date): Lookup<readonly DroughtWeek[]> {
  const first = from.toISOString().slice(0, 10);
  const found = rowsOfCounty(mirror, droughtMirror, 'countyFips', subject, {
    orderBy: 'mapDate',
    descending: true,
    limit: 60,
  });
  return mapLookup(found, ({ code, rows }) =>
    rows.flatMap((row) => {
      const [none, D0, D1, D2, D3, D4] = [row.none, row.d0, row.d1, row.d2, row.d3, row.d4].map(numberOf);
      if (none === undefined || D0 === undefined || D1 === undefined || D2 === undefined) return [];
      if (D3 === undefined || D4 === undefined || String(row.mapDate) < first) return [];
      return [
        {
          countyFips: code.fips,
          county: cleanText(String(row.county ?? code.name), 80),
          date: String(row.mapDate),
          percentNone: none,
          percentAtLeast: { D0, D1, D2, D3, D4 },
        },
      ];
    }),
  );
}
