import { z } from 'zod';
import { pickFields } from '../../fields/table.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { type Reading, readings } from '../airnow-files/client.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { tableRows } from '../shared/table-rows.ts';

const card = sourceCard('airnow-api');

const shown = ['area', 'pollutant', 'aqi', 'category', 'observedLocal', 'observedAt'] as const;
export type ClosestReading = Pick<Reading, (typeof shown)[number]>;

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
export async function closestReadings(sources: SourceAccess, point: GeoPoint) {
  const url = `${card.endpoint}?format=application/json&latitude=${point.latitude}&longitude=${point.longitude}`;
  const found = await getJson(sources, card, { url, detectError }, Body, { isEmpty: (rows) => rows.length === 0 });
  const rows = tableRows(sources, card, readings, found, { columnsOf: (row) => row, map: (row) => row });
  return mapLookup(rows, (all) => all.map((row) => pickFields(row, ...shown)));
}
