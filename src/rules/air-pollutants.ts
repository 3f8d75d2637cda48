import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * Reported pollutants, each with the parameter codes of its monitors and the beginnings of the standards under which
 * its yearly figures are computed; the first standard that a monitor has is used.
 */
export const airPollutants = tableFile('air-pollutants', {
  pollutant: text,
  title: text,
  parameters: listOf(z.string().regex(/^\d{5}$/, '5 digits')),
  standards: listOf(text),
});

export type AirPollutant = ReturnType<typeof airPollutants>[number];
