import { z } from 'zod';
import { computed, day, pickFields, type RowOf, table, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { countyKey } from '../../geography/county-name.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup, mapRows, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('iem-local-storm-reports');

/** Preliminary reports: their place within the county, the narrative and who sent it are not read. */
const stormReports = table(card.id, {
  /** As the weather service names it, such as "TSTM WND DMG". */
  kind: text('typetext', { maxLength: 60, required: true }),
  day: day('valid', { means: 'reported, in UTC', required: true }),
  magnitude: computed(['magf', 'magnitude'], z.number(), (cells) => {
    const stated = cells.map(numberOf).find((value) => value !== undefined);
    return stated !== undefined && stated > 0 ? stated : undefined;
  }),
  unit: text('unit', { maxLength: 20 }),
  state: computed(['st', 'state'], z.string(), ([st, state]) => textOf(st ?? state)),
  county: text('county', { otherwise: '' }),
});
export type StormReport = RowOf<typeof stormReports>;

/** From this many features on the archive may have cut its answer. */
const cap = 10_000;

const Reply = z.looseObject({ features: z.array(z.looseObject({ properties: z.record(z.string(), z.unknown()) })) });

const minute = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;

/**
 * Preliminary reports of a county, by its state (two letters) and any of its names, between two times, newest first.
 * The archive is queried for the whole state; an answer at its limit is `partial`.
 */
export async function countyReports(
  sources: SourceAccess,
  state: string,
  names: readonly string[],
  period: { readonly from: Date; readonly to: Date },
): Promise<Lookup<readonly StormReport[]>> {
  const query = new URLSearchParams({ sts: minute(period.from), ets: minute(period.to), states: state });
  const reply = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Reply);
  const keys = new Set(names.map(countyKey));
  const listed = mapLookup(reply, ({ features }) => features.map(({ properties }) => properties));
  const found = plainRows(sources, stormReports, listed);
  const isCut = hasData(found) && hasData(listed) && listed.data.length >= cap;
  const reason = `the first ${cap} reports of the state; more match`;
  return mapRows(isCut ? partly(found, reason) : found, (reports) =>
    reports
      .filter((report) => report.state === state && keys.has(countyKey(report.county)))
      .toSorted((a, b) => b.day.localeCompare(a.day, 'en')),
  );
}

/** Reports by kind, most frequent first, each with the largest size or speed that was stated. */
export function byKind(reports: readonly StormReport[]) {
  return [...groupBy(reports, ({ kind }) => kind)]
    .map(([kind, list]) => {
      const [largest] = list
        .filter(({ magnitude }) => magnitude !== undefined)
        .toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0));
      return {
        kind,
        count: list.length,
        latestOn: list[0]?.day ?? '',
        ...(largest?.magnitude !== undefined && { largest: largest.magnitude, ...pickFields(largest, 'unit') }),
      };
    })
    .toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind, 'en'));
}
