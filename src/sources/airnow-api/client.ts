import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { categoryOf } from '../airnow-files/lines.ts';
import { localInstant } from '../airnow-files/local-time.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';

export interface ClosestReading {
  readonly area: string;
  readonly pollutant: string;
  readonly aqi?: number;
  readonly category?: string;
  readonly observedLocal: string;
  /** The same as an instant, where day, hour and zone are known. */
  readonly observedAt?: string;
}

const Row = z.looseObject({ reportingAreaName: z.string(), parameterName: z.string(), dateObserved: z.string() });
const NoData = z.looseObject({ WebServiceError: z.array(z.looseObject({ Message: z.string() })) });
const Body = z.union([z.array(Row), NoData.transform(() => [])]);

/** "There are no observations" comes in the shape of an error and is none; every other message is one. */
function detectError(body: unknown): string | undefined {
  const parsed = NoData.safeParse(body);
  if (!parsed.success) return undefined;
  return parsed.data.WebServiceError.every(({ Message }) => /no observations/i.test(Message))
    ? undefined
    : 'AirNow error in the body';
}

/** The closest current reading of each pollutant, within 50 miles. */
export async function closestReadings(
  sources: SourceAccess,
  point: GeoPoint,
): Promise<Lookup<readonly ClosestReading[]>> {
  const url = `${card.endpoint}?format=application/json&latitude=${point.latitude}&longitude=${point.longitude}`;
  const found = await getJson(sources, card, { url, detectError }, Body, { isEmpty: (rows) => rows.length === 0 });
  if (!hasData(found)) return found;
  const data = found.data.map((row) => {
    const aqi = numberOf(row.nowcastAQI);
    return defined({
      area: textOf(row.reportingAreaName, 80) ?? 'not stated',
      pollutant: textOf(row.parameterName, 12) ?? 'not stated',
      aqi: aqi !== undefined && aqi >= 0 ? aqi : undefined,
      category: categoryOf(row.aqiCategoryName),
      observedLocal: [row.dateObserved, row.hourObserved, row.localTimeZone]
        .flatMap((part) => textOf(part, 12) ?? [])
        .join(' '),
      observedAt: localInstant(
        row.dateObserved,
        textOf(row.hourObserved, 12) ?? '',
        textOf(row.localTimeZone, 12) ?? '',
      ),
    });
  });
  return { ...found, data };
}
