import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { readAirHistory, whyNoHistory } from '../../src/products/air-quality-history/gather.ts';
import { airHistoryFields } from '../../src/products/air-quality-history/schema.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

const input = atAddress({
  radiusKm: z.number().min(5).max(100).default(50).describe('Distance to monitors in kilometers, 5 to 100; default 50'),
  years: z.int().min(1).max(10).default(5).describe('Years up to the newest that is published, 1 to 10; default 5'),
});

export default definePaid('svc-air-quality-history', {
  input,
  ...briefRoute({
    kind: 'air_quality_history',
    label: 'Air quality records of past years',
    fields: airHistoryFields,
    extraReadings: (ctx, given: z.output<typeof input>) => readAirHistory(ctx, given),
    thin: (_readings, _subject, own) =>
      own && own.substantive.length > 0 ? undefined : own ? whyNoHistory(own) : 'nothing was read',
    extraFields: ({ own }) => own.history,
  }),
});
