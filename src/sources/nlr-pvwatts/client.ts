import { z } from 'zod';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';

/** The system that is reckoned, beside its size: a fixed one on a roof, facing south, by the documentation's own defaults. */
export const referenceSystem = {
  azimuthDegrees: 180,
  tiltDegrees: 20,
  lossesPercent: 14,
  /** Fixed, roof mounted. */
  arrayType: 1,
  /** Standard. */
  moduleType: 0,
} as const;

/** Modeled energy of one system in a typical year. */
export interface ReferenceEnergy {
  readonly acAnnualKwh: number;
  /** January to December. */
  readonly acMonthlyKwh: readonly number[];
  readonly solarRadiationKwhPerSquareMeterDay?: number;
  readonly capacityFactorPercent?: number;
  /** Where the weather is of. */
  readonly weather?: {
    readonly source?: string;
    readonly latitude?: number;
    readonly longitude?: number;
    readonly distanceMeters?: number;
  };
}

const number = z.number().nonnegative();
const Body = z.looseObject({
  station_info: z
    .looseObject({
      lat: z.number().nullish(),
      lon: z.number().nullish(),
      distance: z.number().nullish(),
      weather_data_source: z.string().nullish(),
    })
    .nullish(),
  outputs: z.looseObject({
    ac_annual: number,
    ac_monthly: z.array(number).length(12),
    solrad_annual: number.nullish(),
    capacity_factor: number.nullish(),
  }),
});

/** The service lists what is wrong with a question in a 200 or in a 422. */
const Errors = z.looseObject({ errors: z.array(z.string()).min(1) });

const rounded = (value: number, places = 0) => Number(value.toFixed(places));
const some = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

function toEnergy({ outputs, station_info: station }: z.infer<typeof Body>): ReferenceEnergy {
  const { ac_annual, ac_monthly, solrad_annual, capacity_factor } = outputs;
  const weather = station && {
    source: some(station.weather_data_source),
    latitude: some(station.lat),
    longitude: some(station.lon),
    distanceMeters: some(station.distance),
  };
  return defined({
    acAnnualKwh: rounded(ac_annual),
    acMonthlyKwh: ac_monthly.map((value) => rounded(value)),
    solarRadiationKwhPerSquareMeterDay: solrad_annual == null ? undefined : rounded(solrad_annual, 2),
    capacityFactorPercent: capacity_factor == null ? undefined : rounded(capacity_factor, 1),
    weather: weather ? defined(weather) : undefined,
  });
}

/**
 * Modeled energy of a {@link referenceSystem} of a size at a point. `empty` never: where the service has no weather of the
 * place it says so as an error, and the lookup is `unavailable`.
 */
export async function referenceEnergy(
  sources: SourceAccess,
  { latitude, longitude }: GeoPoint,
  systemKw: number,
): Promise<Lookup<ReferenceEnergy>> {
  const { azimuthDegrees, tiltDegrees, lossesPercent, arrayType, moduleType } = referenceSystem;
  const query = new URLSearchParams({
    lat: latitude.toFixed(4),
    lon: longitude.toFixed(4),
    system_capacity: String(systemKw),
    azimuth: String(azimuthDegrees),
    tilt: String(tiltDegrees),
    array_type: String(arrayType),
    module_type: String(moduleType),
    losses: String(lossesPercent),
    timeframe: 'monthly',
  });
  const detectError = (body: unknown) => Errors.safeParse(body).data?.errors.join('; ');
  const found = await getJson(sources, card, { url: `${card.endpoint}?${query}`, detectError }, Body);
  return mapLookup(found, toEnergy);
}
