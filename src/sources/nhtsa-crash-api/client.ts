import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson, refused } from '../shared/lookup.ts';
import card from './card.ts';

/** A fatal crash with a recorded position: nothing of people, vehicles or roads is kept. */
export interface PlacedCrash extends GeoPoint {
  readonly year: number;
}

/** Rows of one question at most. */
const cap = 5000;

const Row = z.looseObject({
  CaseYear: z.unknown().transform(numberOf).pipe(z.int()),
  LATITUDE: z.unknown().transform(numberOf),
  LONGITUD: z.unknown().transform(numberOf),
});
const Reply = z.looseObject({ Results: z.array(z.array(Row)) });

/** 77.7777, 88.8888, 99.9999 and their thousandfold in longitude stand for "not known"; so does 0. */
const isFiller = (degrees: number) => degrees === 0 || /^-?([789])\1{1,2}\.\1{4,}/.test(String(degrees));

function placed({ CaseYear: year, LATITUDE: latitude, LONGITUD: longitude }: z.infer<typeof Row>): PlacedCrash[] {
  if (latitude === undefined || longitude === undefined || isFiller(latitude) || isFiller(longitude)) return [];
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? [] : [{ year, latitude, longitude }];
}

/**
 * Fatal crashes of a county (5-digit code) with a recorded position, of some years. The service does not say which years
 * it has: where it lists no crash of the county at all the lookup is `unavailable`, never empty.
 */
export async function countyCrashes(
  sources: SourceAccess,
  countyFips: string,
  years: { readonly first: number; readonly last: number },
): Promise<Lookup<readonly PlacedCrash[]>> {
  const url = new URL(card.endpoint);
  url.search = new URLSearchParams({
    fromCaseYear: String(years.first),
    toCaseYear: String(years.last),
    state: String(Number(countyFips.slice(0, 2))),
    county: String(Number(countyFips.slice(2))),
    format: 'json',
  }).toString();
  const reply = await getJson(sources, card, { url }, Reply);
  if (!hasData(reply)) return reply;
  const rows = reply.data.Results.flat();
  if (rows.length === 0) {
    const reason = `${card.name} lists no crash of the county in these years, and does not say which years it has.`;
    return refused(sources, card, reason);
  }
  const data = rows.flatMap(placed);
  if (rows.length < cap) return { ...reply, data };
  return { ...reply, state: 'partial', data, reason: `the first ${cap} crashes of the county; more match` };
}
