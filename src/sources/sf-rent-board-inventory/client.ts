import { z } from 'zod';
import { computed, count, id, table } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { citing, hasData, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { querySocrata } from '../drivers/socrata.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('sf-rent-board-inventory');

export interface RentBand {
  readonly bedrooms: number;
  /** Dollars a month. */
  readonly lowUsd: number;
  /** Absent where the band has no upper end. */
  readonly highUsd?: number;
  readonly unitCount: number;
}

const sizes = ['studio', 'one', 'two', 'three', 'four', 'five'];

/** "Studio", "Two-Bedroom", "Five or more bedrooms" as a number. */
export function bedroomsOf(label: unknown): number | undefined {
  const [first = ''] = (textOf(label) ?? '').toLowerCase().split(/[^a-z]+/);
  const at = sizes.indexOf(first);
  return at < 0 ? undefined : at;
}

/** "$2001-$2250" or "$7000+" or "$5001 or more" as numbers; undefined for a unit for which no rent is paid. */
export function bandOf(label: unknown): Pick<RentBand, 'lowUsd' | 'highUsd'> | undefined {
  const [, low, high] = /^\$([\d,]+)\s*(?:-\s*\$([\d,]+)|\+|or more)$/.exec(textOf(label) ?? '') ?? [];
  const [lowUsd, highUsd] = [numberOf(low), numberOf(high)];
  return lowUsd === undefined ? undefined : { lowUsd, ...(highUsd !== undefined && { highUsd }) };
}

const groups = ['submission_year', 'bedroom_count', 'monthly_rent'];

const reports = table(card.id, {
  year: id('submission_year', { pattern: z.string().regex(/^\d{4}$/) }),
  bedrooms: computed(['bedroom_count'], z.int(), ([label]) => bedroomsOf(label)),
  /** Absent for a unit for which no rent is paid. */
  band: computed(['monthly_rent'], z.custom<Pick<RentBand, 'lowUsd' | 'highUsd'>>(), ([label]) => bandOf(label)),
  unitCount: count('units'),
});

/**
 * Reported rents of units that are not lived in by their owner, near a point, of the newest year with any. The source counts
 * them, so that no unit is read by itself. `empty` where it has none there.
 */
export async function reportedRents(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const found = await querySocrata(sources, card, {
    select: [...groups, 'count(*) as units'],
    where: "occupancy_type = 'Occupied by non-owner'",
    group: groups.join(','),
    within: { column: 'point', point, radiusMeters },
    limit: 1000,
  });
  const rows = plainRows(sources, reports, found);
  if (!hasData(rows)) return rows;
  const year = rows.data
    .flatMap((row) => row.year ?? [])
    .toSorted()
    .at(-1);
  const bands = rows.data.flatMap(({ year: of, bedrooms, band, unitCount }): RentBand[] =>
    of === year && bedrooms !== undefined && band && unitCount !== undefined ? [{ bedrooms, ...band, unitCount }] : [],
  );
  if (year === undefined || bands.length === 0) return noneOf(rows);
  return citing({ ...rows, data: { year, bands } }, { sourceDate: year });
}
