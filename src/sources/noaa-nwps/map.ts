import type { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import type { GaugeDetail, ListedGauge } from './schema.ts';

export interface Reading {
  readonly stage?: number;
  readonly stageUnit?: string;
  readonly flow?: number;
  readonly flowUnit?: string;
  readonly floodCategory?: string;
  readonly at?: string;
}

export interface Gauge extends GeoPoint {
  readonly id: string;
  readonly name: string;
  readonly distanceMeters: number;
  readonly observed?: Reading;
  readonly forecast?: Reading;
}

export interface Thresholds {
  readonly usgsId?: string;
  readonly inService?: boolean;
  readonly stageUnit?: string;
  readonly action?: number;
  readonly minor?: number;
  readonly moderate?: number;
  readonly major?: number;
}

type Status = NonNullable<z.infer<typeof ListedGauge>['status']>['observed'];

/** A reading without a time or without any value is none. */
function toReading(status: Status): Reading | undefined {
  const at = instantOf(status?.validTime);
  const stage = numberOf(status?.primary);
  const flow = numberOf(status?.secondary);
  if (!status || !at || (stage === undefined && flow === undefined)) return undefined;
  return defined({
    at,
    stage,
    stageUnit: stage === undefined ? undefined : textOf(status.primaryUnit, 12),
    flow,
    flowUnit: flow === undefined ? undefined : textOf(status.secondaryUnit, 12),
    floodCategory: textOf(status.floodCategory, 30)?.replaceAll('_', ' '),
  });
}

export function toGauge(row: z.infer<typeof ListedGauge>, from: GeoPoint): Gauge {
  const at = { latitude: row.latitude, longitude: row.longitude };
  return defined({
    id: textOf(row.lid, 12) ?? '',
    name: textOf(row.name, 120) ?? '',
    ...at,
    distanceMeters: Math.round(distanceMeters(from, at)),
    observed: toReading(row.status?.observed),
    forecast: toReading(row.status?.forecast),
  });
}

/** Stages at which the flood categories start. -9999 is "not set"; 0 is a stage, as tide gauges have it. */
export function toThresholds(detail: z.infer<typeof GaugeDetail>): Thresholds {
  const stage = (name: 'action' | 'minor' | 'moderate' | 'major') => numberOf(detail.flood?.categories?.[name]?.stage);
  const { inService } = detail;
  return defined({
    usgsId: textOf(detail.usgsId, 20),
    inService: typeof inService === 'object' ? inService?.enabled : inService,
    stageUnit: textOf(detail.flood?.stageUnits, 12),
    action: stage('action'),
    minor: stage('minor'),
    moderate: stage('moderate'),
    major: stage('major'),
  });
}
