import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { countyAqiMirror } from '../../src/mirror/queries/air-county.ts';
import { monitorsMirror } from '../../src/mirror/queries/air-monitors.ts';
import { smokeMirror } from '../../src/mirror/queries/smoke-days.ts';
import { readAirHistory, whyNoHistory } from '../../src/products/air-quality-history/gather.ts';
import { airHistoryFields } from '../../src/products/air-quality-history/schema.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const input = atAddress({
  radiusKm: z.number().min(5).max(100).default(50).describe('Distance to monitors in kilometers, 5 to 100; default 50'),
  years: z.int().min(1).max(10).default(5).describe('Years up to the newest that is published, 1 to 10; default 5'),
});

export default definePaid({
  title: 'Air quality history',
  summary:
    'Ten years of air monitors, or of a model where none is near: yearly means, days of the county index, smoke days.',
  whenToUse: 'What did the nearest air monitors measure in the past years, and how often was smoke seen overhead?',
  notFor: 'The air of today is free in svc_air_quality_current; no health or exposure statement.',
  scope: 'national',
  sources: ['census-geocoder', 'cdc-modeled-air'],
  mirrors: [monitorsMirror, countyAqiMirror, smokeMirror],
  essential: [[monitorsMirror, smokeMirror]],
  examples: [
    { title: 'Around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Ten years', arguments: { latitude: 35.7783, longitude: -78.6431, radiusKm: 30, years: 10 } },
  ],
  input,
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'a monitor within the distance has a complete year with a mean, modeled concentrations are published for the census tract where none has, or smoke was drawn over the point in a year that was read',
    freeWhen: 'no substantive monitor, smoke or modeled rows',
    tags: ['air quality', 'PM2.5', 'ozone', 'smoke', 'EPA', 'NOAA'],
    preflightTools: ['svc_air_quality_current', 'svc_lane_availability'],
    seeAlso: ['svc_wildfire_history', 'svc-environmental-context'],
  },
  ...briefRoute({
    kind: 'air_quality_history',
    label: 'Air quality records of past years',
    fields: airHistoryFields,
    extraReadings: (ctx, { radiusKm, years }: z.output<typeof input>) => readAirHistory(ctx, { radiusKm, years }),
    thin: (_readings, _subject, own) =>
      own && own.substantive.length > 0 ? undefined : own ? whyNoHistory(own) : 'nothing was read',
    extraFields: ({ own }) => {
      if (!own) throw new Error('the history needs a point');
      return own.history;
    },
    caveats: limitsOf('air-quality-history'),
  }),
});
