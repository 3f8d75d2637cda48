import { z } from 'zod';
import { computed, point, table, year } from '../../fields/define.ts';

/** The first harmful event as a way to travel: 8 a pedestrian, 9 a pedalcyclist; 98 and 99 are not known. */
function modeOf([cell]: readonly unknown[]) {
  const event = Number(cell);
  if (!Number.isInteger(event) || event < 1 || event >= 98) return undefined;
  if (event === 8) return 'pedestrian' as const;
  return event === 9 ? ('cyclist' as const) : ('motor_vehicle' as const);
}

/** "Not known", and the same in degrees of longitude. */
const unknownDegrees = [77.7777, 88.8888, 99.9999, 777.7777, 888.8888, 999.9999];

/** A fatal crash, in the file and in the live list: nothing about people, vehicles or roads is read. */
export const crashes = table('nhtsa-crash-api', {
  year: year(['YEAR', 'CaseYear'], { required: true }),
  mode: computed(['HARM_EV'], z.enum(['pedestrian', 'cyclist', 'motor_vehicle']), modeOf),
  at: point(['LATITUDE', 'latitude'], ['LONGITUD', 'longitud'], { missingValues: unknownDegrees }),
});
