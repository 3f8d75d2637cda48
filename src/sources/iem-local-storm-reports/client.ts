import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { countyKey } from '../../geography/county-name.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { cleanText } from '../../kernel/text.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';

/** One preliminary report: its place within the county, its narrative and who sent it are not kept. */
export interface StormReport {
  /** Kind as the weather service names it, such as "TSTM WND DMG". */
  readonly kind: string;
  /** Day in UTC. */
  readonly day: string;
  /** Size or speed, where one is stated. */
  readonly magnitude?: number;
  readonly unit?: string;
}

/** From this many features on the archive may have cut its answer. */
const cap = 10_000;

const text = z.string().nullish();
const Feature = z.looseObject({
  properties: z.looseObject({
    valid: z.string(),
    typetext: z.string(),
    county: text,
    st: text,
    state: text,
    magf: z.unknown(),
    magnitude: z.unknown(),
    unit: text,
  }),
});
const Reply = z.looseObject({ features: z.array(Feature) });

function reportOf({ properties: at }: z.infer<typeof Feature>): StormReport[] {
  const day = dateOf(at.valid);
  if (!day) return [];
  const magnitude = numberOf(at.magf) ?? numberOf(at.magnitude);
  const unit = cleanText(at.unit ?? '', 20);
  const stated = magnitude !== undefined && magnitude > 0;
  return [{ kind: cleanText(at.typetext, 60), day, ...(stated && { magnitude, ...(unit && { unit }) }) }];
}

const minute = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;

/**
 * Preliminary reports of a county, by its state (two letters) and any of its names, between two times, newest first.
 * The archive is asked for the whole state; an answer at its limit is `partial`.
 */
export async function countyReports(
  sources: SourceAccess,
  state: string,
  names: readonly string[],
  period: { readonly from: Date; readonly to: Date },
): Promise<Lookup<readonly StormReport[]>> {
  const url = new URL(card.endpoint);
  url.search = new URLSearchParams({ sts: minute(period.from), ets: minute(period.to), states: state }).toString();
  const reply = await getJson(sources, card, { url }, Reply);
  if (!hasData(reply)) return reply;
  const { features } = reply.data;
  const keys = new Set(names.map(countyKey));
  const data = features
    .filter(({ properties: at }) => (at.st ?? at.state) === state && keys.has(countyKey(at.county ?? '')))
    .flatMap(reportOf)
    .toSorted((a, b) => b.day.localeCompare(a.day, 'en'));
  const whole: Lookup<readonly StormReport[]> =
    features.length < cap
      ? { ...reply, data }
      : { ...reply, state: 'partial', data, reason: `the first ${cap} reports of the state; more match` };
  return hasData(whole) && data.length === 0 ? noneOf(whole) : whole;
}

export interface ReportKind {
  readonly kind: string;
  readonly count: number;
  readonly latestOn: string;
  readonly largest?: number;
  readonly unit?: string;
}

/** Reports by kind, most frequent first, each with the largest size or speed that was stated. */
export function byKind(reports: readonly StormReport[]): readonly ReportKind[] {
  const kinds = new Map<string, StormReport[]>();
  for (const report of reports) kinds.set(report.kind, [...(kinds.get(report.kind) ?? []), report]);
  return [...kinds]
    .map(([kind, list]) => {
      const [largest] = list
        .filter(({ magnitude }) => magnitude !== undefined)
        .toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0));
      return {
        kind,
        count: list.length,
        latestOn: list[0]?.day ?? '',
        ...(largest?.magnitude !== undefined && { largest: largest.magnitude }),
        ...(largest?.unit !== undefined && { unit: largest.unit }),
      };
    })
    .toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind, 'en'));
}
