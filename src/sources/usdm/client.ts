import { z } from 'zod';
import { mirroredRows } from '../../fields/mirrored.ts';
import { rowsOfCounty } from '../../geography/by-county.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';
import { type DroughtWeek, droughtMaps } from './fields.ts';

const card = sourceCard('usdm');

const slashed = (date: Date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;

/** Weekly shares of the counties, newest map first. Several codes of one county may be queried at once. */
export async function droughtWeeks(sources: SourceAccess, countyFips: readonly string[], from: Date, to: Date) {
  const query = new URLSearchParams({
    aoi: countyFips.join(','),
    startdate: slashed(from),
    enddate: slashed(to),
    statisticsType: '1',
  });
  // without the header the service answers CSV
  const request = { url: `${card.endpoint}?${query}`, headers: { accept: 'application/json' } };
  const listed = await getJson(sources, card, request, z.array(z.record(z.string(), z.unknown())), {
    isEmpty: (rows) => rows.length === 0,
  });
  const weeks = plainRows(sources, droughtMaps, listed);
  return mapLookup(weeks, (rows) => rows.toSorted((a, b) => b.date.localeCompare(a.date, 'en')));
}

export const droughtMirror = 'usdm-county';

/** The same from the mirrored table: maps of a county from a day on, newest first, by whichever of its codes is listed. */
export function mirroredWeeks(mirror: MirrorAccess, subject: Subject, from: Date): Lookup<readonly DroughtWeek[]> {
  const first = from.toISOString().slice(0, 10);
  const options = { orderBy: 'date', descending: true, limit: 60 };
  const found = rowsOfCounty(mirror, droughtMirror, 'countyFips', subject, options);
  return mapLookup(
    mirroredRows(
      droughtMaps,
      mapLookup(found, ({ rows }) => rows),
    ),
    (weeks) => weeks.filter(({ date }) => date >= first),
  );
}
