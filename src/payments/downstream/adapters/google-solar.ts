import { z } from 'zod';
import { defined } from '../../../kernel/defined.ts';
import type { RoofEvidence } from '../../../kernel/ports/providers.ts';
import { type Adapter, maybe, type ProviderDefinition, shortText } from './adapter.ts';

const size = z.number().nonnegative();
const point = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
const stats = z.object({ areaMeters2: size, sunshineQuantiles: z.array(size).min(1).max(101) });

const Building = z.object({
  center: point,
  postalCode: maybe(shortText),
  imageryDate: maybe(z.object({ year: z.int(), month: maybe(z.int()), day: maybe(z.int()) })),
  imageryQuality: shortText,
  solarPotential: z.object({
    maxArrayPanelsCount: z.int().nonnegative(),
    maxArrayAreaMeters2: size,
    maxSunshineHoursPerYear: size,
    panelCapacityWatts: maybe(z.number().positive()),
    wholeRoofStats: z.object({ areaMeters2: size }),
    roofSegmentStats: z
      .array(
        z.object({
          // absent where it is zero: a flat roof, a plane that faces north
          pitchDegrees: z.number().default(0),
          azimuthDegrees: z.number().default(0),
          stats,
        }),
      )
      .max(400)
      .default([]),
  }),
});

/** What is requested, and nothing else: a whole body can pass twelve megabytes. */
const fields = [
  'center',
  'postalCode',
  'imageryDate',
  'imageryQuality',
  'solarPotential.maxArrayPanelsCount',
  'solarPotential.maxArrayAreaMeters2',
  'solarPotential.maxSunshineHoursPerYear',
  'solarPotential.panelCapacityWatts',
  'solarPotential.wholeRoofStats.areaMeters2',
  'solarPotential.roofSegmentStats.pitchDegrees',
  'solarPotential.roofSegmentStats.azimuthDegrees',
  'solarPotential.roofSegmentStats.stats',
].join(',');

const rounded = (value: number, places: number) => Number(value.toFixed(places));
const two = (value: number) => String(value).padStart(2, '0');

/** YYYY, YYYY-MM or YYYY-MM-DD, as far as it is known. */
function dateOf(date: z.infer<typeof Building>['imageryDate']): string | undefined {
  if (!date) return undefined;
  const { year, month, day } = date;
  return [String(year), ...(month ? [two(month), ...(day ? [two(day)] : [])] : [])].join('-');
}

const median = (quantiles: readonly number[]) => quantiles[Math.floor(quantiles.length / 2)] ?? 0;

function toRoof({ center, postalCode, imageryDate, imageryQuality, solarPotential }: z.infer<typeof Building>) {
  const { wholeRoofStats, roofSegmentStats, panelCapacityWatts } = solarPotential;
  return defined({
    center,
    postalCode,
    imageryDate: dateOf(imageryDate),
    imageryQuality,
    maxPanelsCount: solarPotential.maxArrayPanelsCount,
    maxArrayAreaSquareMeters: rounded(solarPotential.maxArrayAreaMeters2, 1),
    maxSunshineHoursPerYear: rounded(solarPotential.maxSunshineHoursPerYear, 0),
    panelCapacityWatts,
    roofAreaSquareMeters: rounded(wholeRoofStats.areaMeters2, 1),
    segments: roofSegmentStats.map((segment) => ({
      pitchDegrees: rounded(segment.pitchDegrees, 1),
      azimuthDegrees: rounded(segment.azimuthDegrees, 1),
      areaSquareMeters: rounded(segment.stats.areaMeters2, 1),
      sunshineHoursPerYear: rounded(median(segment.stats.sunshineQuantiles), 0),
    })),
  }) satisfies RoofEvidence;
}

/** Any building within about 50 m is answered: whether it is the one in question is for the caller to see. */
const roof: Adapter<'roof'> = {
  component: 'roof',
  path({ latitude, longitude }) {
    const query = new URLSearchParams({
      'location.latitude': latitude.toFixed(6),
      'location.longitude': longitude.toFixed(6),
      requiredQuality: 'LOW',
      fields,
    });
    return `/v1/buildingInsights:findClosest?${query}`;
  },
  noneStatuses: [404],
  none: 'The provider has no building within about 50 meters of the point.',
  read(body) {
    const parsed = Building.safeParse(body);
    return parsed.success ? toRoof(parsed.data) : undefined;
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
  timeoutMs: 15_000,
  adapters: { roof },
};
