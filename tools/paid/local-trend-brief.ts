import type { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { readTrend, trendIsReady, whyNoTrend } from '../../src/products/local-trend-brief/gather.ts';
import { type TrendSeries, trendFields } from '../../src/products/local-trend-brief/schema.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

const input = atAddress({ radiusMeters: radiusMeters(500, 1000) });

/** Twelve months against the twelve before, of the first register that counts both. */
function trendLead(series: readonly TrendSeries[]): string | undefined {
  const [first] = series.filter(({ lastTwelveMonths, twelveMonthsBefore }) => lastTwelveMonths && twelveMonthsBefore);
  if (!first) return undefined;
  const { title, unit, lastTwelveMonths: last, twelveMonthsBefore: before } = first;
  return `${title.split(':')[0]}: ${last?.count} ${unit} in the twelve months to ${last?.until}, ${before?.count} in the twelve before`;
}

export default definePaid('svc-local-trend-brief', {
  input,
  ...briefRoute({
    kind: 'local_trend_brief',
    label: 'Records by quarter',
    fields: trendFields,
    extraReadings: (ctx, { radiusMeters: radius }: z.output<typeof input>) => readTrend(ctx, radius),
    thin: (_readings, _subject, trend) =>
      trendIsReady(trend) ? undefined : trend ? whyNoTrend(trend) : 'nothing was read',
    lead: ({ own }) => trendLead(own.series),
    extraFields: ({ own }) => ({ series: [...own.series] }),
  }),
});
