import { z } from 'zod';
import { computed, id, instant, number, point, type RowOf, table, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { boxAround } from '../../geometry/geo.ts';
import type { Near } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { gaugeId } from '../shared/ids.ts';
import { getJson } from '../shared/lookup.ts';
import { nearestRows, plainRows } from '../shared/table-rows.ts';

const card = sourceCard('noaa-nwps');

/** What a gauge reports or forecasts; `-999`, `-9999` and year 0001 stand for "none". */
export const readings = table(card.id, {
  at: instant('validTime', { required: true }),
  stage: number('primary'),
  stageUnit: text('primaryUnit', { maxLength: 12 }),
  flow: number('secondary'),
  flowUnit: text('secondaryUnit', { maxLength: 12 }),
  floodCategory: computed(['floodCategory'], z.string(), ([word]) => textOf(word, 30)?.replaceAll('_', ' ')),
});
type Reading = RowOf<typeof readings>;

/** A reading without any value is none; a value that is missing has no unit. */
function readingIn(status: unknown): Reading | undefined {
  const read = readings.read((status ?? {}) as Readonly<Record<string, unknown>>);
  if (!read || (read.stage === undefined && read.flow === undefined)) return undefined;
  const { stageUnit, flowUnit, ...values } = read;
  return {
    ...values,
    ...(read.stage !== undefined && stageUnit && { stageUnit }),
    ...(read.flow !== undefined && flowUnit && { flowUnit }),
  };
}

const Status = z.looseObject({ observed: z.unknown(), forecast: z.unknown() });
const statusOf = (name: 'observed' | 'forecast') =>
  computed(['status'], z.custom<Reading>(), ([status]) => readingIn(Status.safeParse(status).data?.[name]));

export const gauges = table(card.id, {
  id: id('lid', { pattern: gaugeId, required: true }),
  name: text('name', { maxLength: 120, required: true }),
  at: point('latitude', 'longitude', { required: true }),
  observed: statusOf('observed'),
  forecast: statusOf('forecast'),
});
export type Gauge = Near<RowOf<typeof gauges>>;

const GaugeList = z.looseObject({ gauges: z.array(z.record(z.string(), z.unknown())) });

/** Gauges within a distance of a point, nearest first. */
export async function gaugesNear(sources: SourceAccess, from: GeoPoint, radiusMeters: number) {
  const [west, south, east, north] = boxAround(from, radiusMeters).map((degrees) => degrees.toFixed(5));
  const url = `${card.endpoint}?bbox.xmin=${west}&bbox.ymin=${south}&bbox.xmax=${east}&bbox.ymax=${north}&srid=EPSG_4326`;
  const listed = mapLookup(await getJson(sources, card, { url }, GaugeList), (reply) => reply.gauges);
  const found = plainRows(sources, gauges, listed);
  return nearestRows(found, from, radiusMeters);
}

const Threshold = z.looseObject({ stage: z.number().nullish() }).nullish();

/** One gauge in full. `inService` is an object in recordings of 2026; older clients knew a plain truth value. */
const GaugeDetail = z.looseObject({
  lid: gaugeId,
  usgsId: z.string().nullish(),
  inService: z.union([z.boolean(), z.looseObject({ enabled: z.boolean() })]).nullish(),
  flood: z
    .looseObject({
      stageUnits: z.string().nullish(),
      categories: z
        .looseObject({ action: Threshold, minor: Threshold, moderate: Threshold, major: Threshold })
        .nullish(),
    })
    .nullish(),
});

/** Stages at which the flood categories start. -9999 is "not set"; 0 is a stage, as tide gauges have it. */
function thresholdsOf({ usgsId, inService, flood }: z.infer<typeof GaugeDetail>) {
  const stage = (name: 'action' | 'minor' | 'moderate' | 'major') => numberOf(flood?.categories?.[name]?.stage);
  return defined({
    usgsId: textOf(usgsId, 20),
    inService: typeof inService === 'object' ? inService?.enabled : inService,
    stageUnit: textOf(flood?.stageUnits, 12),
    action: stage('action'),
    minor: stage('minor'),
    moderate: stage('moderate'),
    major: stage('major'),
  });
}
export type Thresholds = ReturnType<typeof thresholdsOf>;

/** Flood stages of one gauge, its USGS number and whether it is in service. */
export async function gaugeThresholds(sources: SourceAccess, gauge: string): Promise<Lookup<Thresholds>> {
  const url = `${card.endpoint}/${encodeURIComponent(gauge)}`;
  return mapLookup(await getJson(sources, card, { url, ttlSeconds: 86_400 }, GaugeDetail), thresholdsOf);
}
