import { z } from 'zod';
import { computed, count, number, point, text } from '../../../fields/define.ts';
import { table } from '../../../fields/table.ts';
import type { Adapter, ProviderDefinition } from './adapter.ts';

const size = (decimals: number) => ({ required: true, minimum: 0, decimals }) as const;
const angle = { required: true, decimals: 1 } as const;

const Day = z.object({ year: z.int(), month: z.int().nullish(), day: z.int().nullish() });
const two = (value: number) => String(value).padStart(2, '0');

const building = table('google-solar-building', {
  center: point('latitude', 'longitude', { required: true }),
  postalCode: text('postalCode', { maxLength: 200 }),
  // YYYY, YYYY-MM or YYYY-MM-DD, as far as it is known
  imageryDate: computed(['imageryDate'], z.string(), ([date]) => {
    const { year, month, day } = Day.safeParse(date).data ?? {};
    return year === undefined
      ? undefined
      : [year, ...(month ? [two(month), ...(day ? [two(day)] : [])] : [])].join('-');
  }),
  imageryQuality: text('imageryQuality', { required: true, maxLength: 200 }),
  maxPanelsCount: count('maxArrayPanelsCount', { required: true }),
  maxArrayAreaSquareMeters: number('maxArrayAreaMeters2', size(1)),
  maxSunshineHoursPerYear: number('maxSunshineHoursPerYear', size(0)),
  panelCapacityWatts: number('panelCapacityWatts', { minimum: 0, zero: 'missing' }),
  roofAreaSquareMeters: number('areaMeters2', size(1)),
});

const Quantiles = z.array(z.number().nonnegative()).min(1).max(101);
const segment = table('google-solar-segment', {
  pitchDegrees: number('pitchDegrees', angle),
  azimuthDegrees: number('azimuthDegrees', angle),
  areaSquareMeters: number('areaMeters2', size(1)),
  sunshineHoursPerYear: computed(
    ['sunshineQuantiles'],
    z.number(),
    ([given]) => {
      const quantiles = Quantiles.safeParse(given).data ?? [];
      const median = quantiles[Math.floor(quantiles.length / 2)];
      return median === undefined ? undefined : Math.round(median);
    },
    { required: true },
  ),
});
/** What is left out where it is zero: a flat roof, a plane that faces north. */
const flatNorth = { pitchDegrees: 0, azimuthDegrees: 0 };

const group = z.looseObject({});
const Body = z.looseObject({
  center: group,
  solarPotential: z.looseObject({
    wholeRoofStats: group,
    roofSegmentStats: z
      .array(z.looseObject({ stats: group }))
      .max(400)
      .default([]),
  }),
});

const solar = (field: string) => `solarPotential.${field}`;
/** What is requested, and nothing else: a whole body can pass twelve megabytes. */
const fieldMask = [
  ...['center', 'postalCode', 'imageryDate', 'imageryQuality'],
  ...['maxArrayPanelsCount', 'maxArrayAreaMeters2', 'maxSunshineHoursPerYear', 'panelCapacityWatts'].map(solar),
  ...['wholeRoofStats.areaMeters2', 'roofSegmentStats.pitchDegrees', 'roofSegmentStats.azimuthDegrees'].map(solar),
  solar('roofSegmentStats.stats'),
].join(',');

/** Any building within about 50 m is answered: whether it is the one in question is for the caller to see. */
const roof: Adapter<'roof'> = {
  path({ latitude, longitude }) {
    const query = new URLSearchParams({
      'location.latitude': latitude.toFixed(6),
      'location.longitude': longitude.toFixed(6),
      requiredQuality: 'LOW',
      fields: fieldMask,
    });
    return `/v1/buildingInsights:findClosest?${query}`;
  },
  none: 'The provider has no building within about 50 meters of the point.',
  read(body) {
    const { data } = Body.safeParse(body);
    if (!data) return undefined;
    const { center, solarPotential } = data;
    const { wholeRoofStats, roofSegmentStats } = solarPotential;
    const roof = building.read({ ...data, ...center, ...solarPotential, ...wholeRoofStats });
    const segments = roofSegmentStats.map((row) => segment.read({ ...flatNorth, ...row, ...row.stats }));
    return roof && segments.every((one) => one !== undefined) ? { ...roof, segments } : undefined;
  },
};

/** Building insights of the Google Maps Platform Solar API, or a seller that answers in the same shape. */
export const googleSolar: ProviderDefinition = {
  id: 'google_solar',
  name: 'Google Maps Platform Solar API (building insights)',
  pageUrl: 'https://developers.google.com/maps/documentation/solar/building-insights',
  licenseNote: 'Google Maps Platform terms: for the buyer alone, stored 24 hours at most, no copies',
  url: 'https://solar.googleapis.com',
  keyIn: { place: 'query', name: 'key' },
  maxUsd: '0.12',
  adapters: { roof },
};
