import { z } from 'zod';
import { computed, number, type RowOf, table } from '../../fields/define.ts';
import { defined } from '../../kernel/defined.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('nlr-pvwatts');

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

const monthly = z.array(z.number().nonnegative().transform(Math.round)).length(12);
const Station = z
  .looseObject({
    weather_data_source: z.string().nullish(),
    lat: z.number().nullish(),
    lon: z.number().nullish(),
    distance: z.number().nullish(),
  })
  .transform((station) =>
    defined({
      source: station.weather_data_source ?? undefined,
      latitude: station.lat ?? undefined,
      longitude: station.lon ?? undefined,
      distanceMeters: station.distance ?? undefined,
    }),
  );

/** Modeled energy of one system in a typical year, its months from January on, and where the weather is of. */
const energy = table(card.id, {
  acAnnualKwh: number('ac_annual', { minimum: 0, decimals: 0, required: true }),
  acMonthlyKwh: computed(['ac_monthly'], z.array(z.number()), ([cell]) => monthly.safeParse(cell).data, {
    required: true,
  }),
  solarRadiationKwhPerSquareMeterDay: number('solrad_annual', { minimum: 0, decimals: 2 }),
  capacityFactorPercent: number('capacity_factor', { minimum: 0, decimals: 1 }),
  weather: computed(['station_info'], z.custom<z.infer<typeof Station>>(), ([cell]) => Station.safeParse(cell).data),
});
export type ReferenceEnergy = RowOf<typeof energy>;

const Body = z.looseObject({ station_info: z.unknown(), outputs: z.record(z.string(), z.unknown()) });

/** The service lists what is wrong with a question in a 200 or in a 422. */
const Errors = z.looseObject({ errors: z.array(z.string()).min(1) });

/**
 * Modeled energy of a {@link referenceSystem} of a size at a point. `empty` never: where the service has no weather of the
 * place it says so as an error, and the lookup is `unavailable`.
 */
export async function referenceEnergy(sources: SourceAccess, { latitude, longitude }: GeoPoint, systemKw: number) {
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
  const rows = mapLookup(found, ({ outputs, station_info }) => [{ ...outputs, station_info }]);
  return mapLookup(plainRows(sources, energy, rows), ([row]) => row as ReferenceEnergy);
}
