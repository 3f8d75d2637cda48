import { z } from 'zod';
import { ChartSchema } from '../../reports/pictures/schema.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';

const MonitorYearSchema = z.strictObject({
  year: z.int(),
  mean: z.number().optional().describe('Arithmetic mean of the year, in `unit`; absent where the file states none'),
  meanWithoutEvents: z.number().optional().describe('The same without wildfires and the like, where the file has both'),
  percentile98: z.number().optional(),
  observedPercent: z.number().optional().describe('Share of the scheduled observations that were made'),
  isComplete: z.boolean().describe('By the rule of the standard, as the file marks it'),
  events: z.string().describe('Whether wildfires and the like are counted in, in the words of the file'),
});

/** What the history adds to a brief, for programs; its sections say the same for readers. */
export const airHistoryFields = {
  monitors: z.array(
    z.strictObject({
      pollutant: z.string(),
      monitorId: z.string().describe('State, county, site, parameter and instrument'),
      siteName: z.string().optional(),
      distanceMeters: z.number(),
      parameter: z.string(),
      standard: z.string(),
      metric: z.string(),
      unit: z.string(),
      years: z.array(MonitorYearSchema).describe('Newest first'),
      citation: SectionCitationSchema,
    }),
  ),
  modeledYears: z
    .array(
      z.strictObject({
        pollutant: z.enum(['pm25', 'ozone']),
        tract: z.string().describe('Census tract that the model speaks of, 11 digits'),
        year: z.int(),
        mean: z
          .number()
          .describe('Of the days of the year, in `unit`: means of a day (pm25), highest eight hours (ozone)'),
        meanDailyStandardError: z.number().optional().describe('Mean of the standard errors of the days, in `unit`'),
        unit: z.enum(['ug/m3', 'ppb']),
        citation: SectionCitationSchema,
      }),
    )
    .describe('Modeled, not measured; read only where no monitor within the distance has a complete year'),
  smokeYears: z.array(
    z.strictObject({
      year: z.int(),
      smokeDays: z.int(),
      lightDays: z.int(),
      mediumDays: z.int(),
      heavyDays: z.int(),
      unclassedDays: z.int(),
      daysWithoutPolygons: z.int().describe('No polygon anywhere in the file: nothing drawn, or the day is missing'),
      citation: SectionCitationSchema,
    }),
  ),
  charts: z.array(ChartSchema),
};

const body = z.strictObject(airHistoryFields);
export type AirHistory = z.infer<typeof body>;

/** Years that a table shows, newest first, as the date of its source. */
export const spanOf = (years: readonly string[]): string =>
  years.length > 1 ? `${years.at(-1)} to ${years[0]}` : (years[0] ?? '');
